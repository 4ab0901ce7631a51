// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "slurry/solve_report.hpp"

namespace slurry {

struct GmresOptions {
  double tolerance = 1e-6;  ///< largest |rhs - A x| (absolute, l2)
  int most_iterations = 200;
  int restart = 60;  ///< number of directions that are kept
};

/// y = A x, where x and y have the same length.
using LinearMap = std::function<void(std::span<const double> x, std::span<double> y)>;

/// Solves A x = rhs by restarted GMRES (Saad & Schultz 1986) with modified Gram-Schmidt, starting from x = 0. For a
/// right preconditioner, A is the product, and the caller applies the preconditioner to x. The same input gives the
/// same bits. The report holds the number of products with A, without those that begin a restart, and the final |rhs -
/// A x| (l2) by the recurrence.
SolveReport gmres(const LinearMap& a, std::span<const double> rhs, std::span<double> x, const GmresOptions& options);

}  // namespace slurry
