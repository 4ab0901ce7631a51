// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <vector>

namespace slurry {

/// The published benchmark's suspension: equal spheres on the sites of a face-centred cubic crystal of `density`
/// spheres per cubed radius, in a cube of whole cells.  At 0.1 neighbours are 2.418 radii apart, 0.418 surface to
/// surface.
struct FccCrystal {
  double length = 0;              ///< edge of the cube [radius]
  std::vector<double> positions;  ///< (N,3) [radius]
};

/// The smallest cube with at least `count` sites, four per cell; sites beyond the first `count` stay empty.
/// The edge of a cell is rounded to 2^-14 radii.  Throws InputError for no sphere and for a density at which neighbours
/// overlap.
FccCrystal fcc_crystal(std::size_t count, double density = 0.1);

}  // namespace slurry
