// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>
#include <vector>

#include "slurry/snapshot.hpp"

namespace slurry::ui {

/// Nearest neighbour of one body, surface to surface.
struct NearestNeighbour {
  long index = -1;                                       ///< -1: none
  double gap = std::numeric_limits<double>::infinity();  ///< [length]
};

/// Of one body, by looking at all others.
NearestNeighbour nearest_neighbour(const Snapshot& snapshot, long body);

/// Gap of every body to its nearest neighbour [length], by cells; gaps beyond `largest` are given as `largest`.
/// For colours only: what the engine reports is in Snapshot::observables.
std::vector<float> nearest_gaps(const Snapshot& snapshot, double largest);

/// Gap of one body to the pipe's wall [length]; infinite where there is no pipe.
double wall_gap(const Snapshot& snapshot, long body);

}  // namespace slurry::ui
