// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "slurry/options.hpp"
#include "slurry/report.hpp"

namespace slurry {

/// Seconds of one core per unit of work.  Defaults: cpu-kernels.md, AVX-512, fp64.
struct MachineRates {
  double pair = 1.2e-9, pair_degree = 0.16e-9;  ///< per pair inside the cutoff: pair + pair_degree * m
  double spread = 0.55e-9, gather = 0.28e-9;    ///< per point and P^3
  double point = 40e-9;                         ///< per point: sorting, window values
  double transform = 6.0e-9;                    ///< per padded grid point and component, one way
};

/// Predicted cost of one evaluation, for the choice of the cutoff.
class CostModel {
 public:
  explicit CostModel(const SumCounts& counts, const MachineRates& rates = {}) : counts_(counts), rates_(rates) {}
  double seconds(const EwaldParameters& parameters) const;

 private:
  SumCounts counts_;
  MachineRates rates_;
};

}  // namespace slurry
