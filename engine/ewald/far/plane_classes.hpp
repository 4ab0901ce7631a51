// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <vector>

#include "ewald/far/far_grid.hpp"
#include "ewald/far/multiplier.hpp"

namespace slurry {

/// Planes of consecutive x-modes that share one padded size.
struct PlaneClass {
  int first_mode = 0, last_mode = 0;  ///< inclusive
  std::array<int, 2> size{0, 0};      ///< N_y, N_z
};

/// Number of classes that the host's and a device's convolutions take at most.
inline constexpr int most_plane_classes = 4;

/// Groups the x-modes below the ball cut into at most `most` classes, so that their transforms take the least work.
/// Sizes fall with the mode number; the first class holds the zero mode.
std::vector<PlaneClass> plane_classes(const EwaldParameters& parameters, const FarGrid& grid,
                                      const FarMultiplier& multiplier, int most = most_plane_classes);

}  // namespace slurry
