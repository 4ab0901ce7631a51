// SPDX-License-Identifier: BSD-3-Clause
#include "session/rod_setup.hpp"

#include "constraint/lubricated_mobility.hpp"
#include "constraint/rod_mobility.hpp"
#include "scenario/rod_placement.hpp"

namespace slurry {

namespace {

BodyKind kind_of(const BodyGroup& g) {
  if (g.shape == BodyShape::sphere) return BodyKind::of_sphere(g.radius);
  if (g.rod_model == RodModel::line) return BodyKind::of(make_rod_line(g.reach(), g.aspect));
  const bool cylinder = g.fitted_to == RodTarget::cylinder;
  return BodyKind::of(fit_rod_chain(g.reach(), g.aspect, cylinder ? ChainTarget::cylinder : ChainTarget::spheroid));
}

}  // namespace

bool has_directors(const Scenario& s) {
  return has_rods(s) || s.shear_rate != 0;
}

std::unique_ptr<Mobility> make_rod_mobility(const Scenario& s, const std::vector<std::int32_t>& groups,
                                            const MobilitySetup& sums, double sense, const MakeMobility& make) {
  BodyMobilitySetup setup;
  setup.sums = sums;
  for (const BodyGroup& g : s.bodies) setup.kinds.push_back(kind_of(g));
  setup.kind_of.assign(groups.begin(), groups.end());
  if (s.shear_rate != 0) setup.flow = BackgroundFlow::shear(sense * s.shear_rate);
  return std::make_unique<RodMobility>(setup, make);
}

SolveSummary summary_of(const Mobility& mobility) {
  if (const auto* rods = dynamic_cast<const RodMobility*>(&mobility)) {
    const ChainReport r = rods->chains();
    return {r.iterations, r.residual, r.converged};
  }
  if (const auto* spheres = dynamic_cast<const LubricatedMobility*>(&mobility)) {
    const GmresReport r = spheres->report();
    return {r.iterations, r.residual, r.converged};
  }
  return {};
}

}  // namespace slurry
