// SPDX-License-Identifier: BSD-3-Clause
#include "fmm/tile_product.hpp"

#include <cstddef>
#include <type_traits>

#include "base/simd.hpp"

namespace slurry::fmm {
namespace {

using Wide = simd::Wide<double>;
constexpr int width = static_cast<int>(Wide::size());
/// Vectors of one pass: with six rows, accumulators fill the registers (32 of 64 bytes, else 16).
constexpr int pass_vectors = width == 8 ? 4 : 2;
constexpr int pass_columns = pass_vectors * width;
static_assert(tile_columns % pass_columns == 0);

/// What becomes of the product: y = A x, y += A x, y -= A x.
enum class Into { nothing, sum, difference };

template <int Rows, Into into>
void panel(const double* a, int columns, const double* x, double* y, const int* from, const int* to, int first) {
  for (int c0 = 0; c0 < tile_columns; c0 += pass_columns) {
    Wide sum[Rows][pass_vectors];
    for (auto& row : sum)
      for (Wide& v : row) v = 0.0;
    const double* value = a;
    for (int k = 0; k < columns; ++k, value += Rows) {
      const double* const row = x + static_cast<std::ptrdiff_t>(from ? from[k] : k) * tile_columns + c0;
      Wide in[pass_vectors];
#pragma GCC unroll 8
      for (int v = 0; v < pass_vectors; ++v) in[v].copy_from(row + v * width, simd::element_aligned);
#pragma GCC unroll 8
      for (int i = 0; i < Rows; ++i) {
        const Wide factor = value[i];
#pragma GCC unroll 8
        for (int v = 0; v < pass_vectors; ++v) sum[i][v] += factor * in[v];
      }
    }
#pragma GCC unroll 8
    for (int i = 0; i < Rows; ++i) {
      double* const row = y + static_cast<std::ptrdiff_t>(to ? to[first + i] : first + i) * tile_columns + c0;
#pragma GCC unroll 8
      for (int v = 0; v < pass_vectors; ++v) {
        if constexpr (into != Into::nothing) {
          const Wide before(row + v * width, simd::element_aligned);
          sum[i][v] = into == Into::sum ? before + sum[i][v] : before - sum[i][v];
        }
        sum[i][v].copy_to(row + v * width, simd::element_aligned);
      }
    }
  }
}

template <Into into>
void product(const TileMatrix& m, const double* x, double* y, const int* from, const int* to) {
  const double* a = m.data();
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

TileMatrix::TileMatrix(int rows, int columns, const std::function<double(int, int)>& entry)
    : rows_(rows), columns_(columns) {
  values_.reserve(static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns));
  for (int row = 0; row < rows;) {
    const int count = panel_rows(rows, row);
    for (int k = 0; k < columns; ++k)
      for (int i = 0; i < count; ++i) values_.push_back(entry(row + i, k));
    row += count;
  }
}

void multiply(const TileMatrix& a, const double* x, double* y, const int* from, const int* to) {
  product<Into::nothing>(a, x, y, from, to);
}
void multiply_add(const TileMatrix& a, const double* x, double* y, const int* from, const int* to) {
  product<Into::sum>(a, x, y, from, to);
}
void multiply_subtract(const TileMatrix& a, const double* x, double* y, const int* from, const int* to) {
  product<Into::difference>(a, x, y, from, to);
}

}  // namespace slurry::fmm
