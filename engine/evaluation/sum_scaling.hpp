// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "slurry/sum.hpp"

namespace slurry {

/// A problem scaled to densities of about 1. Sums and their errors are linear in f, q n and charges. Squares of numbers
/// beyond 1e150 or below 1e-150 leave the range of a double, and that of fp32 far earlier.
struct ScaledSum {
  SumProblem problem;  ///< densities of about 1
  double factor = 1;   ///< factor of all densities, a power of 2
};

/// Scales a problem. Returns nothing if the densities need no scaling, or if all of them are 0.
std::optional<ScaledSum> scaled_sum(const SumProblem& problem, Layer layer, Precision precision);

/// Multiplies results and absolute errors by the factor.
void scale_result(SumResult& r, double factor, ToleranceKind kind);

/// Throws RefusedError if a result is not a finite number.
void check_finite(const SumResult& r);

}  // namespace slurry
