// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <vector>

#include "slurry/options.hpp"
#include "slurry/report.hpp"
#include "slurry/stage_survey.hpp"
#include "slurry/stage_variants.hpp"

namespace slurry {

/// The published variants of the stages, with erf(x)/x in the pair as a rational function.
StageVariantNames published_stages();

/// A cutoff of the published rules, and the times that the models predict for the published stages with it.
struct PublishedCutoff {
  double per_cell = 0;  ///< s = N r_c^3/V
  int window_points = 0;
  StageTimes expected;  ///< seconds
};
/// The sum for which a cutoff is wanted.
struct CutoffCase {
  Layer layer = Layer::combined;
  Precision precision = Precision::fp64;
  double tolerance = 1e-4;  ///< tolerance of the published scripts
  std::size_t points = 0;
  int periodicity = 1;
  Device device = Device::automatic;
  std::optional<MachineCosts> costs = std::nullopt;  ///< costs of that device; empty: they are measured first
};
/// Returns cutoffs of 16 to 2,048 sources per cell, four per octave, the quickest first. If no cutoff is given,
/// Kosmacher et al. 2026 (arXiv 2606.19059) choose the first one. A Runtime must exist. Throws InputError if the rules
/// reach the tolerance with no cutoff.
std::vector<PublishedCutoff> published_cutoffs(const CutoffCase& c);

}  // namespace slurry
