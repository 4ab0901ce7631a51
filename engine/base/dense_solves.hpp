// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <optional>
#include <vector>

namespace slurry {

// Small dense systems, which Eigen solves. Only one source file includes Eigen's headers. Matrices are stored by rows.

/// Returns the columns x rows matrix that solves the least-squares problem a x = b for every b of length `rows`, by a
/// QR decomposition with column pivoting. a: rows x columns, with rows >= columns.
std::vector<double> least_squares_inverse(const std::vector<double>& a, int rows, int columns);

/// Returns the x of length 2 that minimises |a x - b|, where a is 3 x 2, by a QR decomposition with column pivoting.
std::array<double, 2> least_squares_3x2(const std::array<double, 6>& a, const std::array<double, 3>& b);

/// Returns the inverse of a symmetric n x n matrix by Cholesky decomposition, or nothing if the matrix is not positive
/// definite.
std::optional<std::vector<double>> inverse_of_positive_definite(const std::vector<double>& a, int n);

/// Returns x^T a x for an n x n matrix a.
double quadratic_form(const std::vector<double>& a, const std::vector<double>& x);

/// Returns the eigenvectors of the symmetric tridiagonal matrix with this diagonal (n) and this off-diagonal (n - 1).
/// They have length n and norm 1, and are in ascending order of their eigenvalues.
std::vector<std::vector<long double>> tridiagonal_eigenvectors(const std::vector<long double>& diagonal,
                                                               const std::vector<long double>& off_diagonal);

/// Returns the solution x of a x = b, by an LU decomposition with full pivoting.
std::array<long double, 3> solve_3x3(const std::array<std::array<long double, 3>, 3>& a,
                                     const std::array<long double, 3>& b);

}  // namespace slurry
