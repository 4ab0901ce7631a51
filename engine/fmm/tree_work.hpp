// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include "fmm/tree_sum.hpp"
#include "summation/survey.hpp"

namespace slurry::fmm {

/// Counted work of a sum over a tree. The planner multiplies it by the rates.
struct TreeWork {
  double sources = 0, targets = 0;
  double pairs = 0;              ///< targets times the sources that each one meets
  double met_multipoles = 0;     ///< targets times the multipoles that each one evaluates: M2P
  double met_points = 0;         ///< boxes times the points that enter their local expansions: P2L
  double source_boxes = 0;       ///< boxes with a multipole, roots too
  double target_boxes = 0;       ///< boxes with a local expansion
  double boxes = 0, leaves = 0;  ///< all boxes; leaves that hold targets
  double roots = 1;              ///< cells that the tree starts from
  double root_pairs = 1;         ///< cells of these with sources, times those with targets
  double widest_level = 0;       ///< most boxes of one level
  int levels = 1;
};

/// Work for surveyed points. It is counted on a tree of at most 20,000 of them, with leaves that are smaller by the
/// same factor. same: the targets are the sources.
TreeWork work_of_points(const TreeParameters& parameters, const Survey& points, bool same);
/// Work for points that are evenly spread over the box.
TreeWork work_of_even_points(const TreeParameters& parameters, std::size_t sources, std::size_t targets);

/// Work of M2L by plane waves per box and four expansions, in exponentials.
double wave_work(const TreeParameters& parameters);

/// Bytes of memory that the sum takes in addition to points, densities and results.
double tree_bytes(const TreeParameters& parameters, const TreeWork& work, bool same, int threads);

}  // namespace slurry::fmm
