// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>
#include <vector>

#include "slurry/quantity.hpp"

namespace slurry {

/// Nearest neighbour of one body, surface to surface.
struct NearestNeighbour {
  long index = -1;                                       ///< -1: none
  double gap = std::numeric_limits<double>::infinity();  ///< [length]
};

/// Finds the nearest neighbour of one body by looking at all others.
NearestNeighbour nearest_neighbour(const Step& step, long body);

/// Gap of every body to its nearest neighbour [length], by cells; gaps beyond `largest` are given as `largest`.
std::vector<double> nearest_gaps(const Step& step, double largest);

/// Two bodies with the smallest gap of all, by cells; none: that gap is larger than `largest` [length], or there is one
/// body alone.
struct NearestPair {
  long first = -1, second = -1;
  double gap = std::numeric_limits<double>::infinity();  ///< [length]
};
NearestPair nearest_pair(const Step& step, double largest);

/// Gap of one body to the pipe's wall [length]; infinite where there is no pipe.
double wall_gap(const Step& step, long body);

}  // namespace slurry
