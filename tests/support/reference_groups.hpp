// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "reference/image_sums.hpp"
#include "slurry/options.hpp"

namespace slurry::test {

/// One group of tests/reference/data/stokes_reference.h5: densities and true sums of every layer.
struct ReferenceGroup {
  std::string name;
  Box box;
  bool targets_are_sources = false;
  std::vector<double> sources, targets, f, q, n;       ///< (N,3), (M,3)
  std::vector<double> u_single, u_double, u_combined;  ///< (M,3), no 1/(8 pi eta)
  const std::vector<double>& truth(Layer layer) const {
    return layer == Layer::single ? u_single : layer == Layer::double_layer ? u_double : u_combined;
  }
};

/// Groups of one periodicity, all four kinds: cubic, elongated, and both with targets that are the sources.
std::vector<ReferenceGroup> reference_groups(int periodicity);

/// One group free/* of pipe_reference.h5: spheres along a line of images, without a wall.
struct FreeSpheres {
  std::string name;
  double period = 1, radius = 0, viscosity = 1;
  std::vector<double> centres, forces, points;            ///< Y, F, X
  std::vector<double> velocities;                         ///< V_rpy, of the spheres
  std::vector<double> field_of_points, field_of_spheres;  ///< u_point, u_rpy at X
};
std::vector<FreeSpheres> free_spheres();

/// Path of a file in tests/reference/data.
std::string reference_file(const std::string& name);

}  // namespace slurry::test
