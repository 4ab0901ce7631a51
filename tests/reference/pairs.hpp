// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>

// Pair kernels in extended precision, written from the formulas of theory/conventions-and-gauges.md and
// theory/rotne-prager.md; no engine code.  Each adds the field of one source at separation d = target - source to u.
namespace slurry::reference {

using Real = long double;

inline Real dot(const Real* a, const Real* b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/// A kernel with the density of one source: f of the single layer, or q and n of the double layer.
struct Density {
  Real f[3] = {0, 0, 0}, q[3] = {0, 0, 0}, n[3] = {0, 0, 0};
};

/// (1 + g Lap) (I/r + rr/r^3) f.  A pair at distance 0 gives nothing.
struct Stokeslet {
  Real g = 0;
  void operator()(const Real d[3], const Density& s, Real u[3]) const {
    const Real r2 = dot(d, d);
    if (r2 == 0) return;
    const Real i = 1 / std::sqrt(r2), i3 = i * i * i, fd = dot(s.f, d);
    for (int c = 0; c < 3; ++c)
      u[c] += i * s.f[c] + i3 * fd * d[c] + g * (2 * i3 * s.f[c] - 6 * i3 * i * i * fd * d[c]);
  }
  static constexpr bool has_net_force = true;
};

/// -6 rrr/r^5 contracted with q and n.
struct Stresslet {
  void operator()(const Real d[3], const Density& s, Real u[3]) const {
    const Real r2 = dot(d, d);
    if (r2 == 0) return;
    const Real i = 1 / std::sqrt(r2), factor = -6 * i * i * i * i * i * dot(d, s.q) * dot(d, s.n);
    for (int c = 0; c < 3; ++c) u[c] += factor * d[c];
  }
  static constexpr bool has_net_force = false;
};

/// Rotne-Prager tensor of spheres with radii a and b, overlap included; the self-mobility 4/(3 a) at distance 0.
struct RotnePrager {
  Real a, b;
  void operator()(const Real d[3], const Density& s, Real u[3]) const {
    const Real r2 = dot(d, d), r = std::sqrt(r2), fd = dot(s.f, d);
    Real x, y;
    if (r > a + b) {
      Stokeslet{(a * a + b * b) / 6}(d, s, u);
      return;
    }
    if (r <= std::fabs(a - b) || r == 0) {
      x = 4 / (3 * std::fmax(a, b));
      y = 0;
    } else {
      // Zuk, Wajnryb, Mizerski & Szymczak, J. Fluid Mech. 741 (2014) R5, in units of 1/(8 pi eta)
      const Real e = (a - b) * (a - b), k = 4 / (3 * a * b) / (32 * r * r2);
      x = k * (16 * r * r2 * (a + b) - (e + 3 * r2) * (e + 3 * r2));
      y = k * 3 * (e - r2) * (e - r2) / r2;
    }
    for (int c = 0; c < 3; ++c) u[c] += x * s.f[c] + y * fd * d[c];
  }
  static constexpr bool has_net_force = true;
};

/// Both layers at once.
struct BothLayers {
  void operator()(const Real d[3], const Density& s, Real u[3]) const {
    Stokeslet{}(d, s, u);
    Stresslet{}(d, s, u);
  }
  static constexpr bool has_net_force = true;
};

}  // namespace slurry::reference
