// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>

#include "reference/pairs.hpp"

// Closed forms of the derivatives and pressures of the pair kernels, and of charges; no engine code.
namespace slurry::reference {

/// d u_i/d x_l of the single and the double layer: G_ij = d_ij/r + r_i r_j/r^3, T_ijk = -6 r_i r_j r_k/r^5.
struct VelocitySlope {
  int l;
  void operator()(const Real d[3], const Density& s, Real u[3]) const {
    const Real r2 = dot(d, d);
    if (r2 == 0) return;
    const Real i = 1 / std::sqrt(r2), i3 = i * i * i, i5 = i3 * i * i, i7 = i5 * i * i;
    const Real rf = dot(d, s.f), rq = dot(d, s.q), rn = dot(d, s.n);
    for (int c = 0; c < 3; ++c) {
      const Real same = c == l ? 1 : 0;
      u[c] += (-s.f[c] * d[l] + s.f[l] * d[c] + rf * same) * i3 - 3 * rf * d[c] * d[l] * i5;
      u[c] += -6 * (same * rq * rn + d[c] * (s.q[l] * rn + s.n[l] * rq)) * i5 + 30 * d[c] * d[l] * rq * rn * i7;
    }
  }
  static constexpr bool has_net_force = false;  // no gauge: it converges
};

/// Pressure with grad p = Lap u: 2 f.r/r^3 and 4 (q.n)/r^3 - 12 (q.r)(n.r)/r^5; in the first component.
struct Pressure {
  void operator()(const Real d[3], const Density& s, Real u[3]) const {
    const Real r2 = dot(d, d);
    if (r2 == 0) return;
    const Real i = 1 / std::sqrt(r2), i3 = i * i * i;
    u[0] += 2 * dot(d, s.f) * i3 + 4 * dot(s.q, s.n) * i3 - 12 * dot(d, s.q) * dot(d, s.n) * i3 * i * i;
  }
  static constexpr bool has_net_force = false;
};

/// Potential charge/r in the first component; the charge is f_x.
struct Potential {
  void operator()(const Real d[3], const Density& s, Real u[3]) const {
    const Real r2 = dot(d, d);
    if (r2 > 0) u[0] += s.f[0] / std::sqrt(r2);
  }
  static constexpr bool has_net_force = false;  // for charges that add up to zero
};
/// Its gradient.
struct PotentialSlope {
  void operator()(const Real d[3], const Density& s, Real u[3]) const {
    const Real r2 = dot(d, d);
    if (r2 == 0) return;
    for (int c = 0; c < 3; ++c) u[c] -= s.f[0] * d[c] / (r2 * std::sqrt(r2));
  }
  static constexpr bool has_net_force = false;
};

}  // namespace slurry::reference
