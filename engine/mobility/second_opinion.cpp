// SPDX-License-Identifier: BSD-3-Clause
#include "mobility/second_opinion.hpp"

#include <algorithm>
#include <vector>

#include "accuracy/error_budget.hpp"
#include "mobility/velocity_norms.hpp"
#include "slurry/error.hpp"

namespace slurry {

PointMobilitySetup for_second_opinion(PointMobilitySetup s) {
  constexpr double as_accurate = 10, other_cutoff = 1.15;
  s.tolerance /= as_accurate;
  s.cutoff_factor = other_cutoff;
  s.direct_terms = Precision::fp64;
  s.variants.clear();
  s.expected_solves = 1;
  return s;
}

ErrorReport measure_errors(PointMobility& mobility, const PointMobilitySetup& setup, std::span<const double> positions,
                           std::span<const double> forces, std::span<const double> velocities, int targets,
                           std::uint64_t seed) {
  ErrorReport r = mobility.measure(targets, seed);
  if (!(mobility.scale() > 0)) return r;
  try {
    std::vector<double> second(velocities.size());
    make_point_mobility(for_second_opinion(setup))->solve(positions, forces, second);
    measured_as_a_whole(r, rms_difference(velocities, second) / mobility.scale());
  } catch (const RefusedError&) {  // no memory for it, or no such tolerance
  }
  return r;
}

}  // namespace slurry
