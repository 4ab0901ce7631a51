// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "planning/pair_counts.hpp"
#include "slurry/machine_rates.hpp"
#include "slurry/options.hpp"
#include "slurry/report.hpp"
#include "slurry/stage_variants.hpp"

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
  /// same: the targets are the sources; they are sorted once, and a pair of the single layer is evaluated once.  asked:
  /// variants; one that does not say what work it makes is taken for a row that makes 1 of each.
  StageTimes stages(const EwaldParameters& parameters, bool same = true, const StageVariantNames& asked = {}) const;
  /// As many targets as sources are taken to be the sources.  (Of the device that the rates are of, which this library
  /// must be compiled for.)
  double seconds(const EwaldParameters& parameters) const {
    return stages(parameters, counts_.targets == counts_.sources).total();
  }

 private:
  template <class Space>
  StageTimes stages_in(const EwaldParameters& parameters, bool same, const StageVariantNames& asked) const;

  SumCounts counts_;
  MachineRates rates_;
  bool several_radii_;
  PairCounts pairs_;
};

/// Takes the prediction from stages that are done by published variants on a host: rates are of our own loops, and say
/// nothing of those.  Such a stage, and thereby the total, becomes not-a-number.
StageTimes without_unknown_rates(StageTimes predicted, const StageVariantNames& asked, Device device);

/// The rates that options ask for: the built-in ones of `threads` threads where none are given for this precision and
/// the device that the sum runs on, and in deterministic sums always, so that no choice depends on the clock.  Throws
/// InputError for a device that is not there.
MachineRates rates_for(const EwaldOptions& options, int threads = 1);

}  // namespace slurry
