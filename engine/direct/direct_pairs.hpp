// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Kokkos_Core.hpp>

#include <cmath>

#include "kernels/near_pair.hpp"

// Interactions of one target with W sources together. On a host (W = 8) the loops over v vectorise; on a device W = 1.
namespace slurry::direct {

inline constexpr int max_tail_degree = 40;

/// Radii of a target and W sources, and the constants that follow from them.
template <int W>
struct PairRadii {
  KOKKOS_INLINE_FUNCTION PairRadii(double a, const double* sources) : target(a), source(sources) {
    for (int v = 0; v < W; ++v) {
      const double b = sources[v];
      g[v] = (a * a + b * b) / 6;
      contact2[v] = a > 0 && b > 0 ? (a + b) * (a + b) : 0;
    }
  }
  double target;
  const double* source;
  double g[W];         ///< (a_t^2 + a_s^2)/6 of (1 + g Lap) G
  double contact2[W];  ///< squared distance below which the pair overlaps and is regularised; 0: never regularised
};

/// Adds sum_v [X I + Y d d] f to u for the pairs with separations d = target - source. If d = 0, a pair of points adds
/// nothing and a pair of spheres adds the self-mobility.
template <int W>
KOKKOS_INLINE_FUNCTION void add_pairs(const PairRadii<W>& radii, const double (&x)[W], const double (&y)[W],
                                      const double (&z)[W], const double* fx, const double* fy, const double* fz,
                                      double (&ux)[W], double (&uy)[W], double (&uz)[W]) {
  double X[W], Y[W], r2[W];
  int close = 0;
  for (int v = 0; v < W; ++v) {
    r2[v] = x[v] * x[v] + y[v] * y[v] + z[v] * z[v];
    close += r2[v] < radii.contact2[v] ? 1 : 0;
    const double i2 = r2[v] > 0 ? 1 / r2[v] : 0, i1 = ::sqrt(i2);
    X[v] = i1 * (1 + 2 * radii.g[v] * i2);
    Y[v] = i1 * i2 * (1 - 6 * radii.g[v] * i2);
  }
  if (close > 0)
    for (int v = 0; v < W; ++v)
      if (r2[v] < radii.contact2[v]) rotne_prager_pair(::sqrt(r2[v]), radii.target, radii.source[v], X[v], Y[v]);
  for (int v = 0; v < W; ++v) {
    const double s = Y[v] * (x[v] * fx[v] + y[v] * fy[v] + z[v] * fz[v]);
    ux[v] += X[v] * fx[v] + s * x[v];
    uy[v] += X[v] * fy[v] + s * y[v];
    uz[v] += X[v] * fz[v] + s * z[v];
  }
}

/// Images along x: |n| <= images one by one, all others by a series in solid harmonics.
///
/// With r_n = r + n L e_x the sum of G f over the far images is  f P0 - (r.f) grad P0 - f_x grad P1,
/// P0 = sum 1/r_n, P1 = sum n L/r_n (Papkovich and Neuber's form of the Stokeslet), and Lap of it is -2 grad(f.grad
/// P0). P0 and P1 are harmonic around the origin:  P0 = sum_even c_l H_l,  P1 = sum_odd d_l H_l,  H_l = r^l P_l(x/r) in
/// lengths of (images + 1) L, with Hurwitz zeta values in c_l, d_l.  c_0 is divergent and fixed by the gauge.
struct ImageSeries {
  double period = 1, inverse_length = 1;  ///< L, 1/((images + 1) L)
  int images = 0, degree = 0;
  double axial_constant = 0, transverse_constant = 0;  ///< added to u_x / f_x and to u_y / f_y, with the gauge
  double c[max_tail_degree + 1]{};                     ///< c_l for even l >= 2, d_l for odd l >= 3
};

template <int W>
KOKKOS_INLINE_FUNCTION void add_tail(const ImageSeries& series, const double (&g)[W], const double (&x_in)[W],
                                     const double (&y_in)[W], const double (&z_in)[W], const double* fx,
                                     const double* fy, const double* fz, double (&ux)[W], double (&uy)[W],
                                     double (&uz)[W]) {
  const double scale = series.inverse_length;
  double x[W], y[W], z[W], r2[W];
  double h0[W], h1[W], s0[W], s1[W], t0[W], t1[W];                 // H, (dH/drho)/rho, (dS/drho)/rho at l-1 and l
  double p[W], px[W], ps[W], qx[W], qs[W], pxx[W], pxs[W], pt[W];  // P0, P1 and their derivatives
  for (int v = 0; v < W; ++v) {
    x[v] = x_in[v] * scale;
    y[v] = y_in[v] * scale;
    z[v] = z_in[v] * scale;
    r2[v] = x[v] * x[v] + y[v] * y[v] + z[v] * z[v];
    h0[v] = 1;
    h1[v] = x[v];
    s0[v] = s1[v] = t0[v] = t1[v] = 0;
    p[v] = px[v] = ps[v] = qx[v] = qs[v] = pxx[v] = pxs[v] = pt[v] = 0;
  }
  for (int l = 1; l < series.degree; ++l) {
    const double inv = 1.0 / (l + 1), up = (2 * l + 1) * inv, down = l * inv, n = l + 1, c = series.c[l + 1];
    const bool even = (l + 1) % 2 == 0;
    for (int v = 0; v < W; ++v) {
      const double h2 = up * x[v] * h1[v] - down * r2[v] * h0[v];
      const double s2 = up * x[v] * s1[v] - down * (r2[v] * s0[v] + 2 * h0[v]);
      const double t2 = up * x[v] * t1[v] - down * (r2[v] * t0[v] + 4 * s0[v]);
      if (even) {
        p[v] += c * h2;
        px[v] += c * n * h1[v];
        ps[v] += c * s2;
        pxx[v] += c * n * (n - 1) * h0[v];
        pxs[v] += c * n * s1[v];
        pt[v] += c * t2;
      } else {
        qx[v] += c * n * h1[v];
        qs[v] += c * s2;
      }
      h0[v] = h1[v];
      h1[v] = h2;
      s0[v] = s1[v];
      s1[v] = s2;
      t0[v] = t1[v];
      t1[v] = t2;
    }
  }
  for (int v = 0; v < W; ++v) {
    const double lap = 2 * g[v] * scale * scale;
    const double transverse = fy[v] * y[v] + fz[v] * z[v], fr = fx[v] * x[v] + transverse;
    const double side = fr * ps[v] + fx[v] * qs[v] * scale + lap * (pxs[v] * fx[v] + pt[v] * transverse);
    ux[v] += fx[v] * (series.axial_constant + p[v] - qx[v] * scale) - fr * px[v] -
             lap * (pxx[v] * fx[v] + pxs[v] * transverse);
    uy[v] += fy[v] * (series.transverse_constant + p[v] - lap * ps[v]) - y[v] * side;
    uz[v] += fz[v] * (series.transverse_constant + p[v] - lap * ps[v]) - z[v] * side;
  }
}

}  // namespace slurry::direct
