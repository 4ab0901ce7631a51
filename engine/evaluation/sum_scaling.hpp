// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "slurry/sum.hpp"

namespace slurry {

/// Densities of any size: sums and their errors are linear in f, q n and charges, but squares of numbers beyond 1e150,
/// or below 1e-150, leave the range of a double, and that of fp32 far earlier.
struct ScaledSum {
  SumProblem problem;  ///< densities of about 1
  double factor = 1;   ///< of everything that is summed, a power of 2
};

/// Nothing where the densities are of a size that needs none, or where all are 0.
std::optional<ScaledSum> scaled_sum(const SumProblem& problem, Layer layer, Precision precision);

/// Results and absolute errors times the factor.
void scale_result(SumResult& r, double factor, ToleranceKind kind);

/// Throws RefusedError where a result is not a finite number.
void check_finite(const SumResult& r);

}  // namespace slurry
