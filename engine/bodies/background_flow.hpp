// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cmath>

namespace slurry {

/// Flow without the bodies: u = velocity + gradient x + curvature (y^2 + z^2) e_x. This form includes a uniform flow,
/// simple shear, any other linear flow, and Poiseuille flow in a pipe along x.
struct BackgroundFlow {
  std::array<double, 3> velocity{0, 0, 0};                    ///< at the origin [length/time]
  std::array<double, 9> gradient{0, 0, 0, 0, 0, 0, 0, 0, 0};  ///< du_i/dx_j, row-major [1/time]
  double curvature = 0;                                       ///< coefficient of y^2 + z^2 [1/(length time)]

  /// Poiseuille flow in a pipe of radius R with -dp/dx = drive: u_x = drive (R^2 - r^2)/(4 eta).
  static BackgroundFlow poiseuille(double drive, double viscosity, double radius) {
    BackgroundFlow f;
    f.curvature = -drive / (4 * viscosity);
    f.velocity[0] = -f.curvature * radius * radius;
    return f;
  }
  /// Simple shear: u_x = rate y.
  static BackgroundFlow shear(double rate) {
    BackgroundFlow f;
    f.gradient[1] = rate;
    return f;
  }

  bool any() const {
    double sum = std::abs(curvature);
    for (double v : velocity) sum += std::abs(v);
    for (double g : gradient) sum += std::abs(g);
    return sum > 0;
  }

  /// Adds (1 + size^2/6 Lap) u at x to v.
  void add_at(const double* x, double size, double* v) const {
    for (int i = 0; i < 3; ++i)
      v[i] += velocity[i] + gradient[3 * i] * x[0] + gradient[3 * i + 1] * x[1] + gradient[3 * i + 2] * x[2];
    v[0] += curvature * (x[1] * x[1] + x[2] * x[2] + 2 * size * size / 3);
  }

  /// Adds half the curl of u at x to w. This is the angular velocity of a sphere.
  void add_turning(const double* x, double* w) const {
    w[0] += 0.5 * (gradient[7] - gradient[5]);
    w[1] += 0.5 * (gradient[2] - gradient[6]) + curvature * x[2];
    w[2] += 0.5 * (gradient[3] - gradient[1]) - curvature * x[1];
  }

  /// Returns du_i/dx_j at x, row-major.
  std::array<double, 9> gradient_at(const double* x) const {
    std::array<double, 9> g = gradient;
    g[1] += 2 * curvature * x[1];
    g[2] += 2 * curvature * x[2];
    return g;
  }

  /// Returns the rate of strain at x, applied to n.
  std::array<double, 3> strain_times(const double* x, const double* n) const {
    const std::array<double, 9> g = gradient_at(x);
    std::array<double, 3> e{};
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) e[i] += 0.5 * (g[3 * i + j] + g[3 * j + i]) * n[j];
    return e;
  }
};

}  // namespace slurry
