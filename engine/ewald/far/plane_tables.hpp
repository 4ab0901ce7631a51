// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "ewald/far/far_grid.hpp"
#include "ewald/far/plane_classes.hpp"
#include "kernels/ewald_split.hpp"
#include "kernels/window.hpp"
#include "slurry/report.hpp"

namespace slurry {

/// Tables from which every form of the Convolution starts: the x-modes inside the ball, their padded planes and their
/// multipliers. Real is the precision of the multipliers.
template <class Real>
struct PlaneTables {
  struct Class {
    PlaneClass planes;
    std::vector<double> ky, kz;  ///< signed wave numbers of the padded plane
    int modes() const { return planes.last_mode - planes.first_mode + 1; }
    /// Count of numbers in one mode's multiplier, [N_z/2 + 1][N_y/2 + 1].
    std::size_t quadrant() const { return std::size_t(planes.size[1] / 2 + 1) * (planes.size[0] / 2 + 1); }
  };

  std::vector<double> kx;  ///< wave numbers of all modes of a transform along x
  std::vector<Class> classes;
  std::vector<int> class_of_mode;             ///< class of each mode inside the ball
  std::vector<std::vector<Real>> multiplier;  ///< per x-mode: m(k)/(N_x N_y N_z w^2) on [N_z/2 + 1][N_y/2 + 1]
  std::array<double, 3> zero_mode_constant{};
  double padding = 1;  ///< ratio of the points of all padded planes to those of the unpadded grid

  int modes() const { return static_cast<int>(class_of_mode.size()); }

  /// Makes the tables. most_classes: largest number of classes; 1 pads all modes by the same factor. wanted: the modes
  /// that get multipliers; those of others stay empty. Null: all modes.
  PlaneTables(const EwaldParameters& parameters, const FarGrid& grid, const EwaldSplit& split,
              const KaiserBessel& window, int most_classes = most_plane_classes,
              const std::vector<int>* wanted = nullptr);
};

}  // namespace slurry
