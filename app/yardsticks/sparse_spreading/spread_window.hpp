// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Kokkos_Core.hpp>

#include <cmath>
#include <vector>

#include "base/execution.hpp"
#include "kernels/window.hpp"
#include "yardsticks/sparse_spreading/spreading.hpp"

namespace slurry {

/// First node in each direction, and the values of the window on P nodes from there.
template <class Real, int P>
struct NodeWeights {
  int first[3];
  Real weight[3][P];
};

/// The window of a K^3 mesh over the periodic unit cube.
template <class Space, class Real>
struct MeshWindow {
  int mesh = 1, degree = 0, points = 0;
  bool spline = true;
  Kokkos::View<Real*, typename Space::memory_space> polynomials;  ///< [degree + 1][points], for Kaiser-Bessel only

  explicit MeshWindow(const SpreadOptions& o)
      : mesh(o.mesh), points(o.window_points), spline(o.window == SpreadWindow::spline) {
    if (spline) return;
    const KaiserBessel window(points, 2.3 * points);
    degree = KaiserBessel::sufficient_degree(points);
    const std::vector<double> values = window.polynomials(degree, points);
    polynomials = decltype(polynomials)("slurry::spreading::polynomials", values.size());
    auto host = Kokkos::create_mirror_view(polynomials);
    for (std::size_t i = 0; i < values.size(); ++i) host(i) = Real(values[i]);
    Kokkos::deep_copy(polynomials, host);
  }

  /// Splines: M_2(u) = 1 - |u - 1|, M_n(u) = [u M_{n-1}(u) + (n - u) M_{n-1}(u - 1)]/(n - 1); node k has M_P(u - k).
  template <int P>
  KOKKOS_INLINE_FUNCTION int along(double x, Real (&w)[P]) const {
    const double u = (x - std::floor(x)) * mesh;
    int first;
    if (spline) {
      const double cell = std::floor(u);
      const Real t = Real(u - cell);
      Real v[P];  // v[i] = M_n(t + i)
      v[0] = t;
      v[1] = 1 - t;
      for (int i = 2; i < P; ++i) v[i] = 0;
      for (int n = 3; n <= P; ++n) {
        const Real scale = Real(1) / Real(n - 1);
        for (int i = n - 1; i > 0; --i) v[i] = scale * ((t + i) * v[i] + (n - i - t) * v[i - 1]);
        v[0] *= scale * t;
      }
      for (int i = 0; i < P; ++i) w[i] = v[P - 1 - i];
      first = int(cell) - P + 1;
    } else {
      const double left = u - 0.5 * P, node = std::ceil(left);
      const Real z = Real(2 * (node - left) - 1);
      for (int i = 0; i < P; ++i) w[i] = polynomials(degree * P + i);
      for (int k = degree - 1; k >= 0; --k)
        for (int i = 0; i < P; ++i) w[i] = w[i] * z + polynomials(k * P + i);
      first = int(node);
    }
    return first < 0 ? first + mesh : (first >= mesh ? first - mesh : first);
  }

  template <int P, class Positions>
  KOKKOS_INLINE_FUNCTION void at(const Positions& x, int i, NodeWeights<Real, P>& n) const {
    for (int d = 0; d < 3; ++d) n.first[d] = along<P>(x(i, d), n.weight[d]);
  }
};

/// Index of a node that may lie beyond the periodic boundary.
KOKKOS_INLINE_FUNCTION int wrapped_node(int i, int mesh) {
  return i >= mesh ? i - mesh : i;
}

struct AddAtomically {
  template <class Real>
  KOKKOS_INLINE_FUNCTION static void to(Real* node, Real value) {
    Kokkos::atomic_add(node, value);
  }
};
struct AddPlainly {
  template <class Real>
  KOKKOS_INLINE_FUNCTION static void to(Real* node, Real value) {
    *node += value;
  }
};
struct StorePlainly {
  template <class Real>
  KOKKOS_INLINE_FUNCTION static void to(Real* node, Real value) {
    *node = value;
  }
};

/// Spreads one particle onto the mesh, whose nodes have contiguous components.
template <class Add, int P, int C, class Real>
KOKKOS_INLINE_FUNCTION void spread_particle(const NodeWeights<Real, P>& n, int mesh, const Real* value, Real* nodes) {
  Real line[P * C];
  for (int j = 0; j < P; ++j)
    for (int c = 0; c < C; ++c) line[j * C + c] = n.weight[0][j] * value[c];
  for (int iz = 0; iz < P; ++iz)
    for (int iy = 0; iy < P; ++iy) {
      const Real weight = n.weight[2][iz] * n.weight[1][iy];
      const std::size_t row =
          (std::size_t(wrapped_node(n.first[2] + iz, mesh)) * mesh + wrapped_node(n.first[1] + iy, mesh)) * mesh;
      if (n.first[0] + P <= mesh) {
        Real* to = nodes + (row + n.first[0]) * C;
        for (int m = 0; m < P * C; ++m) Add::to(to + m, weight * line[m]);
      } else {
        for (int j = 0; j < P; ++j)
          for (int c = 0; c < C; ++c)
            Add::to(nodes + (row + wrapped_node(n.first[0] + j, mesh)) * C + c, weight * line[j * C + c]);
      }
    }
}

/// The transpose: sums the mesh under the window of one particle.
template <int P, int C, class Real>
KOKKOS_INLINE_FUNCTION void gather_particle(const NodeWeights<Real, P>& n, int mesh, const Real* nodes, Real* value) {
  Real line[P * C];
  for (int m = 0; m < P * C; ++m) line[m] = 0;
  for (int iz = 0; iz < P; ++iz)
    for (int iy = 0; iy < P; ++iy) {
      const Real weight = n.weight[2][iz] * n.weight[1][iy];
      const std::size_t row =
          (std::size_t(wrapped_node(n.first[2] + iz, mesh)) * mesh + wrapped_node(n.first[1] + iy, mesh)) * mesh;
      if (n.first[0] + P <= mesh) {
        const Real* from = nodes + (row + n.first[0]) * C;
        for (int m = 0; m < P * C; ++m) line[m] += weight * from[m];
      } else {
        for (int j = 0; j < P; ++j)
          for (int c = 0; c < C; ++c)
            line[j * C + c] += weight * nodes[(row + wrapped_node(n.first[0] + j, mesh)) * C + c];
      }
    }
  for (int c = 0; c < C; ++c) {
    Real sum = 0;
    for (int j = 0; j < P; ++j) sum += n.weight[0][j] * line[j * C + c];
    value[c] = sum;
  }
}

}  // namespace slurry
