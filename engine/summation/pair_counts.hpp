// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <vector>

#include "slurry/options.hpp"
#include "summation/survey.hpp"

namespace slurry {

/// Where along one direction of a box points are.
struct Occupied {
  double length = 0;  ///< of the runs together [length]; 0: not known, or no points
  int runs = 0;       ///< parts of the direction with points everywhere, as slices of 1/64 of it tell
};

/// How many sources lie near a target, on the average, and where the points are.
struct PairCounts {
  double largest_radius = 0;         ///< [length]
  int radii_per_octave = 0;          ///< the radii are largest_radius 2^(-k/radii_per_octave)
  std::vector<double> within;        ///< sources within the radii, shortest first; empty: not counted
  double at_target = 0;              ///< sources at the very place of a target
  std::array<Occupied, 3> occupied;  ///< by sources and targets, all of them
};

/// Counts, for 200 targets and 20,000 sources taken evenly from all, how many sources lie within every radius of a
/// geometric scale, nearest images in periodic directions; up to half the shortest edge of the box, or to `farthest`
/// [length] if that is less. Error: about 5 % of the count where a target sees ten sources; the work is 4 million
/// distances at most.
PairCounts count_pairs(const Box& box, const Survey& points, double farthest = std::numeric_limits<double>::infinity());
/// The same of sources (N,3) and targets (M,3) [length] that are at hand.
PairCounts count_pairs(const Box& box, const std::vector<double>& sources, const std::vector<double>& targets,
                       double farthest = std::numeric_limits<double>::infinity());

/// Whether a target sees more than 1.5 times as many sources, at some distance within which there would be ten, as if
/// they were spread evenly over the box.
bool points_cluster(const PairCounts& pairs, std::size_t sources, const Box& box);

/// Mean number of `sources` within `radius` of a target: as counted, else that of sources spread evenly over the box.
double sources_within(const PairCounts& pairs, std::size_t sources, const Box& box, double radius);

}  // namespace slurry
