// SPDX-License-Identifier: BSD-3-Clause
#include "fmm/tree.hpp"

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>
#include <utility>

#include "base/execution.hpp"
#include "fmm/expansions.hpp"
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

template <class F>
void for_each_number(const char* name, std::size_t count, const F& f) {
  Kokkos::parallel_for(name, Kokkos::RangePolicy<Host, Kokkos::IndexType<std::int64_t>>(0, std::int64_t(count)),
                       [&](std::int64_t i) { f(static_cast<std::size_t>(i)); });
  Kokkos::fence();
}

/// Moves the points [first, last) so that each part is one run, in which their order stays. Returns where the parts
/// begin. A box of this many points and more is divided by all threads, a smaller one by the thread that calls.
constexpr int many_points = 100000;
template <class Point, class PartOf>
std::vector<int> partition(Point* points, Point* scratch, int first, int last, std::size_t parts,
                           const PartOf& part_of) {
  const int count = last - first;
  const std::size_t chunks = count < many_points ? 1 : std::size_t(Host().concurrency());
  const auto chunk_start = [&](std::size_t c) {
    return first + static_cast<int>(std::int64_t(count) * std::int64_t(c) / std::int64_t(chunks));
  };
  std::vector<int> at(chunks * parts);
  const auto in_chunks = [&](const auto& f) {
    if (chunks == 1)
      f(std::size_t(0));
    else
      for_each_item("slurry::fmm::partition", static_cast<int>(chunks), [&](int c) { f(static_cast<std::size_t>(c)); });
  };
  in_chunks([&](std::size_t c) {
    for (int i = chunk_start(c); i < chunk_start(c + 1); ++i) ++at[c * parts + part_of(points[i])];
  });
  std::vector<int> starts(parts + 1, first);
  for (std::size_t o = 0; o < parts; ++o) {
    starts[o + 1] = starts[o];
    for (std::size_t c = 0; c < chunks; ++c) starts[o + 1] += std::exchange(at[c * parts + o], starts[o + 1]);
  }
  in_chunks([&](std::size_t c) {
    for (int i = chunk_start(c); i < chunk_start(c + 1); ++i) scratch[at[c * parts + part_of(points[i])]++] = points[i];
  });
  in_chunks([&](std::size_t c) {
    std::copy(scratch + chunk_start(c), scratch + chunk_start(c + 1), points + chunk_start(c));
  });
  return starts;
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
  f.unit = scale * roots_.side[0] / units_per_side;
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

void Tree::split(const std::vector<int>& boxes, std::vector<Point>& sources, std::vector<Point>& targets,
                 std::vector<Point>& scratch, bool same) {
  using Runs = std::vector<std::vector<int>>;
  const auto divide = [&](std::vector<Point>& points, auto first, auto last) {
    Runs starts(boxes.size());
    const auto one = [&](std::size_t i) {
      const Frame f = frame(boxes[i]);
      const TreeBox& t = box(boxes[i]);
      starts[i] = partition(points.data(), scratch.data(), t.*first, t.*last, 8, [&](const Point& p) {
        return std::size_t(p.x[0] >= f.centre[0] ? 1 : 0) + std::size_t(p.x[1] >= f.centre[1] ? 2 : 0) +
               std::size_t(p.x[2] >= f.centre[2] ? 4 : 0);
      });
    };
    const auto is_large = [&](std::size_t i) { return box(boxes[i]).*last - box(boxes[i]).*first >= many_points; };
    for (std::size_t i = 0; i < boxes.size(); ++i)
      if (is_large(i)) one(i);
    for_each_item("slurry::fmm::split", static_cast<int>(boxes.size()), [&](int i) {
      if (!is_large(static_cast<std::size_t>(i))) one(static_cast<std::size_t>(i));
    });
    return starts;
  };
  const Runs s = divide(sources, &TreeBox::first_source, &TreeBox::last_source);
  const Runs t = same ? s : divide(targets, &TreeBox::first_target, &TreeBox::last_target);
  for (std::size_t i = 0; i < boxes.size(); ++i) add_children(boxes[i], s[i], t[i]);
}

void Tree::add_children(int b, const std::vector<int>& s, const std::vector<int>& t) {
  const TreeBox parent = box(b);
  boxes_[static_cast<std::size_t>(b)].leaf = false;
  for (std::size_t o = 0; o < 8; ++o) {
    if (!all_children_ && s[o] == s[o + 1] && t[o] == t[o + 1]) continue;
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

/// Depth first, as the points are sorted.
void Tree::count_leaves() {
  int leaves = 0;
  std::vector<int> open;
  const int roots = level_start(1);
  for (int root = roots; root-- > 0;) open.push_back(root);
  std::vector<int> order;
  order.reserve(boxes_.size());
  while (!open.empty()) {
    const int b = open.back();
    open.pop_back();
    order.push_back(b);
    TreeBox& t = boxes_[static_cast<std::size_t>(b)];
    t.first_leaf = leaves;
    if (t.leaf && (all_children_ || t.sources() > 0)) ++leaves;
    t.last_leaf = leaves;
    for (std::size_t o = 8; o-- > 0;)
      if (t.child[o] >= 0) open.push_back(t.child[o]);
  }
  for (auto b = order.rbegin(); b != order.rend(); ++b) {  // children before their parents
    const TreeBox& t = box(*b);
    if (t.parent >= 0) {
      TreeBox& parent = boxes_[static_cast<std::size_t>(t.parent)];
      parent.last_leaf = std::max(parent.last_leaf, t.last_leaf);
    }
  }
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
  const auto find = [&](std::size_t b) {
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
  };
  for (int l = 0; l < levels(); ++l) {  // those of the parents come first
    const auto first = static_cast<std::size_t>(level_start(l));
    for_each_number("slurry::fmm::colleagues", static_cast<std::size_t>(level_start(l + 1)) - first,
                    [&](std::size_t i) { find(first + i); });
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

double Tree::in_period(double x, std::size_t axis) const {
  if (!roots_.periodic(static_cast<int>(axis))) return x;
  const double period = roots_.side[axis] * roots_.counts[axis];
  return x - std::floor((x - roots_.corner[axis]) / period) * period;
}

void Tree::add_roots() {
  const int count = roots_.counts[0] * roots_.counts[1] * roots_.counts[2];
  boxes_.resize(static_cast<std::size_t>(count));
  for (int r = 0; r < count; ++r) {
    TreeBox& b = boxes_[static_cast<std::size_t>(r)];
    b.cell = {r % roots_.counts[0], r / roots_.counts[0] % roots_.counts[1], r / (roots_.counts[0] * roots_.counts[1])};
  }
}

Tree::Tree(const RootCells& roots, const TreeOptions& options, const ConstHostVectors& sources,
           const ConstHostVectors& targets, bool targets_are_sources)
    : roots_(roots), all_children_(options.all_children) {
  const auto read = [&](const ConstHostVectors& x) {
    std::vector<Point> points(x.extent(0));
    std::atomic<bool> finite = true;
    for_each_number("slurry::fmm::read", points.size(), [&](std::size_t i) {
      points[i].number = static_cast<int>(i);
      for (std::size_t a = 0; a < 3; ++a) {
        if (!std::isfinite(x(i, a))) finite = false;
        points[i].x[a] = in_period(x(i, a), a);
      }
    });
    if (!finite) throw InputError("a position is not a finite number");
    return points;
  };
  std::vector<Point> s = read(sources), t, scratch;
  if (!targets_are_sources) t = read(targets);
  scratch.resize(std::max(s.size(), t.size()));
  add_roots();
  const auto into_roots = [&](std::vector<Point>& points, auto first, auto last) {
    const auto root_of = [&](const Point& p) {
      int at[3];
      for (std::size_t a = 0; a < 3; ++a)
        at[a] = std::clamp(static_cast<int>(std::floor((p.x[a] - roots_.corner[a]) / roots_.side[a])), 0,
                           roots_.counts[a] - 1);
      return static_cast<std::size_t>((at[2] * roots_.counts[1] + at[1]) * roots_.counts[0] + at[0]);
    };
    const auto count = static_cast<int>(points.size());
    const std::vector<int> starts = boxes_.size() == 1
                                        ? std::vector<int>{0, count}
                                        : partition(points.data(), scratch.data(), 0, count, boxes_.size(), root_of);
    for (std::size_t r = 0; r < boxes_.size(); ++r) {
      boxes_[r].*first = starts[r];
      boxes_[r].*last = starts[r + 1];
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
  for (int next = 0; next < static_cast<int>(boxes_.size());) {  // one level after the other
    std::vector<int> full;
    for (const int end = static_cast<int>(boxes_.size()); next < end; ++next)
      if (std::max(box(next).sources(), box(next).targets()) > options.leaf_points && box(next).level < deepest)
        full.push_back(next);
    split(full, s, t, scratch, targets_are_sources);
  }
  for (;;) {
    number_by_level();
    find_colleagues();
    if (options.graded_part > 1) break;
    const std::vector<int> coarse = coarse_leaves(options.graded_part * options.leaf_points);
    if (coarse.empty()) break;
    split(coarse, s, t, scratch, targets_are_sources);
  }
  count_leaves();
  const auto sorted = [](const std::vector<Point>& points, std::vector<int>& order,
                         std::array<std::vector<double>, 3>& x) {
    order.resize(points.size());
    for (auto& v : x) v.assign(points.size() + point_padding, 0.0);
    for_each_number("slurry::fmm::sorted", points.size(), [&](std::size_t i) {
      order[i] = points[i].number;
      for (std::size_t a = 0; a < 3; ++a) x[a][i] = points[i].x[a];
    });
  };
  sorted(s, source_order_, source_x_);
  if (targets_are_sources) {
    target_order_ = source_order_;
    target_x_ = source_x_;
  } else {
    sorted(t, target_order_, target_x_);
  }
}

std::vector<std::int32_t> Tree::layout() const {
  std::vector<std::int32_t> places;
  places.reserve(boxes_.size());
  for (const TreeBox& t : boxes_) places.push_back(t.parent < 0 ? -1 : 8 * t.parent + t.octant);
  return places;
}

Tree::Tree(const RootCells& roots, const std::vector<std::int32_t>& layout) : roots_(roots), all_children_(true) {
  add_roots();
  const std::size_t count = boxes_.size();
  boxes_.resize(std::max(count, layout.size()));
  level_start_.assign(1, 0);
  for (std::size_t b = count; b < layout.size(); ++b) {
    const int up = layout[b] / 8, octant = layout[b] % 8;
    if (layout[b] < 0 || up >= static_cast<int>(b)) throw InputError("a recorded tree has a box without a parent");
    TreeBox& parent = boxes_[static_cast<std::size_t>(up)];
    TreeBox& t = boxes_[b];
    t.level = parent.level + 1;
    t.parent = up;
    t.octant = octant;
    for (std::size_t a = 0; a < 3; ++a) t.cell[a] = 2 * parent.cell[a] + (octant >> a & 1);
    parent.child[static_cast<std::size_t>(octant)] = static_cast<int>(b);
    parent.leaf = false;
  }
  for (std::size_t b = 0; b < boxes_.size(); ++b)
    while (boxes_[b].level >= static_cast<int>(level_start_.size())) level_start_.push_back(static_cast<int>(b));
  level_start_.push_back(static_cast<int>(boxes_.size()));
  find_colleagues();
  count_leaves();
}

bool Tree::take(const ConstHostVectors& sources, const std::array<double, 3>& corner) {
  const std::array<double, 3> old = std::exchange(roots_.corner, corner);
  const auto count = static_cast<int>(sources.extent(0));
  std::vector<std::array<double, 3>> centres(boxes_.size());
  for (std::size_t b = 0; b < centres.size(); ++b)
    std::copy_n(frame(static_cast<int>(b)).centre, 3, centres[b].begin());
  std::vector<int> leaf_of(sources.extent(0));
  std::vector<std::array<double, 3>> places(sources.extent(0));
  int outside = 0;
  Kokkos::parallel_reduce(
      "slurry::fmm::take", Kokkos::RangePolicy<Host>(0, count),
      [&](int i, int& not_held) {
        const auto k = static_cast<std::size_t>(i);
        int root[3];
        for (std::size_t a = 0; a < 3; ++a) {
          places[k][a] = in_period(sources(k, a), a);
          const double at = std::floor((places[k][a] - roots_.corner[a]) / roots_.side[a]);
          const bool held = roots_.periodic(static_cast<int>(a)) ? std::isfinite(at) : at >= 0 && at < roots_.counts[a];
          if (!held) {
            ++not_held;
            return;
          }
          root[a] = std::clamp(static_cast<int>(at), 0, roots_.counts[a] - 1);
        }
        int b = (root[2] * roots_.counts[1] + root[1]) * roots_.counts[0] + root[0];
        while (!box(b).leaf) {
          std::size_t octant = 0;
          for (std::size_t a = 0; a < 3; ++a)
            if (places[k][a] >= centres[static_cast<std::size_t>(b)][a]) octant |= std::size_t(1) << a;
          b = box(b).child[octant];
        }
        leaf_of[k] = box(b).first_leaf;
      },
      outside);
  if (outside > 0) {
    roots_.corner = old;
    return false;
  }
  int leaves = 0;
  for (int root = 0; root < level_start(1); ++root) leaves = std::max(leaves, box(root).last_leaf);
  std::vector<int> starts(static_cast<std::size_t>(leaves) + 1);
  for (const int leaf : leaf_of) ++starts[static_cast<std::size_t>(leaf) + 1];
  std::partial_sum(starts.begin(), starts.end(), starts.begin());
  for (TreeBox& t : boxes_) {
    t.first_source = t.first_target = starts[static_cast<std::size_t>(t.first_leaf)];
    t.last_source = t.last_target = starts[static_cast<std::size_t>(t.last_leaf)];
  }
  source_order_.resize(leaf_of.size());
  for (auto& v : source_x_) v.resize(leaf_of.size() + point_padding);
  for (std::size_t i = 0; i < leaf_of.size(); ++i) {
    const auto at = static_cast<std::size_t>(starts[static_cast<std::size_t>(leaf_of[i])]++);
    source_order_[at] = static_cast<int>(i);
    for (std::size_t a = 0; a < 3; ++a) source_x_[a][at] = places[i][a];
  }
  target_order_ = source_order_;
  target_x_ = source_x_;
  return true;
}

namespace {

/// Finds the lists of one target leaf, or of one box.
class ListFinder {
 public:
  ListFinder(const Tree& tree, const FewPoints& few) : tree_(tree), few_(few) {}

  void leaf(int b, std::vector<SourceRun>& runs, std::vector<MovedBox>& multipoles) const {
    const TreeBox& t = tree_.box(b);
    for (int slot = 0; slot < 27; ++slot) {
      const int k = tree_.colleagues(b)[static_cast<std::size_t>(slot)];
      if (k < 0) continue;
      const auto d = offset_of_slot(slot);
      descend(k, {d[0], d[1], d[2]}, 0, tree_.image_shift(t, d), runs, multipoles);
    }
    coarser(b, [&](int k, int c, const std::array<double, 3>& shift) {
      if (c < 0 || has_few_targets(c)) add_run(k, shift, runs);
    });
    merge(runs);
  }
  void box(int b, std::vector<MovedBox>& points) const {
    if (has_few_targets(b)) return;
    coarser(b, [&](int k, int c, const std::array<double, 3>& shift) {
      if (c == b) points.push_back({k, {shift[0], shift[1], shift[2]}});
    });
  }

 private:
  bool has_few_sources(int b) const { return (few_[static_cast<std::size_t>(b)] & 1) != 0; }
  bool has_few_targets(int b) const { return (few_[static_cast<std::size_t>(b)] & 2) != 0; }
  /// In a tree with all children sources may come to any box.
  bool counts(const TreeBox& t) const { return t.sources() > 0 || tree_.has_all_children(); }
  void add_run(int k, const std::array<double, 3>& shift, std::vector<SourceRun>& runs) const {
    const TreeBox& t = tree_.box(k);
    if (counts(t))
      runs.push_back({t.first_source, t.last_source, {shift[0], shift[1], shift[2]}, t.first_leaf, t.last_leaf});
  }
  /// Boxes of the leaf's level and below; offset: from the leaf, in cells of box k.
  void descend(int k, const std::array<std::int64_t, 3>& offset, int finer, const std::array<double, 3>& shift,
               std::vector<SourceRun>& runs, std::vector<MovedBox>& multipoles) const {
    const TreeBox& t = tree_.box(k);
    if (!counts(t)) return;
    if (!touch(offset, std::int64_t(1) << finer)) {
      if (has_few_sources(k))
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
        if (k < 0 || slot == slot_of(0, 0, 0) || !tree_.box(k).leaf || !counts(tree_.box(k))) continue;
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
      return same(a, b) ? a.first_leaf < b.first_leaf
                        : std::lexicographical_compare(a.shift, a.shift + 3, b.shift, b.shift + 3);
    });
    std::size_t kept = 0;
    for (const SourceRun& r : runs) {
      if (kept > 0 && same(runs[kept - 1], r) && runs[kept - 1].last_leaf == r.first_leaf) {
        runs[kept - 1].last = r.last;
        runs[kept - 1].last_leaf = r.last_leaf;
      } else {
        runs[kept++] = r;
      }
    }
    runs.resize(kept);
  }

  const Tree& tree_;
  const FewPoints& few_;
};

}  // namespace

FewPoints boxes_with_few(const Tree& tree, int few_sources, int few_targets) {
  FewPoints few;
  few.reserve(tree.boxes().size());
  for (const TreeBox& t : tree.boxes())
    few.push_back((t.sources() < few_sources ? 1 : 0) + (t.targets() < few_targets ? 2 : 0));
  return few;
}

void InteractionLists::follow(const Tree& tree) {
  std::vector<int> starts;  // of the leaves
  for (const TreeBox& t : tree.boxes()) {
    if (!t.leaf) continue;
    if (static_cast<int>(starts.size()) < t.last_leaf + 1) starts.resize(static_cast<std::size_t>(t.last_leaf) + 1);
    starts[static_cast<std::size_t>(t.first_leaf)] = t.first_source;
    starts[static_cast<std::size_t>(t.last_leaf)] = t.last_source;
  }
  for (std::vector<SourceRun>& runs : pairs)
    for (SourceRun& r : runs) {
      r.first = starts[static_cast<std::size_t>(r.first_leaf)];
      r.last = starts[static_cast<std::size_t>(r.last_leaf)];
    }
}

InteractionLists find_lists(const Tree& tree, const FewPoints& few) {
  InteractionLists lists;
  const auto count = static_cast<int>(tree.boxes().size());
  for (int b = 0; b < count; ++b)
    if (tree.box(b).leaf && (tree.has_all_children() || tree.box(b).targets() > 0)) lists.target_leaves.push_back(b);
  lists.pairs.resize(lists.target_leaves.size());
  lists.multipoles.resize(lists.target_leaves.size());
  lists.leaf_points.resize(tree.boxes().size());
  const ListFinder finder(tree, few);
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
