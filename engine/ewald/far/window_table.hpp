// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/execution.hpp"
#include "ewald/far/far_grid.hpp"
#include "kernels/window.hpp"

namespace slurry {

/// Largest window in grid points. The point-by-point stages have arrays of this length.
inline constexpr int largest_window = 17;

/// Piecewise polynomials of the window (KaiserBessel::polynomials), in the precision of the grid. Rows are padded to
/// whole vectors. derivative: derivative of the window with respect to the grid point, times the grid spacing
/// (KaiserBessel::slopes).
template <class Space, class Real = double>
struct WindowTable {
  using Values = Kokkos::View<Real*, typename Space::memory_space>;
  int points = 0, degree = 0, pitch = 0;
  Values coefficients;  ///< [degree + 1][pitch]
  Values derivative;    ///< [degree][pitch]
  /// Only on the host: offsets of the rows and planes in a grid of one component, wrapped if the grid is periodic.
  /// Index i is at [largest_window + i], for i from -largest_window to their number + largest_window.
  Kokkos::View<std::size_t*, typename Space::memory_space> row, plane;
  /// Only on the host, for an interleaved grid: the same polynomials, with the numbers of every point written
  /// `components` times. Rows have the length repeated_pitch(components).
  struct Repeated {
    Values coefficients, derivative;
  };
  Repeated repeated[2];  ///< for 3 and for 4 components
  const Repeated& of_components(int components) const { return repeated[components - 3]; }
  int repeated_pitch(int components) const {
    return interleaved_vectors(points, components, sizeof(Real)) * (64 / int(sizeof(Real)));
  }

  WindowTable() = default;
  WindowTable(const KaiserBessel& window, int polynomial_degree, const FarGrid& grid)
      : points(window.points()), degree(polynomial_degree), pitch((window.points() + 7) / 8 * 8) {
    const auto value = window.polynomials(degree, pitch);
    const auto slope = window.slopes(degree, pitch);
    coefficients = in_space(value);
    derivative = in_space(slope);
    if constexpr (is_host_space<Space>) {
      row = places(grid, 1);
      plane = places(grid, 2);
      for (const int n : {3, 4})
        if (grid.interleaved(n)) repeated[n - 3] = {repeat(value, n), repeat(slope, n)};
    }
  }

 private:
  static Kokkos::View<std::size_t*, typename Space::memory_space> places(const FarGrid& grid, int d) {
    const int n = grid.total[d];
    Kokkos::View<std::size_t*, typename Space::memory_space> v("slurry::window::places", n + 2 * largest_window);
    for (int i = -largest_window; i < n + largest_window; ++i) {
      const int stored = grid.periodic[d] ? (i % n + n) % n : std::clamp(i, 0, n - 1);
      v(i + largest_window) = d == 1 ? grid.row(0, stored, 0, 1) : grid.row(stored, 0, 0, 1);
    }
    return v;
  }
  Values repeat(const std::vector<double>& rows, int components) const {
    const std::size_t count = rows.size() / pitch, wide = repeated_pitch(components);
    std::vector<double> out(count * wide, 0.0);
    for (std::size_t k = 0; k < count; ++k)
      for (int i = 0; i < points * components; ++i) out[k * wide + i] = rows[k * pitch + i / components];
    return in_space(out);
  }
  static Values in_space(const std::vector<double>& host) {
    Values v(Kokkos::view_alloc("slurry::window", Kokkos::WithoutInitializing), host.size());
    const std::vector<Real> rounded(host.begin(), host.end());
    Kokkos::deep_copy(v, Kokkos::View<const Real*, Kokkos::HostSpace>(rounded.data(), rounded.size()));
    return v;
  }
};

/// Grid point at which the window of a point begins along direction d, and its phase tau in [0, 1).
KOKKOS_INLINE_FUNCTION int window_start(const FarGrid& g, int d, double local, double& tau) {
  const double left = local * g.per_length[d] - 0.5 * g.window;
  const double first = std::ceil(left);
  tau = first - left;
  return static_cast<int>(first) + g.offset[d];
}

/// The index modulo n, for -n <= index < 2 n.
KOKKOS_INLINE_FUNCTION int wrap_index(int index, int n) {
  return index < 0 ? index + n : (index >= n ? index - n : index);
}

}  // namespace slurry
