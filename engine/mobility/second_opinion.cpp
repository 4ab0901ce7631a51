// SPDX-License-Identifier: BSD-3-Clause
#include "mobility/second_opinion.hpp"

#include <algorithm>
#include <vector>

#include "accuracy/error_budget.hpp"
#include "mobility/velocity_norms.hpp"
#include "planning/engines.hpp"
#include "slurry/error.hpp"

namespace slurry {

namespace {

constexpr double finer_for_many = 10, finer_for_few = 100;

}  // namespace

double finer_for(std::size_t points) {
  constexpr std::size_t few = 32;
  return points <= few ? finer_for_few : finer_for_many;
}

double share_of_tolerance(double judged_tolerance, double finer) {
  return std::max(1 / finer, std::min(1.0, tightest_mobility_tolerance / judged_tolerance));
}

bool in_no_time(double pairs) {
  return pairs < 2e6;
}

PointMobilitySetup for_second_opinion(PointMobilitySetup s, const MobilityParameters& judged, std::size_t points) {
  s.judged = judged;
  s.judged->finer = finer_for(points);
  s.tolerance *= share_of_tolerance(s.tolerance, s.judged->finer);
  s.second_opinion = true;
  const double wall = 4.0 * judged.wall_points_axial * judged.wall_points_angular;  // at most, of a finer grid
  const bool quick = s.judged->finer == finer_for_few &&
                     in_no_time(static_cast<double>(points) * (static_cast<double>(points) + wall));
  if (s.domain.kind != DomainKind::periodic_3 && (quick || judged.all_pairs))
    s.engine = the_exact_engine().name;  // another sum may err more than all that is to be judged
  s.own.clear();
  s.variants.clear();
  s.expected_calls = 1;
  return s;
}

bool differs(const PointMobilitySetup& second, const MobilityParameters& judged) {
  const bool open = second.domain.kind == DomainKind::free_space || second.domain.kind == DomainKind::periodic_1;
  return !open || second.engine != the_exact_engine().name || !judged.all_pairs || judged.own != second.own;
}

ErrorReport measure_errors(PointMobility& mobility, const PointMobilitySetup& setup, std::span<const double> positions,
                           std::span<const double> forces, std::span<const double> velocities, int targets,
                           std::uint64_t seed) {
  ErrorReport r = mobility.measure(targets, seed);
  if (!(mobility.scale() > 0)) return r;
  const PointMobilitySetup other = for_second_opinion(setup, mobility.parameters(), positions.size() / 3);
  if (!differs(other, mobility.parameters())) return r;
  try {
    std::vector<double> second(velocities.size());
    make_point_mobility(other)->solve(positions, forces, second);
    measured_as_a_whole(r, rms_difference(velocities, second) / mobility.scale());
  } catch (const RefusedError&) {  // no memory for it, or no such tolerance
  }
  return r;
}

}  // namespace slurry
