// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "ewald/far/sum_rates.hpp"
#include "slurry/options.hpp"
#include "slurry/report.hpp"
#include "slurry/stage_variants.hpp"
#include "summation/pair_counts.hpp"
#include "summation/rates.hpp"

namespace slurry {

/// Predicts the cost of one evaluation, including new positions but not planning. The cutoff is chosen by it, and it is
/// shown beside the measured stages. If pairs are not counted, points are assumed to be evenly spread over the box.
class CostModel {
 public:
  /// Makes a model. rates: for the precision of the sum. several_radii: the sum is a RotnePragerEwald, which has more
  /// components and a longer near field.
  CostModel(const SumCounts& counts, const EwaldMachine& rates, bool several_radii = false,
            const PairCounts& pairs = {})
      : counts_(counts), rates_(rates), several_radii_(several_radii), pairs_(pairs) {}
  /// Predicted seconds of each stage. same: the targets are the sources; they are then sorted once, and a pair of the
  /// single layer is evaluated once. asked: the variants that are asked for. A variant that does not state its work
  /// counts as 1 of each.
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
  EwaldMachine rates_;
  bool several_radii_;
  PairCounts pairs_;
};

/// Names of the stages that published variants do on a host. The rates are measured for our own loops and do not apply
/// to these stages.
std::vector<std::string> stages_of_unknown_rates(const StageVariantNames& asked, Device device);

/// Whether to time several plans of the Fourier transforms before a single call: if they are predicted to take more
/// than 3 s. The timing takes the same time for every grid, and saves a tenth to a third of the time of the transforms.
bool transforms_are_worth_timing(const StageTimes& predicted);

}  // namespace slurry
