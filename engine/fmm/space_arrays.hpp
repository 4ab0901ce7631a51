// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <vector>

#include "base/views.hpp"
#include "fmm/level_arrays.hpp"
#include "fmm/sorted_sources.hpp"
#include "fmm/tree.hpp"

// A tree, its lists and its densities as plain arrays, which loops in any space can read.
namespace slurry::fmm {

/// Largest number of targets of one leaf that neighbouring threads take side by side.
inline constexpr int lanes_of_space = 32;
struct TargetRun {
  int leaf = 0;  ///< number in the list of leaves
  int first = 0, last = 0;
};

/// Sources that act on the expansion of a box: its own sources by P2M, the sources of leaves by P2L.
struct SourceJobs {
  std::vector<int> boxes, first_run{0};
  std::vector<SourceRun> runs;
  void add(int box, const std::vector<SourceRun>& of) {
    boxes.push_back(box);
    runs.insert(runs.end(), of.begin(), of.end());
    first_run.push_back(static_cast<int>(runs.size()));
  }
};
template <class Space>
struct SpaceJobs {
  SpaceArray<Space, int> boxes, first_run;
  SpaceArray<Space, SourceRun> runs;
  int count = 0;
};
template <class Space>
SpaceJobs<Space> jobs_in(const SourceJobs& jobs) {
  return {array_in<Space>(jobs.boxes, "slurry::fmm::boxes"), array_in<Space>(jobs.first_run, "slurry::fmm::first_run"),
          array_in<Space>(jobs.runs, "slurry::fmm::runs"), static_cast<int>(jobs.boxes.size())};
}

/// The points of a tree in its order, and its boxes.
template <class Space>
struct SpacePoints {
  SpaceArray<Space, int> source_order, target_order;
  SpaceArray<Space, double> sources, targets;  ///< [point][axis] [length]
  SpaceArray<Space, Frame> frames;             ///< frame of each box
  SpaceArray<Space, int> parent, octant;       ///< parent and octant of each box
  SpaceArray<Space, int> children;             ///< children of each box, [box][octant]; -1: none with sources
  int source_count = 0, target_count = 0;
};

inline std::vector<double> rows_of(std::size_t count, const std::vector<double>& x, const std::vector<double>& y,
                                   const std::vector<double>& z) {
  std::vector<double> rows(3 * count);
  Kokkos::parallel_for("slurry::fmm::rows", Kokkos::RangePolicy<Host>(0, static_cast<int>(count)), [&](int k) {
    const auto i = static_cast<std::size_t>(k);
    rows[3 * i] = x[i];
    rows[3 * i + 1] = y[i];
    rows[3 * i + 2] = z[i];
  });
  Kokkos::fence();
  return rows;
}

template <class Space>
SpacePoints<Space> points_in(const Tree& tree) {
  SpacePoints<Space> p;
  p.source_count = static_cast<int>(tree.source_order().size());
  p.target_count = static_cast<int>(tree.target_order().size());
  p.source_order = array_in<Space>(tree.source_order(), "slurry::fmm::source_order");
  p.target_order = array_in<Space>(tree.target_order(), "slurry::fmm::target_order");
  p.sources = array_in<Space>(rows_of(tree.source_order().size(), tree.source_x(0), tree.source_x(1), tree.source_x(2)),
                              "slurry::fmm::source_rows");
  p.targets = array_in<Space>(rows_of(tree.target_order().size(), tree.target_x(0), tree.target_x(1), tree.target_x(2)),
                              "slurry::fmm::target_rows");
  std::vector<Frame> frames;
  std::vector<int> parent, octant, children;
  for (int b = 0; b < static_cast<int>(tree.boxes().size()); ++b) {
    const TreeBox& box = tree.box(b);
    frames.push_back(tree.frame(b));
    parent.push_back(box.parent);
    octant.push_back(box.octant);
    for (const int c : box.child) children.push_back(c >= 0 && tree.box(c).sources() > 0 ? c : -1);
  }
  p.frames = array_in<Space>(frames, "slurry::fmm::frames");
  p.parent = array_in<Space>(parent, "slurry::fmm::parent");
  p.octant = array_in<Space>(octant, "slurry::fmm::octant");
  p.children = array_in<Space>(children, "slurry::fmm::children");
  return p;
}

/// Target leaves, with the sources and expansions that act on them.
template <class Space>
struct SpaceLeaves {
  SpaceArray<Space, int> boxes, first_target, last_target;
  SpaceArray<Space, TargetRun> targets;
  SpaceArray<Space, int> first_pairs, first_multipoles;
  SpaceArray<Space, SourceRun> pairs;
  SpaceArray<Space, MovedBox> multipoles;
  int count = 0;
};

template <class Space>
SpaceLeaves<Space> leaves_in(const Tree& tree, const InteractionLists& lists) {
  std::vector<int> first, last, first_pairs{0}, first_multipoles{0};
  std::vector<TargetRun> targets;
  std::vector<SourceRun> pairs;
  std::vector<MovedBox> multipoles;
  for (std::size_t i = 0; i < lists.target_leaves.size(); ++i) {
    const TreeBox& box = tree.box(lists.target_leaves[i]);
    first.push_back(box.first_target);
    last.push_back(box.last_target);
    for (int k = box.first_target; k < box.last_target; k += lanes_of_space)
      targets.push_back({static_cast<int>(i), k, std::min(k + lanes_of_space, box.last_target)});
    pairs.insert(pairs.end(), lists.pairs[i].begin(), lists.pairs[i].end());
    first_pairs.push_back(static_cast<int>(pairs.size()));
    multipoles.insert(multipoles.end(), lists.multipoles[i].begin(), lists.multipoles[i].end());
    first_multipoles.push_back(static_cast<int>(multipoles.size()));
  }
  SpaceLeaves<Space> l;
  l.count = static_cast<int>(lists.target_leaves.size());
  l.boxes = array_in<Space>(lists.target_leaves, "slurry::fmm::leaves");
  l.first_target = array_in<Space>(first, "slurry::fmm::first_target");
  l.last_target = array_in<Space>(last, "slurry::fmm::last_target");
  l.targets = array_in<Space>(targets, "slurry::fmm::target_runs");
  l.first_pairs = array_in<Space>(first_pairs, "slurry::fmm::first_pairs");
  l.pairs = array_in<Space>(pairs, "slurry::fmm::pairs");
  l.first_multipoles = array_in<Space>(first_multipoles, "slurry::fmm::first_multipoles");
  l.multipoles = array_in<Space>(multipoles, "slurry::fmm::met_multipoles");
  return l;
}

/// Densities in the order of the tree: [source][component]. Components: a charge; or f; or q, n; or f, q, n.
template <class Space, class Real>
struct SpaceDensities {
  SpaceArray<Space, Real> values;
  int components = 0;
};
constexpr int components_of(Kernel k) {
  return k == Kernel::charges ? 1 : (has_forces(k) ? 3 : 0) + (has_dipoles(k) ? 6 : 0);
}

/// Results in the caller's order. An empty array means that the result is not wanted.
template <class Space>
struct SpaceResults {
  SpaceArray<Space, double> value, gradient;  ///< [target][component]
};

}  // namespace slurry::fmm
