// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "slurry/machine_rates.hpp"
#include "slurry/options.hpp"
#include "slurry/report.hpp"

namespace slurry {

/// Predicted cost of one evaluation, for the choice of the cutoff.
class CostModel {
 public:
  /// several_radii: of a RotnePragerEwald, which has more components and a longer near field.
  explicit CostModel(const SumCounts& counts, const MachineRates& rates = {}, bool several_radii = false)
      : counts_(counts), rates_(rates), several_radii_(several_radii) {}
  double seconds(const EwaldParameters& parameters) const;

 private:
  SumCounts counts_;
  MachineRates rates_;
  bool several_radii_;
};

/// The rates that options give.  The default ones where they give none, and in deterministic sums always: no choice may
/// depend on what a clock once said (contracts.md).
MachineRates rates_for(const EwaldOptions& options);

}  // namespace slurry
