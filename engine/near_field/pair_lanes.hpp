// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>

#include "base/simd.hpp"
#include "kernels/near_pair.hpp"

// One vector of pairs of the near field, for the host's inner loops.
namespace slurry::near {

/// 1/r for squared distances s; 0 at s = 0, which is the self term.
template <class Real>
inline simd::Wide<Real> inverse_distance(simd::Wide<Real> s) {
  const auto zero = s == Real(0);
  simd::where(zero, s) = Real(1);
  simd::Wide<Real> i = simd::inverse_sqrt(s);
  simd::where(zero, i) = Real(0);
  return i;
}

/// Coefficients of a NearPair in the precision of the arithmetic.
template <class Real, int Degree>
struct PairConstants {
  Real rc2, two_over_rc2, g, overlap2;
  Real x[Degree + 1], y[Degree], z[Degree - 1];
  double a, b;
  explicit PairConstants(const NearPair& p)
      : rc2(static_cast<Real>(p.rc2)),
        two_over_rc2(static_cast<Real>(p.two_over_rc2)),
        g(static_cast<Real>(p.g)),
        overlap2(static_cast<Real>((p.a + p.b) * (p.a + p.b))),
        a(p.a),
        b(p.b) {
    for (int k = 0; k <= Degree; ++k) x[k] = static_cast<Real>(p.x[k]);
    for (int k = 0; k < Degree; ++k) y[k] = static_cast<Real>(p.y[k]);
    for (int k = 0; k < Degree - 1; ++k) z[k] = static_cast<Real>(p.z[k]);
  }
};

/// Coefficients of f and of (r.f) r.
template <class Real>
struct SingleLayerLanes {
  simd::Wide<Real> along, radial;
};

/// A vector of pairs of the single layer at squared distances s (NearPair); lanes beyond the cutoff hold nothing of
/// use.  Degree is the compile-time m: the Horner loops must unroll fully (prolate-split.md section 2: seven times
/// slower otherwise).
template <PairKind Kind, int Degree, class Real>
inline SingleLayerLanes<Real> single_layer_lanes(const PairConstants<Real, Degree>& p, simd::Wide<Real> s) {
  using Wide = simd::Wide<Real>;
  const Wide v = s * p.two_over_rc2 - Real(1);
  const Wide i = inverse_distance<Real>(s), i2 = i * i, i3 = i2 * i;
  Wide x = p.x[Degree], y = p.y[Degree - 1];
#pragma GCC unroll 40
  for (int k = Degree - 1; k >= 1; --k) {
    x = x * v + p.x[k];
    y = y * v + p.y[k - 1];
  }
  x = x * v + p.x[0];
  Wide x0 = i, y0 = i3;
  if constexpr (Kind != PairKind::point) {
    const Wide gi3 = p.g * i3;
    x0 += Real(2) * gi3;
    y0 -= Real(6) * gi3 * i2;
  }
  if constexpr (Kind == PairKind::overlap) {
    const auto close = s < p.overlap2;
    if (!simd::none_of(close)) {
      for (std::size_t l = 0; l < Wide::size(); ++l) {
        if (!close[l]) continue;
        double xl, yl;
        rotne_prager_pair(std::sqrt(double(s[l])), p.a, p.b, xl, yl);
        x0[l] = static_cast<Real>(xl);
        y0[l] = static_cast<Real>(yl);
      }
    }
  }
  return {x0 - x, y0 - y};
}

}  // namespace slurry::near
