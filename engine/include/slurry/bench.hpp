// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>

#include "slurry/options.hpp"
#include "slurry/report.hpp"

namespace slurry {

/// What is timed (contracts.md "Measuring speed"): uniform random points in the unit cube, normal random densities,
/// targets = sources, new positions every call, sorting included, planning apart.
struct SumBenchCase {
  Layer layer = Layer::single;
  Precision precision = Precision::fp64;
  double tolerance = 1e-3;  ///< relative
  std::size_t points = 100000;
  int periodicity = 1;
  int repeats = 7;
  std::uint64_t seed = 1;
};

struct SumBenchResult {
  double cpu_seconds = 0;           ///< of the process, median over the calls
  double plan_seconds = 0;          ///< wall time of tables and Fourier plans
  double reached = 0;               ///< relative l2 error at 200 targets
  bool against_direct_sum = false;  ///< the truth of `reached`: direct image sum, or another split at 1e-12
  StageTimes stages;                ///< wall seconds of the median call
  EwaldParameters parameters;
};

/// Times one case.  A Runtime must live.  Throws as select_ewald_parameters does.
SumBenchResult bench_sum(const SumBenchCase& c);

}  // namespace slurry
