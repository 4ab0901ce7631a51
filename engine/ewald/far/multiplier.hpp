// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <vector>

#include "kernels/ewald_split.hpp"
#include "slurry/report.hpp"

namespace slurry {

/// Way in which the modes of one periodic wave number are kept apart from their images in the free directions.
enum class ModeKind {
  full,    ///< no free direction
  zero,    ///< all periodic wave numbers zero: kernel cut at R = |L_free| + reach (far_reach; r_c of the prolate split)
  padded,  ///< padding alone
  /// the kernel less its value at |L_free| + reach, cut smoothly behind that; the value is put back everywhere
  tapered
};

/// Treatment of one mode: its kind, and P_i - L_i [length], by which the period of the padded grid exceeds the box.
struct ModePadding {
  ModeKind kind = ModeKind::full;
  double extension = 0;
};

/// Distance beyond the box and the reach at which padding alone keeps the images of a mode apart
/// (theory/spectral-ewald.md (F10), (F10a)). a > 0 is the length of the periodic part of the wave vector [1/length].
double padding_margin(const EwaldParameters& p, double a);

/// Multipliers of the far field for one box, split and tolerance (theory/spectral-ewald.md (F5)-(F16)).
class FarMultiplier {
 public:
  FarMultiplier(const EwaldParameters& parameters, const EwaldSplit& split);

  /// Treatment of the modes whose wave vector has a periodic part of length a [1/length].
  ModePadding padding(double a) const;

  /// Multiplier m(k) as a function of the free wave number kappa, where k^2 = a^2 + kappa^2. It is (8 pi/k^2) gamma(k
  /// r_c) tau, or (4 pi/k^2) gamma tau for the Coulomb sum. It holds for |k| < largest_wave_number(), without window
  /// and ball cut. area: area of the padded plane [length^2]; tapered modes have a constant on it.
  std::function<double(double kappa)> radial(double a, ModeKind kind, double area) const;

  /// Largest wave number, pi/h of the coarsest direction. Modes at and beyond it are dropped.
  double largest_wave_number() const { return largest_; }

  /// Constants that the truncated kernels of the zero mode leave out: add constant()[i] * sum of forces to u_i. The
  /// Coulomb potential gets constant()[0] * sum of charges: 1/R, -(2/L) ln R, -2 pi R/A for 0, 1, 2 periodic
  /// directions.
  std::array<double, 3> constant() const;

 private:
  const EwaldParameters& p_;
  const EwaldSplit& split_;
  double largest_ = 0, diagonal_ = 0, reach_ = 0, radius_ = 0, taper_start_ = 0, taper_width_ = 0;
};

}  // namespace slurry
