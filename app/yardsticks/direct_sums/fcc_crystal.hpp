// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <vector>

namespace slurry {

/// The suspension of the published benchmark: equal spheres on the sites of a face-centred cubic crystal with `density`
/// spheres per cubed radius, in a cube of whole cells. At a density of 0.1, neighbours are 2.418 radii apart; their
/// surfaces are 0.418 radii apart.
struct FccCrystal {
  double length = 0;              ///< edge of the cube [radius]
  std::vector<double> positions;  ///< (N,3) [radius]
};

/// Makes the smallest cube with at least `count` sites, four per cell. Sites beyond the first `count` stay empty. The
/// edge of a cell is rounded to 2^-14 radii. Throws InputError for a count of 0 and for a density at which neighbours
/// overlap.
FccCrystal fcc_crystal(std::size_t count, double density = 0.1);

}  // namespace slurry
