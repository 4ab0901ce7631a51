// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <vector>

#include "slurry/options.hpp"
#include "summation/survey.hpp"

namespace slurry {

/// Parts of a box along one direction that contain points.
struct Occupied {
  double length = 0;  ///< sum of the lengths of the runs [length]; 0: not known, or no points
  int runs = 0;       ///< number of parts without an empty slice, with slices of 1/64 of the direction
};

/// Mean number of sources near a target, and the parts of the box that contain points.
struct PairCounts {
  double largest_radius = 0;         ///< [length]
  int radii_per_octave = 0;          ///< the radii are largest_radius 2^(-k/radii_per_octave)
  std::vector<double> within;        ///< sources within the radii, shortest first; empty: not counted
  double at_target = 0;              ///< mean number of sources exactly at the place of a target
  std::array<Occupied, 3> occupied;  ///< parts that contain sources or targets
};

/// Counts the sources within every radius of a geometric scale, for 200 targets and 20,000 sources taken evenly
/// from all, with nearest images. The largest radius is half the shortest edge of the box, or `farthest`
/// [length] if that is less. Error: about 5 % if a target sees ten sources. The work is 4 million distances at
/// most.
PairCounts count_pairs(const Box& box, const Survey& points, double farthest = std::numeric_limits<double>::infinity());
/// The same counts from arrays of sources (N,3) and targets (M,3) [length].
PairCounts count_pairs(const Box& box, const std::vector<double>& sources, const std::vector<double>& targets,
                       double farthest = std::numeric_limits<double>::infinity());

/// Whether points cluster: at some distance that would hold ten evenly spread sources, a target sees more than 1.5
/// times as many.
bool points_cluster(const PairCounts& pairs, std::size_t sources, const Box& box);

/// Mean number of `sources` within `radius` of a target. Without counts, sources are assumed to be evenly spread.
double sources_within(const PairCounts& pairs, std::size_t sources, const Box& box, double radius);

}  // namespace slurry
