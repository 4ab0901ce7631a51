// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "slurry/options.hpp"

namespace slurry {

/// The parameters that one tolerance determines, whatever the box.
struct Preset {
  double shape = 0;            ///< c of the prolate split, xi r_c of Hasimoto's
  int points = 0;              ///< P, window width in grid points
  double window_shape = 0;     ///< beta/P
  double oversampling = 1.35;  ///< (pi/h) r_c / shape: sigma of the prolate split
};

/// Preset for an rms error eps relative to the rms far field. Source: theory/error-control.md, presets, sigma 1.35, in
/// the column "single layer only" or the column with a double layer. Between the rows of the table c is linear in log
/// eps, and P is that of the next tighter row.
Preset layer_preset(Layer layer, double eps);

/// Preset of Hasimoto's split for a relative error eps. xi r_c follows from the truncation of the near field:
/// theory/splits.md (S12), relative to the rms far field (single layer: with r_c = 0.3 L). Grid and window follow from
/// section 6 of the same page. Each of these errors takes a share of eps.
Preset hasimoto_preset(Layer layer, double eps);

inline constexpr double tightest_tolerance = 1e-13;
/// Tightest tolerance of a sum with a double layer. With two periodic directions, rounding alone reaches 1.2e-12 of the
/// velocity (reference groups).
inline constexpr double tightest_double_layer_tolerance = 1e-12;
/// Smallest relative error that single precision can reach (theory/spectral-ewald.md, precision).
double tightest_single_precision(Layer layer);
/// Largest shape for which near-field polynomials are compiled.
inline constexpr double largest_shape = 37.0;
/// Largest shape xi r_c of Hasimoto's split. At this shape the near field that is left out is 1e-13 of the far field.
inline constexpr double largest_hasimoto_shape = 5.74;

}  // namespace slurry
