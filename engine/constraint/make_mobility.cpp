// SPDX-License-Identifier: BSD-3-Clause
#include "constraint/make_mobility.hpp"

#include <algorithm>
#include <cmath>

#include "constraint/lubricated_mobility.hpp"

namespace slurry {

std::unique_ptr<Mobility> make_mobility(const BodyMobilitySetup& setup, LubricationLaw law,
                                        const MakePointMobility& make) {
  if (law == LubricationLaw::none) return std::make_unique<BodyMobility>(setup, make);
  const double asked = setup.sums.tolerance, of_solve = setup.solve_tolerance.value_or(solve_share * asked);
  BodyMobilitySetup inner = setup;
  inner.sums.tolerance = share_of_sums(asked, std::sqrt(1 - solve_share * solve_share));
  auto bodies = std::make_unique<BodyMobility>(inner, make);
  const BodyPoints of = bodies->bodies();
  return std::make_unique<LubricatedMobility>(std::move(bodies), setup.sums.domain, of, setup.sums.surroundings, law,
                                              LubricatedMobility::Tolerances{asked, of_solve});
}

void solve_beyond(BodyMobilitySetup& setup, const SolveReport& judged, double factor) {
  constexpr double rounding = 1e-15;
  const double own = setup.solve_tolerance.value_or(solve_share * setup.sums.tolerance);
  if (judged.residual > 0) setup.solve_tolerance = std::max(rounding, std::min(own, judged.residual / factor));
}

}  // namespace slurry
