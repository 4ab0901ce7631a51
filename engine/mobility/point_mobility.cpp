// SPDX-License-Identifier: BSD-3-Clause
#include "mobility/point_mobility.hpp"

#include <cmath>

#include "base/text.hpp"
#include "mobility/domains.hpp"
#include "planning/engines.hpp"
#include "slurry/error.hpp"
#include "slurry/runtime.hpp"

namespace slurry {

namespace {

/// Of a sum over the bodies.
SumTask task_of(const PointMobilitySetup& s) {
  SumTask task;
  const DomainKind kind = s.domain.kind;
  task.box.periodicity = kind == DomainKind::free_space ? 0 : kind == DomainKind::periodic_3 ? 3 : 1;
  task.options.take(s);
  task.options.tolerance = s.tolerance;
  return task;
}

void check(const PointMobilitySetup& s) {
  if (!(s.surroundings.viscosity > 0) || !std::isfinite(s.surroundings.viscosity))
    throw InputError(text("the viscosity is {}; it must be positive", s.surroundings.viscosity));
  if (!(s.tolerance > 0) || !(s.tolerance < 1))
    throw InputError(text("the tolerance is {}; it must lie between 0 and 1", s.tolerance));
  if (s.tolerance < tightest_mobility_tolerance)
    throw RefusedError(
        text("the tolerance {} is below what fp64 reaches in a mobility; 1e-12 is the tightest", s.tolerance));
  check_engine_name(s.engine);
  check_own_wishes(task_of(s));
  if (s.model == BodyModel::points) return;
  if (s.radii.empty()) throw InputError("spheres need a radius");
  for (std::size_t i = 0; i < s.radii.size(); ++i)
    if (!(s.radii[i] > 0) || !std::isfinite(s.radii[i]))
      throw InputError(text("the radius of body {} is {}; it must be positive", i, s.radii[i]));
}

}  // namespace

void PointMobilitySetup::check_numbers(std::span<const double> positions, std::span<const double> forces) const {
  const std::size_t n = positions.size() / 3;
  if (forces.size() != positions.size()) throw InputError(text("{} positions but {} forces", n, forces.size() / 3));
  if (model == BodyModel::spheres && radii.size() != 1 && radii.size() != n)
    throw InputError(text("there are {} bodies but {} radii; give one per body, or one for all", n, radii.size()));
}

std::unique_ptr<PointMobility> make_point_mobility(const PointMobilitySetup& setup) {
  check(setup);
  Runtime::device(setup.device);  // refused before there is anything to sum
  return setup.domain.kind == DomainKind::pipe ? make_pipe_mobility(setup) : make_open_mobility(setup);
}

}  // namespace slurry
