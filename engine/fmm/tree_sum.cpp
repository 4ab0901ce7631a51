// SPDX-License-Identifier: BSD-3-Clause
#include "fmm/tree_sum.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "base/stage_timer.hpp"
#include "fmm/levels.hpp"
#include "fmm/periodic_roots.hpp"
#include "fmm/point_expansions.hpp"
#include "fmm/zero_modes.hpp"
#include "slurry/error.hpp"

namespace slurry::fmm {
namespace {

/// With fewer sources than this a multipole is dearer than the pairs: one evaluation costs about as much as so many
/// pairs (measured, theory/fast-multipole.md, the tree).
int few_points(int p) {
  return (p + 1) * (p + 1);
}

/// One set of targets with the tree over it and the sources.
struct TargetTree {
  Tree tree;
  InteractionLists lists;
  std::vector<int> source_leaves;
  Expansions multipoles, locals;
};

/// A cube around all points; or the box, along periodic directions.
RootCells root_cells(const TreeParameters& p, const ConstHostVectors& sources, const ConstHostVectors& targets) {
  std::array<double, 3> low{0, 0, 0}, high{0, 0, 0};
  bool any = false;
  for (const ConstHostVectors& x : {sources, targets})
    for (std::size_t i = 0; i < x.extent(0); ++i) {
      for (std::size_t a = 0; a < 3; ++a) {
        low[a] = any ? std::min(low[a], x(i, a)) : x(i, a);
        high[a] = any ? std::max(high[a], x(i, a)) : x(i, a);
      }
      any = true;
    }
  double extent = 0;
  for (std::size_t a = 0; a < 3; ++a) extent = std::max(extent, high[a] - low[a]);
  if (p.box.periodicity > 0) return periodic_cells(p.box.lengths, p.box.periodicity, low, high);
  if (!(extent > 0))
    extent = std::max({1e-300, std::abs(low[0]) * 1e-6, std::abs(low[1]) * 1e-6, std::abs(low[2]) * 1e-6});
  extent *= 1 + 1e-10;
  const double points = static_cast<double>(std::max(sources.extent(0), targets.extent(0)));
  if (p.even_leaves && points > p.leaf_points) {
    const double levels = std::ceil(std::log2(points / (mean_leaf_part * p.leaf_points)) / 3 - 1e-9);
    extent *= std::cbrt(mean_leaf_part * p.leaf_points * std::exp2(3 * levels) / points);
  }
  RootCells roots;
  for (std::size_t a = 0; a < 3; ++a) {
    roots.side[a] = extent;
    roots.corner[a] = 0.5 * (low[a] + high[a]) - 0.5 * extent;
  }
  return roots;
}

Kernel kernel_of(const SumDensity<Host>& d) {
  if (d.charges.extent(0) > 0) return Kernel::charges;
  if (d.layers.single() && d.layers.double_layer()) return Kernel::combined;
  return d.layers.double_layer() ? Kernel::double_layer : Kernel::single_layer;
}

void sort_densities(const Tree& tree, const SumDensity<Host>& d, SortedSources& s) {
  const std::vector<int>& order = tree.source_order();
  s.kernel = kernel_of(d);
  s.count = order.size();
  const std::size_t padded = order.size() + point_padding;
  for (int a = 0; a < 3; ++a) s.x[a] = tree.source_x(a);
  const auto copy = [&](const auto& from, std::vector<double>* to, int components) {
    for (int a = 0; a < components; ++a) to[a].assign(padded, 0.0);
    Kokkos::parallel_for("slurry::fmm::densities", Kokkos::RangePolicy<Host>(0, static_cast<int>(order.size())),
                         [&](int k) {
                           for (int a = 0; a < components; ++a)
                             to[a][static_cast<std::size_t>(k)] = from(order[static_cast<std::size_t>(k)], a);
                         });
    Kokkos::fence();
  };
  if (s.kernel == Kernel::charges) copy([&](int i, int) { return d.charges(i); }, s.f, 1);
  if (has_forces(s.kernel)) copy(d.layers.forces, s.f, 3);
  if (!has_dipoles(s.kernel)) return;
  copy(d.layers.dipoles, s.q, 3);
  copy(d.layers.normals, s.n, 3);
}

/// A vector of targets of one leaf.
struct TargetLanes {
  Wide x[3];
  int first, count;
};
TargetLanes load_targets(const Tree& tree, int first, int last) {
  TargetLanes t;
  t.first = first;
  t.count = std::min(lanes, last - first);
  for (int a = 0; a < 3; ++a) t.x[a] = Wide(tree.target_x(a).data() + first, simd::element_aligned);
  return t;
}

}  // namespace

struct TreeSum::Impl {
  TreeParameters p;
  ExpansionShape shape;
  /// For one shape of cell; and, where something is periodic, for one number of roots.
  RootCells roots;
  std::unique_ptr<LevelTransfer> transfer;
  std::unique_ptr<M2l> m2l;
  std::unique_ptr<PeriodicRoots> periodic;
  ThreadWork<PointWork> point_work;
  std::vector<TargetTree> trees;
  SortedSources sorted;
  StageTimes times;

  explicit Impl(const TreeParameters& parameters)
      : p(parameters), shape{p.order, p.layer == Layer::coulomb ? 1 : 4}, point_work([] {
          return std::make_unique<PointWork>();
        }) {
    if (p.order < 1 || p.order > largest_order)
      throw InputError("the order of the multipoles is out of range; 1 to 30 are possible");
    for (int a = 0; a < p.box.periodicity; ++a)
      if (!(p.box.lengths[static_cast<std::size_t>(a)] > 0)) throw InputError("a period of the box is not positive");
  }

  /// Operators for these roots; they stay while points move.
  void make_operators(const RootCells& cells) {
    const bool periodic_box = cells.periodicity > 0;
    const bool same_shape = transfer && shape_of(cells) == shape_of(roots);
    if (same_shape && (!periodic_box || cells.counts == roots.counts)) return;
    const Vector3 cell = shape_of(cells);
    if (!same_shape) {
      const bool cube = cell[1] == 1 && cell[2] == 1;
      const M2lScheme scheme = p.scheme == M2lScheme::plane_waves && !cube ? default_scheme(p.order, cell) : p.scheme;
      transfer = std::make_unique<LevelTransfer>(shape, cell);
      m2l = make_m2l(shape, cell, {scheme, p.node_error});
    }
    if (periodic_box) periodic = std::make_unique<PeriodicRoots>(shape, cells);
    roots = cells;
  }

  void upward(TargetTree& t) {
    t.multipoles.clear();
    {
      const StageScope scope(times, "P2M");
      const double still[3] = {0, 0, 0};
      for_each_item("slurry::fmm::p2m", static_cast<int>(t.source_leaves.size()), [&](int i) {
        const int b = t.source_leaves[static_cast<std::size_t>(i)];
        const TreeBox& box = t.tree.box(b);
        point_work.use([&](const PointWork& w) {
          add_sources<Family::regular>(p.order, sorted, box.first_source, box.last_source, t.tree.frame(b), still,
                                       t.multipoles.of(b), w);
        });
      });
    }
    const StageScope scope(times, "M2M");
    for (int level = t.tree.levels() - 2; level >= 0; --level) transfer->up(t.tree, level, t.multipoles);
  }

  void across(TargetTree& t) {
    t.locals.clear();
    {
      const StageScope scope(times, "M2L");
      for (int level = 1; level < t.tree.levels(); ++level) m2l->apply(t.tree, level, t.multipoles, t.locals);
    }
    if (periodic) {
      const StageScope scope(times, "images");
      periodic->apply(t.tree, t.multipoles, t.locals);
    }
    const StageScope scope(times, "P2L");
    for_each_item("slurry::fmm::p2l", static_cast<int>(t.tree.boxes().size()), [&](int b) {
      for (const MovedBox& k : t.lists.leaf_points[static_cast<std::size_t>(b)])
        point_work.use([&](const PointWork& w) {
          const TreeBox& from = t.tree.box(k.box);
          add_sources<Family::irregular>(p.order, sorted, from.first_source, from.last_source, t.tree.frame(b), k.shift,
                                         t.locals.of(b), w);
        });
    });
  }

  void downward(TargetTree& t) {
    const StageScope scope(times, "L2L");
    for (int level = 1; level < t.tree.levels(); ++level) transfer->down(t.tree, level, t.locals);
  }

  /// first: overwrites the results, else adds to them.
  void store(const TargetTree& t, const TargetLanes& lanes_at, const LaneFields& f, const SumFields<Host>& r,
             bool first) const {
    const bool charges = sorted.kernel == Kernel::charges;
    const auto put = [&](double& to, double v) { to = first ? v : to + v; };
    const bool slopes = r.gradient.extent(0) > 0, pressure = r.pressure.extent(0) > 0;
    for (int l = 0; l < lanes_at.count; ++l) {
      const auto lane = static_cast<std::size_t>(l);
      const int i = t.tree.target_order()[static_cast<std::size_t>(lanes_at.first + l)];
      if (charges)
        put(r.potential(i), f.value[0][lane]);
      else
        for (int c = 0; c < 3; ++c) put(r.velocity(i, c), f.value[c][lane]);
      if (slopes)
        for (int c = 0; c < (charges ? 3 : 9); ++c) put(r.gradient(i, c), f.gradient[c][lane]);
      if (pressure) put(r.pressure(i), f.pressure[lane]);
    }
  }

  /// Gauges and zero modes of a periodic sum.
  void zero_modes(const TargetTree& t, const SumFields<Host>& r) {
    std::array<double, 3> centre;
    const RootCells& cells = t.tree.roots();
    for (std::size_t a = 0; a < 3; ++a) centre[a] = cells.corner[a] + 0.5 * cells.counts[a] * cells.side[a];
    const ZeroModes modes(p.box, centre, sorted);
    if (!modes.any()) return;
    const bool charges = sorted.kernel == Kernel::charges;
    const int count = static_cast<int>(t.tree.target_order().size());
    Kokkos::parallel_for("slurry::fmm::zero_modes", Kokkos::RangePolicy<Host>(0, count), [&](int k) {
      const auto at = static_cast<std::size_t>(k);
      const double x[3] = {t.tree.target_x(0)[at], t.tree.target_x(1)[at], t.tree.target_x(2)[at]};
      const ZeroModes::Values v = modes.at(x);
      const int i = t.tree.target_order()[at];
      if (charges)
        r.potential(i) += v.value[0];
      else
        for (int c = 0; c < 3; ++c) r.velocity(i, c) += v.value[c];
      if (r.gradient.extent(0) > 0)
        for (int c = 0; c < (charges ? 3 : 9); ++c) r.gradient(i, c) += v.gradient[c];
      if (r.pressure.extent(0) > 0 && !charges) r.pressure(i) += v.pressure;
    });
    Kokkos::fence();
  }

  /// Rms of the sum for densities without a common direction, from the distances of some targets to all sources.
  double rms_scale(const SumCounts& counts) const {
    if (trees.empty() || counts.sources == 0) return 0;
    const Tree& t = trees.front().tree;
    const std::size_t targets = t.target_order().size(), sources = t.source_order().size();
    constexpr std::size_t sample = 64;
    double second = 0, fourth = 0;  // sums of r^-2 and r^-4
    std::size_t used = 0;
    for (std::size_t i = 0; i < targets; i += std::max<std::size_t>(1, targets / sample), ++used)
      for (std::size_t k = 0; k < sources; ++k) {
        double r2 = 0;
        for (int a = 0; a < 3; ++a) {
          const double d = t.target_x(a)[i] - t.source_x(a)[k];
          r2 += d * d;
        }
        if (r2 == 0) continue;
        second += 1 / r2;
        fourth += 1 / (r2 * r2);
      }
    if (used == 0) return 0;
    const double per_source = 1.0 / (static_cast<double>(used) * static_cast<double>(sources));
    const double of_forces = p.layer == Layer::coulomb ? 1.0 : 2.0;  // mean of |G f|^2 r^2/|f|^2
    constexpr double of_dipoles = 5.14;  // mean of |T q n|^2 r^4 for normal q and n, over the dipole norm
    return std::sqrt(per_source *
                     (of_forces * counts.squared_force_sum * second + of_dipoles * counts.dipole_norm * fourth));
  }

  Wanted wanted_of(const SumFields<Host>& r) const {
    return {r.gradient.extent(0) > 0, r.pressure.extent(0) > 0 && sorted.kernel != Kernel::charges};
  }

  void pairs(const TargetTree& t, const SumFields<Host>& r) {
    const StageScope scope(times, "P2P");
    const Wanted wanted = wanted_of(r);
    for_each_item("slurry::fmm::p2p", static_cast<int>(t.lists.target_leaves.size()), [&](int i) {
      const auto k = static_cast<std::size_t>(i);
      const TreeBox& box = t.tree.box(t.lists.target_leaves[k]);
      const std::vector<SourceRun>& runs = t.lists.pairs[k];
      for (int at = box.first_target; at < box.last_target; at += 2 * lanes) {
        const int vectors = at + lanes < box.last_target ? 2 : 1;
        TargetLanes targets[2];
        Wide x[2][3];
        for (int v = 0; v < vectors; ++v) {
          targets[v] = load_targets(t.tree, at + v * lanes, box.last_target);
          std::copy_n(targets[v].x, 3, x[v]);
        }
        LaneFields fields[2];
        add_pairs(sorted, runs.data(), static_cast<int>(runs.size()), vectors, x, wanted, fields);
        for (int v = 0; v < vectors; ++v) store(t, targets[v], fields[v], r, true);
      }
    });
  }

  void expansions(const TargetTree& t, const SumFields<Host>& r) {
    const StageScope scope(times, "L2P");
    const Wanted wanted = wanted_of(r);
    for_each_item("slurry::fmm::l2p", static_cast<int>(t.lists.target_leaves.size()), [&](int i) {
      const auto k = static_cast<std::size_t>(i);
      const int b = t.lists.target_leaves[k];
      const TreeBox& box = t.tree.box(b);
      const Frame frame = t.tree.frame(b);
      point_work.use([&](const PointWork& w) {
        for (int at = box.first_target; at < box.last_target; at += lanes) {
          const TargetLanes targets = load_targets(t.tree, at, box.last_target);
          LaneFields fields;
          add_field<Family::regular>(p.order, shape.sets, t.locals.of(b), frame, targets.x, wanted, fields, w);
          for (const MovedBox& m : t.lists.multipoles[k]) {
            Frame moved = t.tree.frame(m.box);
            for (int a = 0; a < 3; ++a) moved.centre[a] += m.shift[a];
            add_field<Family::irregular>(p.order, shape.sets, t.multipoles.of(m.box), moved, targets.x, wanted, fields,
                                         w);
          }
          store(t, targets, fields, r, false);
        }
      });
    });
  }
};

TreeSum::TreeSum(const Host&, const TreeParameters& parameters) : impl_(std::make_unique<Impl>(parameters)) {}
TreeSum::~TreeSum() = default;

const TreeParameters& TreeSum::parameters() const {
  return impl_->p;
}
const Tree& TreeSum::tree() const {
  return impl_->trees.at(0).tree;
}

void TreeSum::set_points(const SourceSet<Host>& sources, const std::vector<TargetSet<Host>>& targets) {
  if (sources.radius > 0 || sources.radii.extent(0) > 0)
    throw InputError("the fast multipole sum is for points without a radius");
  const StageScope scope(impl_->times, "sort");
  impl_->trees.clear();
  const TreeParameters& p = impl_->p;
  for (const TargetSet<Host>& t : targets) {
    if (t.radius > 0 || t.radii.extent(0) > 0)
      throw InputError("the fast multipole sum is for points without a radius");
    const ConstHostVectors x = t.are_sources ? sources.positions : t.positions;
    const RootCells cells = root_cells(p, sources.positions, x);
    impl_->make_operators(cells);
    impl_->trees.push_back(
        {Tree(cells, {p.leaf_points, p.graded_part}, sources.positions, x, t.are_sources), {}, {}, {}, {}});
    TargetTree& tree = impl_->trees.back();
    tree.lists = find_lists(tree.tree, few_points(p.order), few_points(p.order));
    const auto boxes = static_cast<int>(tree.tree.boxes().size());
    for (int b = 0; b < boxes; ++b)
      if (tree.tree.box(b).leaf && tree.tree.box(b).sources() > 0) tree.source_leaves.push_back(b);
    tree.multipoles.resize(boxes, p.order, impl_->shape.sets);
    tree.locals.resize(boxes, p.order, impl_->shape.sets);
  }
}

void TreeSum::apply(const SumDensity<Host>& density, const std::vector<SumFields<Host>>& results) {
  if ((kernel_of(density) == Kernel::charges) != (impl_->p.layer == Layer::coulomb))
    throw InputError("the sum was planned for another layer");
  for (std::size_t k = 0; k < impl_->trees.size(); ++k) {
    TargetTree& t = impl_->trees[k];
    {
      const StageScope scope(impl_->times, "sort");
      sort_densities(t.tree, density, impl_->sorted);
    }
    impl_->pairs(t, results.at(k));
    if (t.tree.levels() == 1 && !impl_->periodic) continue;  // one box: its pairs are all there is
    impl_->upward(t);
    impl_->across(t);
    impl_->downward(t);
    impl_->expansions(t, results[k]);
    if (impl_->periodic) impl_->zero_modes(t, results[k]);
  }
}

SumErrors TreeSum::expected_errors(const SumCounts& counts) const {
  SumErrors e;
  e.value = impl_->p.expected_error * impl_->rms_scale(counts);
  return e;
}

StageTimes TreeSum::take_stage_times() {
  return std::exchange(impl_->times, StageTimes{});
}

}  // namespace slurry::fmm
