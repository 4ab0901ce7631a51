// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "slurry/machine_rates.hpp"
#include "slurry/options.hpp"
#include "slurry/report.hpp"

namespace slurry {

/// Predicted cost of one evaluation, for the choice of the cutoff.
class CostModel {
 public:
  explicit CostModel(const SumCounts& counts, const MachineRates& rates = {}) : counts_(counts), rates_(rates) {}
  double seconds(const EwaldParameters& parameters) const;

 private:
  SumCounts counts_;
  MachineRates rates_;
};

/// The rates that options give.  The default ones where they give none, and in deterministic sums always: no choice may
/// depend on what a clock once said (contracts.md).
MachineRates rates_for(const EwaldOptions& options);

}  // namespace slurry
