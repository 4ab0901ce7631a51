// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "slurry/options.hpp"

namespace slurry {

/// How fast a machine is, for the cost model that chooses cutoff and grid behind a tolerance: seconds per unit of work,
/// of which only the ratios matter.  Defaults: cpu-kernels.md, AVX-512, fp64, one core.
struct MachineRates {
  double pair = 1.2e-9, pair_degree = 0.16e-9;  ///< per pair inside the cutoff: pair + pair_degree * m
  double spread = 0.55e-9, gather = 0.28e-9;    ///< per point and P^3
  double point = 40e-9;                         ///< per point: sorting, window values
  double transform = 6.0e-9;                    ///< per padded grid point and component, one way
};

}  // namespace slurry
