// SPDX-License-Identifier: BSD-3-Clause
#include "session/body_setup.hpp"

#include "planning/engines.hpp"
#include "scenario/rod_placement.hpp"
#include "slurry/stage_variants.hpp"

namespace slurry {

namespace {

BodyKind kind_of(const BodyGroup& g, BodyModel spheres_as) {
  if (g.shape == BodyShape::sphere)
    return spheres_as == BodyModel::points ? BodyKind::of_point(g.radius) : BodyKind::of_sphere(g.radius);
  if (g.rod_model == RodModel::line) return BodyKind::of(make_rod_line(g.reach(), g.aspect));
  const bool cylinder = g.fitted_to == RodTarget::cylinder;
  return BodyKind::of(fit_rod_chain(g.reach(), g.aspect, cylinder ? ChainTarget::cylinder : ChainTarget::spheroid));
}

}  // namespace

bool has_directors(const Scenario& s) {
  return has_rods(s) || s.shear_rate != 0;
}

BodyMobilitySetup body_setup(const Scenario& s, const std::vector<std::int32_t>& groups,
                             const Surroundings& surroundings) {
  BodyMobilitySetup setup;
  setup.sums.domain = s.domain;
  setup.sums.surroundings = surroundings;
  setup.sums.tolerance = s.solver.tolerance;
  setup.sums.engine = s.solver.method;
  setup.sums.device = s.solver.device;
  if (s.solver.direct_terms != Precision::fp64)
    for (const Engine& row : engines())
      if (!row.terms_wish.empty()) setup.sums.own[std::string(row.terms_wish)] = word_of(s.solver.direct_terms);
  setup.sums.variants = stage_variants(s.solver.variants);
  setup.sums.deterministic = s.solver.deterministic;
  for (const BodyGroup& g : s.bodies) setup.kinds.push_back(kind_of(g, s.solver.model));
  setup.kind_of.assign(groups.begin(), groups.end());
  setup.rods_fit = true;  // the placement has seen to it, and contacts keep them in
  return setup;
}

}  // namespace slurry
