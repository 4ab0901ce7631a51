// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>

#include "base/simd.hpp"
#include "kernels/near_pair.hpp"

// One vector of pairs of the near field, for the host's inner loops. All functions are always inlined. Otherwise the
// compiler makes calls of them that pass the vectors through memory, which takes a quarter of the time.
namespace slurry::near {

/// The numbers of a NearPair that do not depend on its degree, in the precision of the arithmetic.
template <class Real>
struct PairNumbers {
  Real rc2, two_over_rc2, g, overlap2;
  double a, b;
  const NearPair* whole;  ///< must outlive this object
  explicit PairNumbers(const NearPair& p)
      : rc2(static_cast<Real>(p.rc2)),
        two_over_rc2(static_cast<Real>(p.two_over_rc2)),
        g(static_cast<Real>(p.g)),
        overlap2(static_cast<Real>((p.a + p.b) * (p.a + p.b))),
        a(p.a),
        b(p.b),
        whole(&p) {}
};

/// A NearPair with its coefficients, in the precision of the arithmetic.
template <class Real, int Degree>
struct PairConstants : PairNumbers<Real> {
  Real x[Degree + 1], y[Degree], z[Degree - 1];
  explicit PairConstants(const NearPair& p) : PairNumbers<Real>(p) {
    for (int k = 0; k <= Degree; ++k) x[k] = static_cast<Real>(p.x[k]);
    for (int k = 0; k < Degree; ++k) y[k] = static_cast<Real>(p.y[k]);
    for (int k = 0; k < Degree - 1; ++k) z[k] = static_cast<Real>(p.z[k]);
  }
};

/// Coefficients of f and of (r.f) r for a vector of pairs of the single layer.
template <class Real>
struct SingleLayerLanes {
  using Wide = simd::Wide<Real>;
  Wide along, radial;

  template <class Mask>
  [[gnu::always_inline]] void keep(const Mask& lanes) {
    simd::where(!lanes, along) = Real(0);
    simd::where(!lanes, radial) = Real(0);
  }
  /// The coefficients as seen from the other point of each pair.
  [[gnu::always_inline]] SingleLayerLanes reversed() const { return *this; }
  /// Adds the velocity by w = f at separations d = target - source. Each is a vector, or one number for all lanes.
  template <class Number>
  [[gnu::always_inline]] void add_velocity(const Wide (&d)[3], const Number (&w)[3], Wide (&u)[3]) const {
    const Wide along_r = radial * (d[0] * w[0] + d[1] * w[1] + d[2] * w[2]);
    for (int k = 0; k < 3; ++k) {  // component by component, so that each is a fused multiply-add
      u[k] += along * w[k];
      u[k] += along_r * d[k];
    }
  }
};

/// Coefficients of the combined layer (NearPair): of f and (r.f) r, of (n.r) q + (q.r) n + (q.n) r, and of (q.r)(n.r)
/// r.
template <class Real>
struct CombinedLanes {
  using Wide = simd::Wide<Real>;
  Wide along, radial, cross, cubic;

  template <class Mask>
  [[gnu::always_inline]] void keep(const Mask& lanes) {
    simd::where(!lanes, along) = Real(0);
    simd::where(!lanes, radial) = Real(0);
    simd::where(!lanes, cross) = Real(0);
    simd::where(!lanes, cubic) = Real(0);
  }
  /// The coefficients as seen from the other point of each pair. The double layer is odd in r.
  [[gnu::always_inline]] CombinedLanes reversed() const { return {along, radial, -cross, -cubic}; }
  /// Adds the velocity by w = (f, q, n and q.n) at separations d = target - source.
  template <class Number>
  [[gnu::always_inline]] void add_velocity(const Wide (&d)[3], const Number (&w)[10], Wide (&u)[3]) const {
    const Wide rf = d[0] * w[0] + d[1] * w[1] + d[2] * w[2], rq = d[0] * w[3] + d[1] * w[4] + d[2] * w[5],
               rn = d[0] * w[6] + d[1] * w[7] + d[2] * w[8];
    const Wide along_r = radial * rf + cross * w[9] + cubic * rq * rn, along_q = cross * rn, along_n = cross * rq;
    for (int k = 0; k < 3; ++k) {  // component by component, so that each is a fused multiply-add
      u[k] += along * w[k];
      u[k] += along_q * w[3 + k];
      u[k] += along_n * w[6 + k];
      u[k] += along_r * d[k];
    }
  }
};

/// Coefficients of a vector of pairs of the single layer at squared distances s (NearPair). The values in lanes beyond
/// the cutoff are meaningless. Degree is the degree m at compile time, because the Horner loops must unroll fully;
/// otherwise they are seven times slower.
template <PairKind Kind, int Degree, class Real>
[[gnu::always_inline]] inline SingleLayerLanes<Real> single_layer_lanes(const PairConstants<Real, Degree>& p,
                                                                        simd::Wide<Real> s) {
  using Wide = simd::Wide<Real>;
  const Wide v = s * p.two_over_rc2 - Real(1);
  const Wide i = simd::inverse_sqrt<true>(s), i2 = i * i, i3 = i2 * i;  // 0 at s = 0: the self term
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

/// Coefficients of a vector of pairs of the combined layer.
template <int Degree, class Real>
[[gnu::always_inline]] inline CombinedLanes<Real> combined_lanes(const PairConstants<Real, Degree>& p,
                                                                 simd::Wide<Real> s) {
  using Wide = simd::Wide<Real>;
  const Wide v = s * p.two_over_rc2 - Real(1);
  const Wide i = simd::inverse_sqrt<true>(s), i2 = i * i, i3 = i2 * i;  // 0 at s = 0: the self term
  Wide b1 = p.x[Degree], b2 = p.y[Degree - 1], b3 = p.z[Degree - 2];
#pragma GCC unroll 40
  for (int k = Degree - 1; k >= 2; --k) {
    b1 = b1 * v + p.x[k];
    b2 = b2 * v + p.y[k - 1];
    b3 = b3 * v + p.z[k - 2];
  }
  b1 = i - ((b1 * v + p.x[1]) * v + p.x[0]);
  b2 = i3 + (b2 * v + p.y[0]);  // -b_2
  b3 = Real(3) * i3 * i2 - b3;
  return {Real(2) * b1 - s * b2, b2, s * b3 - Real(3) * b2, Real(-2) * b3};
}

/// Coefficients of a vector of pairs of any kind. Lanes beyond the cutoff are set to 0.
template <PairKind Kind, int Degree, class Real>
[[gnu::always_inline]] inline auto lanes_within(const PairConstants<Real, Degree>& p, simd::Wide<Real> s) {
  const auto within = s < p.rc2;
  if constexpr (Kind == PairKind::combined) {
    CombinedLanes<Real> c = combined_lanes<Degree, Real>(p, s);
    c.keep(within);
    return c;
  } else {
    SingleLayerLanes<Real> c = single_layer_lanes<Kind, Degree, Real>(p, s);
    c.keep(within);
    return c;
  }
}

/// Adds the velocity by w at separation d, in double precision.
template <PairKind Kind, class Real, std::size_t Numbers>
inline void add_pair(const PairNumbers<Real>& p, const double (&d)[3], const Real (&w)[Numbers], double (&u)[3]) {
  double numbers[Numbers];
  for (std::size_t k = 0; k < Numbers; ++k) numbers[k] = w[k];
  if constexpr (Kind == PairKind::combined)
    add_combined_pair(*p.whole, d, numbers, u);
  else
    add_near_pair(*p.whole, d, numbers, u);
}

/// Distance below which pairs are summed in double precision if the rest is in single precision, relative to the length
/// of the group. Coordinates in a group are rounded to about 3e-8 of its length, and so are the distances of its
/// points. A value of 0.1 leaves an rms error of 4e-7 of a pair's velocity. It finds one pair in about a hundred
/// vectors, since a group is about a cutoff long.
inline constexpr double close_in_a_group = 0.1;
/// Square of the distance close_in_a_group for a group in the box [lo, hi]. It is 0 in double precision.
template <class Real>
Real close_squared(const double (&lo)[3], const double (&hi)[3]) {
  if constexpr (sizeof(Real) == 8) return 0;
  double length = 0;
  for (int d = 0; d < 3; ++d) length = hi[d] - lo[d] > length ? hi[d] - lo[d] : length;
  return static_cast<Real>(close_in_a_group * close_in_a_group * length * length);
}

/// Count of numbers that describe a source besides its position: those of f, or of f, q, n and q.n.
template <PairKind Kind>
inline constexpr int numbers_of_a_source = Kind == PairKind::combined ? 10 : 3;

}  // namespace slurry::near
