// SPDX-License-Identifier: BSD-3-Clause
#include "fmm/tree_work.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>
#include <numeric>
#include <utility>

#include "fmm/harmonics.hpp"
#include "fmm/periodic_roots.hpp"
#include "fmm/plane_wave_rules.hpp"
#include "fmm/point_expansions.hpp"

namespace slurry::fmm {
namespace {

constexpr std::size_t most_counted = Survey::most;
constexpr int least_leaf = 4;
/// Targets of a leaf fill whole vectors: so many more, on the mean.
double part_of_lanes(const TreeParameters& p) {
  return 0.5 * (p.precision == Precision::fp32 ? lanes_of<float> : lanes_of<double>);
}
/// Of a number in expansions and operators.
double bytes_of_number(const TreeParameters& p) {
  return p.precision == Precision::fp32 ? sizeof(float) : sizeof(double);
}

ConstHostVectors view_of(const std::vector<double>& points) {
  return ConstHostVectors(points.data(), points.size() / 3);
}

/// How many are left of so many points, of which one of `step` is taken.
std::size_t thinned(double count, double step) {
  return static_cast<std::size_t>(std::ceil(count / step - 1e-9));
}

double points_of(const RootCells& roots) {
  return double(roots.counts[0]) * roots.counts[1] * roots.counts[2];
}

/// Operators of a scheme, and the arrays of the widest level that the published schemes make anew in every call.
double matrix_bytes(const TreeParameters& p, const TreeWork& w, const Vector3& cell) {
  constexpr double reference_offsets = 56, all_offsets = 343, window = 216, full = sizeof(double);
  const double number = bytes_of_number(p);
  const double n = coefficients(p.order), harmonics = 2 * coefficients(2 * p.order) * full;
  const double sets = p.layer == Layer::coulomb ? 1 : 4;
  const double level = (w.widest_level + 64) * (2 * window * sizeof(int) + 4 * sets * n * full);
  switch (scheme_in(p, cell)) {
    case M2lScheme::naive:
    case M2lScheme::nested:
      return 2 * all_offsets * harmonics + level;
    case M2lScheme::symmetric:
      return 2 * reference_offsets * harmonics + level;
    case M2lScheme::dense:
    case M2lScheme::parity:
      return reference_offsets * n * n * number;
    case M2lScheme::rotation:
      return reference_offsets * 4 * std::pow(p.order + 1, 3) * number;
    case M2lScheme::plane_waves:
      break;
  }
  return 0;
}

}  // namespace

TreeWork work_of_points(const TreeParameters& parameters, const Survey& points, bool same) {
  TreeWork w;
  w.sources = double(points.all_sources());
  w.targets = same ? w.sources : double(points.all_targets());
  const double most = std::max(w.sources, w.targets);
  const double step = std::max(1.0, most / double(most_counted));
  TreeParameters p = parameters;
  p.leaf_points = std::max(least_leaf, static_cast<int>(std::lround(parameters.leaf_points / step)));
  // so many points stand for one in a list; so many boxes for one
  const double per_leaf = double(parameters.leaf_points) / p.leaf_points, per_box = step / per_leaf;
  const std::vector<double> y = points.some_sources(thinned(w.sources, step)),
                            x = same ? std::vector<double>() : points.some_targets(thinned(w.targets, step));
  const ConstHostVectors ys = view_of(y), xs = same ? ys : view_of(x);
  const RootCells cells = root_cells(p, ys, xs);
  w.roots = points_of(cells);
  const Tree tree(cells, {p.leaf_points, p.graded_part}, ys, xs, same);
  const int few = std::max(1, static_cast<int>(few_points(p.order) / per_leaf));
  const InteractionLists lists = find_lists(tree, boxes_with_few(tree, few, few));
  for (std::size_t i = 0; i < lists.target_leaves.size(); ++i) {
    const double here = tree.box(lists.target_leaves[i]).targets();
    double met = 0;
    for (const SourceRun& run : lists.pairs[i]) met += run.last - run.first;
    w.pairs += (here + part_of_lanes(p) / per_leaf) * met;
    w.met_multipoles += here * double(lists.multipoles[i].size());
  }
  for (const auto& list : lists.leaf_points)
    for (const MovedBox& k : list) w.met_points += tree.box(k.box).sources();
  double with_sources = 0, with_targets = 0;
  for (int r = 0; r < tree.level_start(1); ++r) {
    with_sources += tree.box(r).sources() > 0 ? 1 : 0;
    with_targets += tree.box(r).targets() > 0 ? 1 : 0;
  }
  w.root_pairs = with_sources * with_targets;
  for (const TreeBox& b : tree.boxes()) {
    w.source_boxes += b.sources() > 0 ? 1 : 0;
    w.target_boxes += b.targets() > 0 ? 1 : 0;
  }
  w.levels = tree.levels();
  for (int l = 0; l < w.levels; ++l)
    w.widest_level = std::max(w.widest_level, double(tree.level_start(l + 1) - tree.level_start(l)));
  w.leaves = double(lists.target_leaves.size()) * per_box;
  w.boxes = double(tree.boxes().size()) * per_box;
  w.pairs *= step * per_leaf;
  w.met_multipoles *= step;
  w.met_points *= step;
  w.source_boxes *= per_box;
  w.target_boxes *= per_box;
  w.widest_level *= per_box;
  return w;
}

TreeWork work_of_even_points(const TreeParameters& p, std::size_t sources, std::size_t targets) {
  TreeWork w;
  w.sources = double(sources);
  w.targets = double(targets);
  const double most = std::max({w.sources, w.targets, 1.0});
  const bool periodic = p.box.periodicity > 0;
  if (periodic) {
    const std::array<double, 3> corner{0, 0, 0};
    w.roots = points_of(periodic_cells(p.box.lengths, p.box.periodicity, corner, p.box.lengths));
    w.root_pairs = std::min(w.roots, w.sources) * std::min(w.roots, w.targets);
  }
  if (most > p.leaf_points * w.roots) {
    const double mean = p.even_leaves && !periodic ? mean_leaf_part * p.leaf_points : p.leaf_points;
    w.levels = 1 + static_cast<int>(std::ceil(std::log2(most / (mean * w.roots)) / 3 - 1e-9));
  }
  // leaves along a side; some on the border of a free box are empty
  const double fill = periodic ? 1 : p.even_leaves ? std::cbrt(most / (mean_leaf_part * p.leaf_points)) : 0;
  const double cells = w.roots * std::exp2(3.0 * (w.levels - 1));
  const double side = periodic ? std::cbrt(cells) : std::max(1.0, w.levels > 1 && fill > 0 ? fill : std::cbrt(cells));
  const double filled = periodic ? cells : side * side * side;
  const double beta = periodic ? 1 : std::pow(1 - 2 / (3 * std::max(1.0, side)), 3);
  const double met = std::min(27.0, periodic ? 27.0 : filled) * beta;
  const double of_lanes = w.levels > 1 ? part_of_lanes(p) * filled : 0;
  w.pairs = (w.targets + of_lanes) * w.sources / filled * (periodic ? met : std::max(1.0, met));
  w.leaves = filled;
  w.boxes = w.source_boxes = w.target_boxes = filled * 8 / 7;
  w.widest_level = filled;
  return w;
}

namespace {
/// Exponentials of a rule and an order.  Counting them takes Bessel functions: every pair is counted once.
double count_of_waves(double node_error, int order) {
  static std::mutex guard;
  static std::map<std::pair<const NodeRule*, int>, int> known;
  const NodeRule& rule = node_rule(node_error);
  const std::scoped_lock lock(guard);
  const auto [at, is_new] = known.try_emplace({&rule, order}, 0);
  if (is_new) at->second = PlaneWaves(rule, order).count();
  return at->second;
}
}  // namespace

double wave_work(const TreeParameters& p) {
  const double waves = count_of_waves(p.node_error, p.order);
  return waves * (1 + 0.06 * p.order) + 0.1 * std::pow(p.order + 1, 3);
}

double tree_bytes(const TreeParameters& p, const TreeWork& w, bool same, int threads) {
  constexpr double number = sizeof(double), integer = sizeof(int), point = 32;
  const double sets = p.layer == Layer::coulomb ? 1 : 4, n = coefficients(p.order);
  const double densities = p.layer == Layer::coulomb    ? 1
                           : p.layer == Layer::single   ? 3
                           : p.layer == Layer::combined ? 9
                                                        : 6;
  // sorted points with their order, twice where targets are the sources as well; and what sorting works in
  const double points = (w.sources + w.targets) * (3 * number + integer);
  const double sorting = point * (w.sources + (same ? 0 : w.targets) + std::max(w.sources, w.targets));
  const double sorted = w.sources * (3 + densities) * number;
  constexpr double runs_per_leaf = 30, moved_per_leaf = 2;  // grown by doubling: half as much again
  const double boxes = w.boxes * (2.0 * sizeof(TreeBox) + sizeof(Colleagues) + sizeof(std::vector<MovedBox>));
  const double lists = w.leaves * (1.5 * runs_per_leaf * sizeof(SourceRun) + moved_per_leaf * sizeof(MovedBox) +
                                   2 * sizeof(std::vector<SourceRun>));
  const double expansions = 2 * w.boxes * sets * n * bytes_of_number(p);
  Vector3 cell{1, 1, 1};
  if (p.box.periodicity > 0) cell = shape_of(periodic_cells(p.box.lengths, p.box.periodicity, {0, 0, 0}, {0, 0, 0}));
  double operators = matrix_bytes(p, w, cell);
  if (scheme_in(p, cell) == M2lScheme::plane_waves) {
    // waves of two planes of parents, in 8 parts each, real and imaginary
    const double waves = count_of_waves(p.node_error, p.order);
    const double plane = std::max(48.0, 1.5 * std::pow(w.widest_level / 8, 2.0 / 3));
    operators += 2 * plane * 8 * waves * sets * 2 * bytes_of_number(p);
  }
  if (p.box.periodicity > 0) operators += (sets > 1 ? 8 : 2) * n * n * number;
  const double work =
      threads * (PointWork<double>::arrays * most_basis + 8 * most_coefficients) * double(lanes_of<double>) * number;
  return points + std::max(sorting, sorted + lists + expansions + operators) + boxes + work;
}

}  // namespace slurry::fmm
