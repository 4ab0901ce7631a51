// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include "slurry/options.hpp"

namespace slurry {

/// Numbers that one tolerance sets, independent of the box.
struct Preset {
  double shape = 0;            ///< c of the split
  int points = 0;              ///< P
  double window_shape = 0;     ///< beta/P
  double oversampling = 1.35;  ///< sigma = (pi/h) r_c / c
};

/// Preset for an rms error eps relative to the rms far field.  Source: ewald-recipe.md section 5, sigma 1.35, the
/// column "single layer only" or the other one; c is linear in log eps between its rows, P that of the next tighter
/// row.
Preset layer_preset(Layer layer, double eps);

/// A relative tolerance is meant against the velocity, the presets against the far field: the factor between them. With
/// few points, or targets that are sources, the error can be twice the average over positions; it settles with N.
/// The velocity of a double layer is more than twice its far field (ratio squared 2.4 (n r_c^3)^(1/3)).
double relative_safety(Layer layer, std::size_t sources);

inline constexpr double tightest_tolerance = 1e-13;
/// With a double layer the rounding reaches 1.2e-12 of the velocity in two periodic directions (reference groups).
inline constexpr double tightest_double_layer_tolerance = 1e-12;
/// Largest shape with compiled near-field polynomials.
inline constexpr double largest_shape = 37.0;

}  // namespace slurry
