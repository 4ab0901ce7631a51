// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fmm/point_expansions.hpp"
#include "fmm/sorted_sources.hpp"

namespace slurry::fmm {

/// A run of sources in the order of the tree, moved by whole periods.
struct SourceRun {
  int first = 0, last = 0;
  double shift[3] = {0, 0, 0};        ///< added to the sources [length]
  int first_leaf = 0, last_leaf = 0;  ///< the same run in leaves, counted as TreeBox counts them
};

/// P2P: adds the fields of the runs at one or two vectors of targets, x[vector][axis]. Coinciding points contribute
/// nothing. radii: radii of the targets, one vector each; read only for spheres. A sphere at the centre of another
/// contributes the self-mobility of the larger sphere. Error: 1e-13 relative to the largest term.
void add_pairs(const SortedSources& sources, const SourceRun* runs, int count, int vectors, const Wide x[][3],
               const Wide* radii, const Wanted& wanted, LaneFields* fields);

}  // namespace slurry::fmm
