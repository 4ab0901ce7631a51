// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <string_view>

#include "base/instantiations.hpp"
#include "base/text.hpp"
#include "ewald/far/far_stages.hpp"
#include "ewald/near/near_stages.hpp"
#include "ewald/plan/stage_sizes.hpp"
#include "slurry/error.hpp"
#include "slurry/runtime.hpp"
#include "timing/machine_costs.hpp"
#include "yardsticks/published_rules/published_cutoff.hpp"
#include "yardsticks/published_rules/published_parameters.hpp"

// The cutoff as Kosmacher et al. 2026 say it may be found: the one for which the models of their stages add up to
// least.
namespace slurry {
namespace {

/// Expected seconds of a row of this name, by its own model.
template <class Slot>
double expected(const Slot& slot, std::string_view name, const StageSizes& sizes, const StageCosts& costs) {
  for (const auto& row : slot.variants)
    if (row.name == name) return model_times(row.forms.model(sizes), costs).expected;
  throw Error(text("there is no variant '{}' of {}", name, slot.name));
}

StageTimes expected_stages(const StageSizes& sizes, const StageCosts& costs) {
  StageTimes times;
  times["P2P"] = expected(near_slots().velocities, "GM-1D+rational", sizes, costs);
  times["P2G"] = expected(far_slots().spread, "hybrid", sizes, costs);
  times["transform"] = expected(far_slots().transform, "published", sizes, costs);
  times["G2P"] = expected(far_slots().gather, "target", sizes, costs);
  return times;
}

bool has_window(Precision precision, int points) {
  const int found = precision == Precision::fp32 ? round_up_to_compiled(points, CompiledWindowsOf<float>{})
                                                 : round_up_to_compiled(points, CompiledWindowsOf<double>{});
  return found == points;
}

}  // namespace

StageVariantNames published_stages() {
  return stage_variants("P2P=GM-1D+rational,P2G=hybrid,FFT=published,G2P=target");
}

std::vector<PublishedCutoff> published_cutoffs(const CutoffCase& c) {
  const MachineCosts measured = c.costs ? *c.costs : measure_machine_costs(c.device, c.precision);
  const bool on_host = Runtime::device(c.device) == Device::host;
  std::vector<PublishedCutoff> found;
  constexpr double first = 16;
  // below an eighth of the points the cutoff is at most half the cube's edge
  for (int i = 0; i <= 28; ++i) {
    const double per_cell = first * std::pow(2, 0.25 * i);
    if (per_cell > double(c.points) / 8) break;
    const EwaldParameters p =
        published_ewald_parameters({c.tolerance, per_cell, c.points}, c.periodicity, c.layer, c.precision);
    if (!has_window(c.precision, p.window_points)) continue;
    StageSizes sizes = stage_sizes(p, c.points, make_sum_grid(p));
    if (on_host) sizes.block = 1;
    found.push_back({per_cell, p.window_points, expected_stages(sizes, stage_costs(measured))});
  }
  if (found.empty())
    throw InputError(
        text("the published rules need a cutoff above half the edge of the cube to reach {} for {} points; ask for a "
             "larger tolerance or for more points",
             c.tolerance, c.points));
  std::sort(found.begin(), found.end(),
            [](const PublishedCutoff& a, const PublishedCutoff& b) { return a.expected.total() < b.expected.total(); });
  return found;
}

}  // namespace slurry
