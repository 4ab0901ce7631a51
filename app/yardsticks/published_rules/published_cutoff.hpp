// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <vector>

#include "slurry/options.hpp"
#include "slurry/report.hpp"
#include "slurry/stage_survey.hpp"
#include "slurry/stage_variants.hpp"

namespace slurry {

/// The stages as they are published, their pair with erf(x)/x as a rational function.
StageVariantNames published_stages();

/// A cutoff of the published rules, and what the models expect of the published stages with it.
struct PublishedCutoff {
  double per_cell = 0;  ///< s = N r_c^3/V
  int window_points = 0;
  StageTimes expected;  ///< seconds
};
/// The sum whose cutoff is wanted.
struct CutoffCase {
  Layer layer = Layer::combined;
  Precision precision = Precision::fp64;
  double tolerance = 1e-4;  ///< tolerance of the published scripts
  std::size_t points = 0;
  int periodicity = 1;
  Device device = Device::automatic;
  std::optional<MachineCosts> costs = std::nullopt;  ///< costs of that device; empty: they are measured first
};
/// Cutoffs of 16 to 2,048 sources per cell, four to an octave, quickest first: Kosmacher et al. 2026 (arXiv 2606.19059)
/// choose the first where no cutoff is given.  A Runtime must live.  Throws InputError where the rules reach the
/// tolerance with no cutoff.
std::vector<PublishedCutoff> published_cutoffs(const CutoffCase& c);

}  // namespace slurry
