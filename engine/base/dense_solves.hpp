// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <optional>
#include <vector>

namespace slurry {

// Small dense systems, solved by Eigen, whose headers one source alone parses.  Matrices are stored by rows.

/// The columns x rows matrix that solves the least-squares problem a x = b for every b of length `rows`; by a QR
/// decomposition with column pivoting.  a: rows x columns, rows >= columns.
std::vector<double> least_squares_inverse(const std::vector<double>& a, int rows, int columns);

/// The x of length 2 that minimises |a x - b|, where a is 3 x 2; by a QR decomposition with column pivoting.
std::array<double, 2> least_squares_3x2(const std::array<double, 6>& a, const std::array<double, 3>& b);

/// The inverse of a symmetric n x n matrix by Cholesky's decomposition; nothing if the matrix is not positive definite.
std::optional<std::vector<double>> inverse_of_positive_definite(const std::vector<double>& a, int n);

/// x^T a x for an n x n matrix.
double quadratic_form(const std::vector<double>& a, const std::vector<double>& x);

/// Eigenvectors of the symmetric tridiagonal matrix with this diagonal (n) and this off-diagonal (n - 1), in ascending
/// order of their eigenvalues; each of length n and norm 1.
std::vector<std::vector<long double>> tridiagonal_eigenvectors(const std::vector<long double>& diagonal,
                                                               const std::vector<long double>& off_diagonal);

/// The x with a x = b; by an LU decomposition with full pivoting.
std::array<long double, 3> solve_3x3(const std::array<std::array<long double, 3>, 3>& a,
                                     const std::array<long double, 3>& b);

}  // namespace slurry
