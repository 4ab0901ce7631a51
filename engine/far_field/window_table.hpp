// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Kokkos_Core.hpp>

#include <cmath>

#include "far_field/far_grid.hpp"
#include "kernels/window.hpp"

namespace slurry {

/// Largest window (arrays of the per-point stages).
inline constexpr int largest_window = 20;

/// Piecewise polynomials of the window, rows padded to whole vectors (KaiserBessel::polynomials).
template <class Space>
struct WindowTable {
  int points = 0, degree = 0, pitch = 0;
  Kokkos::View<double*, typename Space::memory_space> coefficients;  ///< [degree + 1][pitch]

  WindowTable() = default;
  WindowTable(const KaiserBessel& window, int polynomial_degree)
      : points(window.points()), degree(polynomial_degree), pitch((window.points() + 7) / 8 * 8) {
    const auto host = window.polynomials(degree, pitch);
    coefficients =
        decltype(coefficients)(Kokkos::view_alloc("slurry::window", Kokkos::WithoutInitializing), host.size());
    Kokkos::deep_copy(coefficients, Kokkos::View<const double*, Kokkos::HostSpace>(host.data(), host.size()));
  }
};

/// Where the window of a point begins along direction d, and its phase tau in [0, 1).
KOKKOS_INLINE_FUNCTION int window_start(const FarGrid& g, int d, double local, double& tau) {
  const double left = local / g.spacing[d] - 0.5 * g.window;
  const double first = std::ceil(left);
  tau = first - left;
  return static_cast<int>(first) + g.offset[d];
}

/// index modulo n for -n <= index < 2 n.
KOKKOS_INLINE_FUNCTION int wrap_index(int index, int n) {
  return index < 0 ? index + n : (index >= n ? index - n : index);
}

}  // namespace slurry
