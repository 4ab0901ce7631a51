// SPDX-License-Identifier: BSD-3-Clause
#include "fmm/tree.hpp"

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/execution.hpp"
#include "slurry/error.hpp"

namespace slurry::fmm {

struct Tree::Point {
  double x[3];
  int number;
};

namespace {

std::int64_t floor_divide(std::int64_t a, std::int64_t b) {
  return a / b - (a % b < 0 ? 1 : 0);
}

/// Moves the points [first, last) so that each octant about the centre is one run; starts[o] is where octant o begins.
template <class Point>
void partition(Point* points, Point* scratch, int first, int last, const double centre[3], std::array<int, 9>& starts) {
  std::array<int, 8> counts{};
  const auto octant = [&](const Point& p) {
    return (p.x[0] >= centre[0] ? 1 : 0) + (p.x[1] >= centre[1] ? 2 : 0) + (p.x[2] >= centre[2] ? 4 : 0);
  };
  for (int i = first; i < last; ++i) ++counts[static_cast<std::size_t>(octant(points[i]))];
  starts[0] = first;
  for (std::size_t o = 0; o < 8; ++o) starts[o + 1] = starts[o] + counts[o];
  std::array<int, 8> at;
  std::copy_n(starts.begin(), 8, at.begin());
  for (int i = first; i < last; ++i) scratch[at[static_cast<std::size_t>(octant(points[i]))]++] = points[i];
  std::copy(scratch + first, scratch + last, points + first);
}

/// Whether boxes that are this far apart, in cells of the finer one, touch: the coarser one is `size` cells wide.
bool touch(const std::array<std::int64_t, 3>& offset, std::int64_t size) {
  for (const std::int64_t o : offset)
    if (o < -1 || o > size) return false;
  return true;
}

std::array<int, 3> offset_of_slot(int slot) {
  return {slot % 3 - 1, slot / 3 % 3 - 1, slot / 9 - 1};
}

}  // namespace

Frame Tree::frame(int b) const {
  const TreeBox& t = box(b);
  const double scale = std::ldexp(1.0, -t.level);
  Frame f;
  for (std::size_t a = 0; a < 3; ++a)
    f.centre[a] = roots_.corner[a] + (static_cast<double>(t.cell[a]) + 0.5) * (scale * roots_.side[a]);
  f.side = scale * roots_.side[0];
  return f;
}

std::array<double, 3> Tree::image_shift(const TreeBox& t, const std::array<int, 3>& d) const {
  std::array<double, 3> shift{};
  for (std::size_t a = 0; a < 3; ++a) {
    const std::int64_t count = std::int64_t(roots_.counts[a]) << t.level;
    shift[a] = static_cast<double>(floor_divide(t.cell[a] + d[a], count) * roots_.counts[a]) * roots_.side[a];
  }
  return shift;
}

void Tree::split(int b, std::vector<Point>& sources, std::vector<Point>& targets, std::vector<Point>& scratch,
                 bool same) {
  const Frame f = frame(b);
  std::array<int, 9> s, t;
  const TreeBox parent = box(b);
  partition(sources.data(), scratch.data(), parent.first_source, parent.last_source, f.centre, s);
  if (same)
    t = s;
  else
    partition(targets.data(), scratch.data(), parent.first_target, parent.last_target, f.centre, t);
  boxes_[static_cast<std::size_t>(b)].leaf = false;
  for (std::size_t o = 0; o < 8; ++o) {
    if (s[o] == s[o + 1] && t[o] == t[o + 1]) continue;
    TreeBox child;
    child.level = parent.level + 1;
    child.parent = b;
    child.octant = static_cast<int>(o);
    for (std::size_t a = 0; a < 3; ++a) child.cell[a] = 2 * parent.cell[a] + static_cast<int>(o >> a & 1);
    child.first_source = s[o];
    child.last_source = s[o + 1];
    child.first_target = t[o];
    child.last_target = t[o + 1];
    boxes_[static_cast<std::size_t>(b)].child[o] = static_cast<int>(boxes_.size());
    boxes_.push_back(child);
  }
}

void Tree::number_by_level() {
  std::vector<int> order(boxes_.size()), place(boxes_.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return box(a).level < box(b).level; });
  for (std::size_t i = 0; i < order.size(); ++i) place[static_cast<std::size_t>(order[i])] = static_cast<int>(i);
  std::vector<TreeBox> sorted;
  sorted.reserve(boxes_.size());
  level_start_.assign(1, 0);
  for (const int b : order) {
    TreeBox t = box(b);
    if (t.parent >= 0) t.parent = place[static_cast<std::size_t>(t.parent)];
    for (int& c : t.child)
      if (c >= 0) c = place[static_cast<std::size_t>(c)];
    while (t.level >= static_cast<int>(level_start_.size())) level_start_.push_back(static_cast<int>(sorted.size()));
    sorted.push_back(t);
  }
  level_start_.push_back(static_cast<int>(sorted.size()));
  boxes_ = std::move(sorted);
}

void Tree::find_colleagues() {
  colleagues_.assign(boxes_.size(), Colleagues{});
  const auto root = [&](std::array<std::int64_t, 3> c) {
    for (std::size_t a = 0; a < 3; ++a) {
      const int count = roots_.counts[a];
      if (roots_.periodic(static_cast<int>(a))) c[a] -= floor_divide(c[a], count) * count;
      if (c[a] < 0 || c[a] >= count) return -1;
    }
    return static_cast<int>((c[2] * roots_.counts[1] + c[1]) * roots_.counts[0] + c[0]);
  };
  for (std::size_t b = 0; b < boxes_.size(); ++b) {
    const TreeBox& t = boxes_[b];
    for (int slot = 0; slot < 27; ++slot) {
      const auto d = offset_of_slot(slot);
      int found = -1;
      if (t.level == 0) {
        found = root({t.cell[0] + d[0], t.cell[1] + d[1], t.cell[2] + d[2]});
      } else {
        int up[3], octant = 0;
        for (int a = 0; a < 3; ++a) {
          const int at = (t.octant >> a & 1) + d[static_cast<std::size_t>(a)];
          up[a] = at < 0 ? -1 : at > 1 ? 1 : 0;
          octant |= (at & 1) << a;
        }
        const int parent = colleagues(t.parent)[static_cast<std::size_t>(slot_of(up[0], up[1], up[2]))];
        if (parent >= 0) found = box(parent).child[static_cast<std::size_t>(octant)];
      }
      colleagues_[b][static_cast<std::size_t>(slot)] = found;
    }
  }
}

/// Leaves with more than this many points that touch a box two levels finer.
std::vector<int> Tree::coarse_leaves(double least_points) const {
  std::vector<char> found(boxes_.size());
  for (const TreeBox& t : boxes_) {
    if (t.level < 2) continue;
    const TreeBox& parent = box(t.parent);
    std::array<std::int64_t, 3> inside;
    for (std::size_t a = 0; a < 3; ++a) inside[a] = 2 * (parent.octant >> a & 1) + (t.octant >> a & 1);
    for (int slot = 0; slot < 27; ++slot) {
      const int k = colleagues(parent.parent)[static_cast<std::size_t>(slot)];
      if (k < 0 || !box(k).leaf || std::max(box(k).sources(), box(k).targets()) <= least_points) continue;
      const auto d = offset_of_slot(slot);
      if (touch({inside[0] - 4 * d[0], inside[1] - 4 * d[1], inside[2] - 4 * d[2]}, 4)) found[std::size_t(k)] = 1;
    }
  }
  std::vector<int> leaves;
  for (std::size_t b = 0; b < found.size(); ++b)
    if (found[b]) leaves.push_back(static_cast<int>(b));
  return leaves;
}

Tree::Tree(const RootCells& roots, const TreeOptions& options, const ConstHostVectors& sources,
           const ConstHostVectors& targets, bool targets_are_sources)
    : roots_(roots) {
  const auto read = [&](const ConstHostVectors& x) {
    std::vector<Point> points(x.extent(0));
    for (std::size_t i = 0; i < points.size(); ++i) {
      points[i].number = static_cast<int>(i);
      for (std::size_t a = 0; a < 3; ++a) {
        double v = x(i, a);
        if (!std::isfinite(v)) throw InputError("a position is not a finite number");
        if (roots_.periodic(static_cast<int>(a))) {
          const double period = roots_.side[a] * roots_.counts[a];
          v -= std::floor((v - roots_.corner[a]) / period) * period;
        }
        points[i].x[a] = v;
      }
    }
    return points;
  };
  std::vector<Point> s = read(sources), t, scratch;
  if (!targets_are_sources) t = read(targets);
  scratch.resize(std::max(s.size(), t.size()));
  const int root_count = roots_.counts[0] * roots_.counts[1] * roots_.counts[2];
  boxes_.resize(static_cast<std::size_t>(root_count));
  for (int r = 0; r < root_count; ++r) {
    TreeBox& b = boxes_[static_cast<std::size_t>(r)];
    b.cell = {r % roots_.counts[0], r / roots_.counts[0] % roots_.counts[1], r / (roots_.counts[0] * roots_.counts[1])};
  }
  const auto into_roots = [&](std::vector<Point>& points, auto first, auto last) {
    const auto root_of = [&](const Point& p) {
      int at[3];
      for (std::size_t a = 0; a < 3; ++a)
        at[a] = std::clamp(static_cast<int>(std::floor((p.x[a] - roots_.corner[a]) / roots_.side[a])), 0,
                           roots_.counts[a] - 1);
      return (at[2] * roots_.counts[1] + at[1]) * roots_.counts[0] + at[0];
    };
    if (root_count > 1)
      std::stable_sort(points.begin(), points.end(),
                       [&](const Point& a, const Point& b) { return root_of(a) < root_of(b); });
    std::vector<int> counts(static_cast<std::size_t>(root_count) + 1);
    for (const Point& p : points) ++counts[static_cast<std::size_t>(root_of(p)) + 1];
    for (int r = 0; r < root_count; ++r) {
      counts[static_cast<std::size_t>(r) + 1] += counts[static_cast<std::size_t>(r)];
      boxes_[static_cast<std::size_t>(r)].*first = counts[static_cast<std::size_t>(r)];
      boxes_[static_cast<std::size_t>(r)].*last = counts[static_cast<std::size_t>(r) + 1];
    }
  };
  into_roots(s, &TreeBox::first_source, &TreeBox::last_source);
  if (!targets_are_sources) into_roots(t, &TreeBox::first_target, &TreeBox::last_target);
  if (targets_are_sources)
    for (TreeBox& b : boxes_) {
      b.first_target = b.first_source;
      b.last_target = b.last_source;
    }
  int deepest = 0;
  const double shortest = std::min({roots_.side[0], roots_.side[1], roots_.side[2]});
  while (deepest < deepest_level && std::ldexp(shortest, -deepest - 1) >= options.least_side) ++deepest;
  for (std::size_t b = 0; b < boxes_.size(); ++b)
    if (std::max(box(int(b)).sources(), box(int(b)).targets()) > options.leaf_points && boxes_[b].level < deepest)
      split(static_cast<int>(b), s, t, scratch, targets_are_sources);
  for (;;) {
    number_by_level();
    find_colleagues();
    if (options.graded_part > 1) break;
    const std::vector<int> coarse = coarse_leaves(options.graded_part * options.leaf_points);
    if (coarse.empty()) break;
    for (const int b : coarse) split(b, s, t, scratch, targets_are_sources);
  }
  const auto sorted = [](const std::vector<Point>& points, std::vector<int>& order,
                         std::array<std::vector<double>, 3>& x) {
    order.resize(points.size());
    for (auto& v : x) v.assign(points.size() + point_padding, 0.0);
    for (std::size_t i = 0; i < points.size(); ++i) {
      order[i] = points[i].number;
      for (std::size_t a = 0; a < 3; ++a) x[a][i] = points[i].x[a];
    }
  };
  sorted(s, source_order_, source_x_);
  if (targets_are_sources) {
    target_order_ = source_order_;
    target_x_ = source_x_;
  } else {
    sorted(t, target_order_, target_x_);
  }
}

namespace {

/// Finds the lists of one target leaf, or of one box.
class ListFinder {
 public:
  ListFinder(const Tree& tree, int few_sources, int few_targets)
      : tree_(tree), few_sources_(few_sources), few_targets_(few_targets) {}

  void leaf(int b, std::vector<SourceRun>& runs, std::vector<MovedBox>& multipoles) const {
    const TreeBox& t = tree_.box(b);
    for (int slot = 0; slot < 27; ++slot) {
      const int k = tree_.colleagues(b)[static_cast<std::size_t>(slot)];
      if (k < 0) continue;
      const auto d = offset_of_slot(slot);
      descend(k, {d[0], d[1], d[2]}, 0, tree_.image_shift(t, d), runs, multipoles);
    }
    coarser(b, [&](int k, int c, const std::array<double, 3>& shift) {
      if (c < 0 || tree_.box(c).targets() < few_targets_) add_run(k, shift, runs);
    });
    merge(runs);
  }
  void box(int b, std::vector<MovedBox>& points) const {
    if (tree_.box(b).targets() < few_targets_) return;
    coarser(b, [&](int k, int c, const std::array<double, 3>& shift) {
      if (c == b) points.push_back({k, {shift[0], shift[1], shift[2]}});
    });
  }

 private:
  void add_run(int k, const std::array<double, 3>& shift, std::vector<SourceRun>& runs) const {
    const TreeBox& t = tree_.box(k);
    if (t.sources() > 0) runs.push_back({t.first_source, t.last_source, {shift[0], shift[1], shift[2]}});
  }
  /// Boxes of the leaf's level and below; offset: from the leaf, in cells of box k.
  void descend(int k, const std::array<std::int64_t, 3>& offset, int finer, const std::array<double, 3>& shift,
               std::vector<SourceRun>& runs, std::vector<MovedBox>& multipoles) const {
    const TreeBox& t = tree_.box(k);
    if (t.sources() == 0) return;
    if (!touch(offset, std::int64_t(1) << finer)) {
      if (t.sources() < few_sources_)
        add_run(k, shift, runs);
      else
        multipoles.push_back({k, {shift[0], shift[1], shift[2]}});
      return;
    }
    if (t.leaf) return add_run(k, shift, runs);
    for (std::size_t o = 0; o < 8; ++o) {
      if (t.child[o] < 0) continue;
      std::array<std::int64_t, 3> next;
      for (std::size_t a = 0; a < 3; ++a) next[a] = 2 * offset[a] + static_cast<int>(o >> a & 1);
      descend(t.child[o], next, finer + 1, shift, runs, multipoles);
    }
  }
  /// meet(k, c, shift) for every leaf k with sources that is coarser than b and touches the parent of b or b itself.
  /// c: the box on the way from k's level down to b that k no longer touches; -1: k touches b.
  template <class Meet>
  void coarser(int b, const Meet& meet) const {
    std::array<std::int64_t, 3> inside{};  // of b in its ancestor
    int finer = 0;
    for (int a = b; tree_.box(a).parent >= 0;) {
      for (std::size_t i = 0; i < 3; ++i) inside[i] += std::int64_t(tree_.box(a).octant >> i & 1) << finer;
      ++finer;
      a = tree_.box(a).parent;
      for (int slot = 0; slot < 27; ++slot) {
        const int k = tree_.colleagues(a)[static_cast<std::size_t>(slot)];
        if (k < 0 || slot == slot_of(0, 0, 0) || !tree_.box(k).leaf || tree_.box(k).sources() == 0) continue;
        const auto d = offset_of_slot(slot);
        int apart = -1;
        for (int down = 1; down <= finer && apart < 0; ++down) {
          const std::int64_t size = std::int64_t(1) << down;
          std::array<std::int64_t, 3> offset;
          for (std::size_t i = 0; i < 3; ++i) offset[i] = (inside[i] >> (finer - down)) - d[i] * size;
          if (!touch(offset, size)) apart = down;
        }
        int c = -1;
        if (apart > 0) {
          c = b;
          for (int up = finer - apart; up > 0; --up) c = tree_.box(c).parent;
        }
        meet(k, c, tree_.image_shift(tree_.box(a), d));
      }
    }
  }
  static void merge(std::vector<SourceRun>& runs) {
    const auto same = [](const SourceRun& a, const SourceRun& b) { return std::equal(a.shift, a.shift + 3, b.shift); };
    std::sort(runs.begin(), runs.end(), [&](const SourceRun& a, const SourceRun& b) {
      return same(a, b) ? a.first < b.first : std::lexicographical_compare(a.shift, a.shift + 3, b.shift, b.shift + 3);
    });
    std::size_t kept = 0;
    for (const SourceRun& r : runs) {
      if (kept > 0 && same(runs[kept - 1], r) && runs[kept - 1].last == r.first)
        runs[kept - 1].last = r.last;
      else
        runs[kept++] = r;
    }
    runs.resize(kept);
  }

  const Tree& tree_;
  int few_sources_, few_targets_;
};

}  // namespace

InteractionLists find_lists(const Tree& tree, int few_sources, int few_targets) {
  InteractionLists lists;
  const auto count = static_cast<int>(tree.boxes().size());
  for (int b = 0; b < count; ++b)
    if (tree.box(b).leaf && tree.box(b).targets() > 0) lists.target_leaves.push_back(b);
  lists.pairs.resize(lists.target_leaves.size());
  lists.multipoles.resize(lists.target_leaves.size());
  lists.leaf_points.resize(tree.boxes().size());
  const ListFinder finder(tree, few_sources, few_targets);
  using Policy = Kokkos::RangePolicy<Host, Kokkos::Schedule<Kokkos::Dynamic>>;
  Kokkos::parallel_for("slurry::fmm::leaf_lists", Policy(0, static_cast<int>(lists.target_leaves.size())), [&](int i) {
    const auto k = static_cast<std::size_t>(i);
    finder.leaf(lists.target_leaves[k], lists.pairs[k], lists.multipoles[k]);
  });
  Kokkos::parallel_for("slurry::fmm::box_lists", Policy(0, count),
                       [&](int b) { finder.box(b, lists.leaf_points[static_cast<std::size_t>(b)]); });
  Kokkos::fence();
  return lists;
}

}  // namespace slurry::fmm
