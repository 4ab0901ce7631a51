// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Kokkos_Core.hpp>

#include <cmath>

#include "kernels/near_pair.hpp"

namespace slurry {

/// Near field of spheres of any radii (theory/rotne-prager.md (R6)). X and Y of the far part are linear in g = (a^2 +
/// b^2)/6, so that two polynomials each serve every pair. Trivially copyable.
struct RadiiPair {
  int degree = 0;
  double rc2 = 0, two_over_rc2 = 0;
  double x[2][largest_near_degree + 1] = {}, y[2][largest_near_degree + 1] = {};  ///< part without g, and factor of g
};

RadiiPair make_radii_pair(const EwaldSplit& split, double cutoff_radius);

/// Coefficients of f and of (d.f) d of the near field at squared distance s, with i = 1/r (0 at r = 0). The singular
/// part is that of spheres that do not overlap; overlapping pairs are corrected afterwards. T: double, or a vector of
/// doubles. Degree: p.degree, if it is known at compile time, so that the loop unrolls.
template <class T, int Degree = -1>
KOKKOS_INLINE_FUNCTION void radii_coefficients(const RadiiPair& p, T s, T inverse, T g, T& x0, T& y0, T& x, T& y) {
  const T v = s * p.two_over_rc2 - 1.0;
  const int degree = Degree >= 0 ? Degree : p.degree;
  T xa = p.x[0][degree], xb = p.x[1][degree], ya = p.y[0][degree], yb = p.y[1][degree];
#if !defined(__CUDACC__)
#pragma GCC unroll 40
#endif
  for (int k = degree - 1; k >= 0; --k) {
    xa = xa * v + p.x[0][k];
    xb = xb * v + p.x[1][k];
    ya = ya * v + p.y[0][k];
    yb = yb * v + p.y[1][k];
  }
  x = xa + g * xb;
  y = ya + g * yb;
  const T i2 = inverse * inverse, i3 = i2 * inverse;
  x0 = inverse + 2.0 * g * i3;
  y0 = i3 - 6.0 * g * i3 * i2;
}

}  // namespace slurry
