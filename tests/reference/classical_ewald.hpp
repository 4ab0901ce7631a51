// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cmath>
#include <complex>
#include <cstddef>
#include <numbers>
#include <vector>

#include "reference/image_sums.hpp"
#include "reference/pairs.hpp"

// Slow truth of the 3-periodic sum: the classical Ewald sum with Hasimoto's Gaussian split, mode by mode and pair by
// pair; no grids, windows or prolates, and no engine code.  Formulas: theory/splits.md (S11) and, for the
// Laplacian, Lap G^near = (I Lap - grad grad) phi with phi = 2 erfc(xi r)/r - (2 xi/sqrt(pi)) exp(-xi^2 r^2).
namespace slurry::reference {

struct ClassicalEwald {
  std::array<double, 3> box;
  Real xi;  ///< split parameter; results must not depend on it

  /// (1 + g Lap) of the single layer plus the double layer, k = 0 dropped; a pair at distance 0 is skipped.
  std::vector<Real> sum(const Suspension& p, Real g = 0) const {
    std::vector<Real> u(p.targets.size(), 0);
    near(p, g, u);
    far(p, g, u);
    return u;
  }

  /// Rotne-Prager sum for spheres of radius a at both ends: the sum above with every overlapping pair replaced and the
  /// self-mobility added.
  std::vector<Real> rotne_prager(const Suspension& p, Real a) const {
    const Real g = a * a / 3;
    std::vector<Real> u = sum(p, g);
    const RotnePrager exact{a, a};
    const Stokeslet plain{g};
    for_pairs(p, 2 * a, [&](std::size_t t, std::size_t s, const Real d[3]) {
      Real add[3] = {0, 0, 0}, take[3] = {0, 0, 0};
      exact(d, p.density(s), add);
      plain(d, p.density(s), take);
      for (int c = 0; c < 3; ++c) u[3 * t + c] += add[c] - take[c];
    });
    return u;
  }

 private:
  static constexpr Real cut = 6.7L;  // exp(-cut^2) = 3e-20

  template <class Visit>
  void for_pairs(const Suspension& p, Real radius, Visit&& visit) const {
    for (std::size_t t = 0; t < p.target_count(); ++t)
      for (std::size_t s = 0; s < p.source_count(); ++s) {
        Real d0[3];
        int reach[3];
        for (int c = 0; c < 3; ++c) {
          d0[c] = Real(p.targets[3 * t + c]) - p.sources[3 * s + c];
          d0[c] -= box[c] * std::rint(d0[c] / box[c]);
          reach[c] = static_cast<int>(std::ceil(radius / box[c])) + 1;
        }
        for (int i = -reach[0]; i <= reach[0]; ++i)
          for (int j = -reach[1]; j <= reach[1]; ++j)
            for (int k = -reach[2]; k <= reach[2]; ++k) {
              const Real d[3] = {d0[0] + i * Real(box[0]), d0[1] + j * Real(box[1]), d0[2] + k * Real(box[2])};
              if (dot(d, d) < radius * radius) visit(t, s, d);
            }
      }
  }

  void near(const Suspension& p, Real g, std::vector<Real>& u) const {
    const Real root_pi = std::sqrt(std::numbers::pi_v<Real>);
    for_pairs(p, cut / xi, [&](std::size_t t, std::size_t s, const Real d[3]) {
      const Density density = p.density(s);
      const Real r2 = dot(d, d);
      Real* const out = &u[3 * t];
      if (r2 == 0) {  // minus the far part at 0
        for (int c = 0; c < 3; ++c) out[c] += (-4 * xi + g * 40 * xi * xi * xi / 3) / root_pi * density.f[c];
        return;
      }
      const Real r = std::sqrt(r2), E = 2 * xi / root_pi * std::exp(-xi * xi * r2), e = std::erfc(xi * r) / r;
      const Real slope = -2 * (E + e) / r + 2 * xi * xi * r * E;  // phi'
      const Real e1 = -(E + e) / r, E1 = -2 * xi * xi * r * E;    // e', E'
      const Real bend = -2 * (E1 + e1) / r + 2 * (E + e) / r2 + 2 * xi * xi * (E + r * E1);
      const Real x = e - E + g * (bend + slope / r), y = (e + E) / r2 - g * (bend - slope / r) / r2;
      const Real fd = dot(density.f, d), qd = dot(density.q, d), nd = dot(density.n, d), qn = dot(density.q, density.n);
      const Real C = -2 / (r2 * r2) * (3 * e + (3 + 2 * xi * xi * r2) * E), D = 2 * xi * xi * E;
      for (int c = 0; c < 3; ++c)
        out[c] += x * density.f[c] + y * fd * d[c] + (C * qd * nd + D * qn) * d[c] +
                  D * (nd * density.q[c] + qd * density.n[c]);
    });
  }

  void far(const Suspension& p, Real g, std::vector<Real>& u) const {
    using Complex = std::complex<double>;  // the sum over modes is smooth; double suffices
    const double pi = std::numbers::pi, volume = box[0] * box[1] * box[2];
    const double largest = static_cast<double>(2 * xi * cut);
    int most[3];
    for (int c = 0; c < 3; ++c) most[c] = static_cast<int>(largest * box[c] / (2 * pi)) + 1;
    for (int i = 0; i <= most[0]; ++i)
      for (int j = -most[1]; j <= most[1]; ++j)
        for (int l = -most[2]; l <= most[2]; ++l) {
          if (i == 0 && (j < 0 || (j == 0 && l <= 0))) continue;  // one of each pair of opposite modes
          const double k[3] = {2 * pi * i / box[0], 2 * pi * j / box[1], 2 * pi * l / box[2]};
          const double k2 = k[0] * k[0] + k[1] * k[1] + k[2] * k[2];
          if (k2 >= largest * largest) continue;
          const double t = k2 / static_cast<double>(4 * xi * xi);
          const double m = 8 * pi / k2 * (1 + t) * std::exp(-t) * (1 - static_cast<double>(g) * k2) * 2 / volume;
          Complex F[3] = {0, 0, 0}, sources_of_fluid = 0;
          for (std::size_t s = 0; s < p.source_count(); ++s) {
            const Density density = p.density(s);
            const double* y = &p.sources[3 * s];
            const double phase = -(k[0] * y[0] + k[1] * y[1] + k[2] * y[2]);
            const Complex wave(std::cos(phase), std::sin(phase));
            double qk = 0, nk = 0, qn = 0;
            for (int c = 0; c < 3; ++c) {
              qk += static_cast<double>(density.q[c]) * k[c];
              nk += static_cast<double>(density.n[c]) * k[c];
              qn += static_cast<double>(density.q[c] * density.n[c]);
            }
            for (int c = 0; c < 3; ++c)
              F[c] += wave * Complex(static_cast<double>(density.f[c]),
                                     static_cast<double>(density.q[c]) * nk + static_cast<double>(density.n[c]) * qk);
            sources_of_fluid += wave * qn;
          }
          const Complex along = (F[0] * k[0] + F[1] * k[1] + F[2] * k[2]) / k2;
          for (int c = 0; c < 3; ++c) F[c] = m * (F[c] - k[c] * along + Complex(0, 1) * k[c] * sources_of_fluid);
          for (std::size_t x = 0; x < p.target_count(); ++x) {
            const double* y = &p.targets[3 * x];
            const double phase = k[0] * y[0] + k[1] * y[1] + k[2] * y[2];
            const Complex wave(std::cos(phase), std::sin(phase));
            for (int c = 0; c < 3; ++c) u[3 * x + c] += (wave * F[c]).real();
          }
        }
  }
};

}  // namespace slurry::reference
