// SPDX-License-Identifier: BSD-3-Clause
#include "constraint/make_mobility.hpp"

#include "constraint/lubricated_mobility.hpp"

namespace slurry {

std::unique_ptr<Mobility> make_mobility(const BodyMobilitySetup& setup, LubricationLaw law,
                                        const MakePointMobility& make) {
  auto bodies = std::make_unique<BodyMobility>(setup, make);
  if (law == LubricationLaw::none) return bodies;
  const BodyPoints of = bodies->bodies();
  const double tolerance = setup.solve_tolerance.value_or(0.1 * setup.sums.tolerance);
  return std::make_unique<LubricatedMobility>(std::move(bodies), setup.sums.domain, of, setup.sums.surroundings, law,
                                              tolerance);
}

}  // namespace slurry
