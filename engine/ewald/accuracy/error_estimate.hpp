// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/ewald_split.hpp"
#include "kernels/window.hpp"
#include "slurry/report.hpp"

namespace slurry {

/// Mean squares over the targets: of the velocity (or the potential), of its gradient, and of the pressure.
struct FieldSquares {
  double value = 0, gradient = 0, pressure = 0;
};

/// Predicts rms errors from the parameters alone (theory/error-control.md (E4)-(E7)). Each error is the rms of |error|
/// over the targets.
class ErrorEstimate {
 public:
  /// Makes an estimate. spacing: grid spacing divided by r_c. p: a^2/(3 r_c^2) for Rotne-Prager spheres, 0 for points.
  ErrorEstimate(const EwaldSplit& split, double spacing, double p);

  /// Errors of the single layer: by the modes beyond the grid (tail), and by the window. Both are for sum |f|^2 = 1 in
  /// a volume with cutoff r_c.
  double tail(double volume, double cutoff_radius) const;
  double window(const KaiserBessel& window, double volume, double cutoff_radius) const;

  /// Errors of the double layer that is spread by window gradients. Both are for kappa = 1 (SumCounts::dipole_norm).
  double double_tail(double volume, double cutoff_radius) const;
  double double_window(const KaiserBessel& window, double volume, double cutoff_radius) const;

  /// Mean squares of the errors that the window causes in gradient and pressure (theory/fields.md (G7)). The single
  /// layer has sum |f|^2 = 1, the double layer has kappa = 1. Velocities are 0 here, because they have functions of
  /// their own.
  struct FieldWindows {
    FieldSquares force, dipole;
  };
  FieldWindows field_windows(const KaiserBessel& window, double volume, double cutoff_radius) const;

 private:
  /// Weights of r^2, g^2 and g r at each wave number along one direction. They are integrated over the disc of the
  /// other two directions.
  struct Weights {
    std::vector<double> rr, gg, gr;
    void add(double r2, double g2, double mixed) {
      rr.push_back(r2);
      gg.push_back(g2);
      gr.push_back(mixed);
    }
  };
  std::vector<double> sums_of_aliases(const KaiserBessel& window, const std::vector<const Weights*>& of) const;

  double spacing_;
  std::vector<double> wave_numbers_, spectrum_;
  Weights dipole_value_, force_gradient_, force_pressure_, dipole_gradient_, dipole_pressure_;
  double tail_norm_ = 0, double_tail_norm_ = 0;
};

/// Square of the relative error of a field that hardly changes from node to node. The aliases at whole wave numbers of
/// the grid cause this error, once in spreading and once in gathering.
double long_wave_alias(const KaiserBessel& window);

/// Computes int_K^inf gamma(k r_c) (1 - g k^2) dk [1/length] for g [length^2]. A grid drops the modes beyond K, but the
/// near field assumes that they are summed. A point therefore lacks 8/(3 pi) of this integral times its own force, or
/// 2/pi of it times its own charge. The factor 8/(3 pi) is the integral of (8 pi/k^2) (I - k k/k^2)/(2 pi)^3 over
/// the sphere of radius k.
double dropped_self_integral(const EwaldSplit& split, double cutoff_radius, double wave_number, double g = 0);

}  // namespace slurry
