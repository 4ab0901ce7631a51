// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <vector>

// Products of a small matrix and a tile of many columns. Every operator between expansions consists of them.
namespace slurry::fmm {

/// Number of columns of a tile, for 8 boxes of 4 expansions.
inline constexpr int tile_columns = 32;

/// A matrix in the layout that the product reads: balanced panels of at most six rows, column by column.
template <class Real>
class TileMatrix {
 public:
  TileMatrix() = default;
  /// Makes the matrix. The entries are rounded to Real.
  TileMatrix(int rows, int columns, const std::function<double(int row, int column)>& entry);
  int rows() const { return rows_; }
  int columns() const { return columns_; }
  const Real* data() const { return values_.data(); }

 private:
  int rows_ = 0, columns_ = 0;
  std::vector<Real> values_;
};

/// Number of rows of the panel that begins at `row`. Panels are balanced: seven rows become four and three, not six and
/// one.
constexpr int panel_rows(int rows, int row) {
  const int left = rows - row, panels = (left + 5) / 6;
  return (left + panels - 1) / panels;
}

/// y = A x.  x: rows of tile_columns numbers, A.columns() of them; y: A.rows() of them.  from: the row of x that column
/// k takes (k itself where null); to: the row of y that row i goes to (i itself where null).
template <class Real>
void multiply(const TileMatrix<Real>& a, const Real* x, Real* y, const int* from = nullptr, const int* to = nullptr);
/// Computes y += A x, and y -= A x.
template <class Real>
void multiply_add(const TileMatrix<Real>& a, const Real* x, Real* y, const int* from = nullptr,
                  const int* to = nullptr);
template <class Real>
void multiply_subtract(const TileMatrix<Real>& a, const Real* x, Real* y, const int* from = nullptr,
                       const int* to = nullptr);

}  // namespace slurry::fmm
