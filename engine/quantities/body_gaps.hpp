// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>
#include <vector>

#include "slurry/quantity.hpp"

namespace slurry {

/// Nearest neighbour of one body, by the distance of the surfaces.
struct NearestNeighbour {
  long index = -1;                                       ///< number of the neighbour; -1: there is none
  double gap = std::numeric_limits<double>::infinity();  ///< [length]
};

/// Finds the nearest neighbour of one body by looking at all others.
NearestNeighbour nearest_neighbour(const Step& step, long body);

/// Gap of every body to its nearest neighbour [length], found by cells. Gaps beyond `largest` are returned as
/// `largest`.
std::vector<double> nearest_gaps(const Step& step, double largest);

/// The two bodies with the smallest gap, found by cells. There is none if that gap is larger than `largest` [length],
/// or if there is only one body.
struct NearestPair {
  long first = -1, second = -1;
  double gap = std::numeric_limits<double>::infinity();  ///< [length]
};
NearestPair nearest_pair(const Step& step, double largest);

/// The pairs of bodies that overlap by more than `tolerance` [length], found by cells, and the pair that overlaps most.
struct Overlaps {
  long pairs = 0;
  NearestPair deepest;  ///< its gap is negative
};
Overlaps overlaps(const Step& step, double tolerance);

/// Gap between one body and the wall of the pipe [length]. It is infinite without a pipe.
double wall_gap(const Step& step, long body);

}  // namespace slurry
