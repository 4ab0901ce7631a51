// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "slurry/machine_rates.hpp"
#include "slurry/options.hpp"
#include "slurry/report.hpp"
#include "slurry/stage_variants.hpp"
#include "summation/pair_counts.hpp"
#include "summation/rates.hpp"

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
  /// Predicted seconds of a sum on the device of the rates. This library must be compiled for that device. If the
  /// numbers of targets and sources are equal, the targets are assumed to be the sources.
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

/// Stages that are done by published variants on a host: rates are of our own loops, and say nothing of those.
std::vector<std::string> stages_of_unknown_rates(const StageVariantNames& asked, Device device);

/// Whether it pays to time the ways to transform for one call: what it takes does not grow with the grid, and a tenth
/// to a third of the transforms is what it gains.
bool transforms_are_worth_timing(const StageTimes& predicted);

}  // namespace slurry
