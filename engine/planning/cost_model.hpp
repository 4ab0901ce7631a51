// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "planning/pair_counts.hpp"
#include "slurry/machine_rates.hpp"
#include "slurry/options.hpp"
#include "slurry/report.hpp"

namespace slurry {

/// Predicted cost of one evaluation, new positions included, planning not: for the choice of the cutoff, and for a
/// person beside the measured stages.  Points are taken to be spread evenly over the box where pairs are not counted.
class CostModel {
 public:
  /// rates: of the precision that is summed in; several_radii: of a RotnePragerEwald, which has more components and a
  /// longer near field.
  CostModel(const SumCounts& counts, const MachineRates& rates, bool several_radii = false,
            const PairCounts& pairs = {})
      : counts_(counts), rates_(rates), several_radii_(several_radii), pairs_(pairs) {}
  /// same: the targets are the sources; they are sorted once, and a pair of the single layer is evaluated once.
  StageTimes stages(const EwaldParameters& parameters, bool same = true) const;
  /// As many targets as sources are taken to be the sources.
  double seconds(const EwaldParameters& parameters) const {
    return stages(parameters, counts_.targets == counts_.sources).total();
  }

 private:
  SumCounts counts_;
  MachineRates rates_;
  bool several_radii_;
  PairCounts pairs_;
};

/// The rates that options ask for: the built-in ones of `threads` threads where none are given for this precision, and
/// in deterministic sums always, so that no choice depends on the clock.
MachineRates rates_for(const EwaldOptions& options, int threads = 1);

}  // namespace slurry
