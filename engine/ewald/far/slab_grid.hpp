// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>

#include "ewald/far/far_grid.hpp"

namespace slurry {

/// The slab of a grid that one of several processes has: `planes` planes along x from plane `first` on, with planes on
/// both sides for the windows of its points. modes: number of modes along x whose coefficients find room in it too.
/// Coordinates are those of the whole box, so that a point's window has the same nodes and the same bits in any slab.
inline FarGrid slab_grid(const FarGrid& whole, const EwaldParameters& p, int first, int planes, int modes) {
  FarGrid g = whole;
  g.points[0] = planes;
  g.periodic[0] = false;
  g.offset[0] = g.window / 2 + 1 - first;
  g.total[0] = g.transform_x = planes + g.window + 2;
  g.pitch = grid_pitch((std::max(g.total[0] + g.window + 8, 2 * modes) + 7) / 8 * 8, p, g.total[1]);
  return g;
}

}  // namespace slurry
