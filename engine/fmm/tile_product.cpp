// SPDX-License-Identifier: BSD-3-Clause
#include "fmm/tile_product.hpp"

#include <algorithm>
#include <cstddef>
#include <type_traits>

#include "base/simd.hpp"

namespace slurry::fmm {
namespace {

/// Numbers of a vector, and vectors of one pass: with six rows, accumulators fill the registers (32 of 64 bytes, else
/// 16), or the pass takes the whole tile.
template <class Real>
constexpr int wide_columns = static_cast<int>(simd::Wide<Real>::size());
template <class Real>
constexpr int pass_vectors = std::min(wide_columns<Real>* int(sizeof(Real)) == 64 ? 4 : 2,
                                      tile_columns / wide_columns<Real>);

/// What becomes of the product: y = A x, y += A x, y -= A x.
enum class Into { nothing, sum, difference };

template <int Rows, Into into, class Real>
void panel(const Real* a, int columns, const Real* x, Real* y, const int* from, const int* to, int first) {
  using Wide = simd::Wide<Real>;
  constexpr int width = wide_columns<Real>, vectors = pass_vectors<Real>, pass_columns = vectors * width;
  static_assert(tile_columns % pass_columns == 0);
  for (int c0 = 0; c0 < tile_columns; c0 += pass_columns) {
    Wide sum[Rows][vectors];
    for (auto& row : sum)
      for (Wide& v : row) v = Real(0);
    const Real* value = a;
    for (int k = 0; k < columns; ++k, value += Rows) {
      const Real* const row = x + static_cast<std::ptrdiff_t>(from ? from[k] : k) * tile_columns + c0;
      Wide in[vectors];
#pragma GCC unroll 8
      for (int v = 0; v < vectors; ++v) in[v].copy_from(row + v * width, simd::element_aligned);
#pragma GCC unroll 8
      for (int i = 0; i < Rows; ++i) {
        const Wide factor = value[i];
#pragma GCC unroll 8
        for (int v = 0; v < vectors; ++v) sum[i][v] += factor * in[v];
      }
    }
#pragma GCC unroll 8
    for (int i = 0; i < Rows; ++i) {
      Real* const row = y + static_cast<std::ptrdiff_t>(to ? to[first + i] : first + i) * tile_columns + c0;
#pragma GCC unroll 8
      for (int v = 0; v < vectors; ++v) {
        if constexpr (into != Into::nothing) {
          const Wide before(row + v * width, simd::element_aligned);
          sum[i][v] = into == Into::sum ? before + sum[i][v] : before - sum[i][v];
        }
        sum[i][v].copy_to(row + v * width, simd::element_aligned);
      }
    }
  }
}

template <Into into, class Real>
void product(const TileMatrix<Real>& m, const Real* x, Real* y, const int* from, const int* to) {
  const Real* a = m.data();
  for (int row = 0; row < m.rows();) {
    const int rows = panel_rows(m.rows(), row);
    const auto run = [&](auto count) { panel<decltype(count)::value, into>(a, m.columns(), x, y, from, to, row); };
    switch (rows) {
      case 1:
        run(std::integral_constant<int, 1>());
        break;
      case 2:
        run(std::integral_constant<int, 2>());
        break;
      case 3:
        run(std::integral_constant<int, 3>());
        break;
      case 4:
        run(std::integral_constant<int, 4>());
        break;
      case 5:
        run(std::integral_constant<int, 5>());
        break;
      default:
        run(std::integral_constant<int, 6>());
        break;
    }
    row += rows;
    a += static_cast<std::ptrdiff_t>(rows) * m.columns();
  }
}

}  // namespace

template <class Real>
TileMatrix<Real>::TileMatrix(int rows, int columns, const std::function<double(int, int)>& entry)
    : rows_(rows), columns_(columns) {
  values_.reserve(static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns));
  for (int row = 0; row < rows;) {
    const int count = panel_rows(rows, row);
    for (int k = 0; k < columns; ++k)
      for (int i = 0; i < count; ++i) values_.push_back(static_cast<Real>(entry(row + i, k)));
    row += count;
  }
}

template <class Real>
void multiply(const TileMatrix<Real>& a, const Real* x, Real* y, const int* from, const int* to) {
  product<Into::nothing>(a, x, y, from, to);
}
template <class Real>
void multiply_add(const TileMatrix<Real>& a, const Real* x, Real* y, const int* from, const int* to) {
  product<Into::sum>(a, x, y, from, to);
}
template <class Real>
void multiply_subtract(const TileMatrix<Real>& a, const Real* x, Real* y, const int* from, const int* to) {
  product<Into::difference>(a, x, y, from, to);
}

#define SLURRY_INSTANTIATE(Real)                                                                   \
  template class TileMatrix<Real>;                                                                 \
  template void multiply(const TileMatrix<Real>&, const Real*, Real*, const int*, const int*);     \
  template void multiply_add(const TileMatrix<Real>&, const Real*, Real*, const int*, const int*); \
  template void multiply_subtract(const TileMatrix<Real>&, const Real*, Real*, const int*, const int*);
SLURRY_INSTANTIATE(double)
SLURRY_INSTANTIATE(float)
#undef SLURRY_INSTANTIATE

}  // namespace slurry::fmm
