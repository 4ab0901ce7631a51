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
  int restart = 60;  ///< directions kept
};

/// y = A x; both of the same length.
using LinearMap = std::function<void(std::span<const double> x, std::span<double> y)>;

/// Restarted GMRES (Saad & Schultz 1986) with modified Gram-Schmidt, from x = 0: A x = rhs.  For a preconditioner on
/// the right, A is the product and the caller applies it to x.  Same bits for the same input.  Reported: products with
/// A, less those that begin a restart, and |rhs - A x| at the end by the recurrence (l2).
SolveReport gmres(const LinearMap& a, std::span<const double> rhs, std::span<double> x, const GmresOptions& options);

}  // namespace slurry
