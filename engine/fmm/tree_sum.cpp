// SPDX-License-Identifier: BSD-3-Clause
#include "fmm/tree_sum.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include "base/stage_timer.hpp"
#include "base/text.hpp"
#include "fmm/levels.hpp"
#include "fmm/periodic_roots.hpp"
#include "fmm/point_expansions.hpp"
#include "fmm/seen_errors.hpp"
#include "fmm/shown_cells.hpp"
#include "fmm/sorted_densities.hpp"
#include "fmm/target_tree.hpp"
#include "fmm/zero_modes.hpp"
#include "slurry/error.hpp"

namespace slurry::fmm {

M2lScheme scheme_in(const TreeParameters& p, const Vector3& cell) {
  const bool cube = cell[1] == 1 && cell[2] == 1;
  return p.scheme == M2lScheme::plane_waves && !cube ? default_scheme(p.order, cell) : p.scheme;
}

namespace {
/// Lowest and highest coordinates of the points in all of these sets; 0 where there are no points.
struct Extent {
  std::array<double, 3> low{0, 0, 0}, high{0, 0, 0};
  bool any = false;

  void add(const ConstHostVectors& x) {
    for (std::size_t i = 0; i < x.extent(0); ++i) {
      for (std::size_t a = 0; a < 3; ++a) {
        low[a] = any ? std::min(low[a], x(i, a)) : x(i, a);
        high[a] = any ? std::max(high[a], x(i, a)) : x(i, a);
      }
      any = true;
    }
  }
};
}  // namespace

RootCells root_cells(const TreeParameters& p, const ConstHostVectors& sources, const ConstHostVectors& targets) {
  Extent all;
  all.add(sources);
  all.add(targets);
  const auto &low = all.low, &high = all.high;
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

namespace {

/// Targets of one leaf that fill a vector.
struct TargetLanes {
  const double* x[3];
  int first, count;
};
TargetLanes targets_at(const Tree& tree, int first, int last, int lanes) {
  return {{tree.target_x(0).data() + first, tree.target_x(1).data() + first, tree.target_x(2).data() + first},
          first,
          std::min(lanes, last - first)};
}

}  // namespace

template <class Real>
struct TreeSumOf<Real>::Impl {
  using TargetTree = fmm::TargetTree<Real>;
  using LaneFields = fmm::LaneFields<Real>;
  using PointWork = fmm::PointWork<Real>;
  using PairWork = fmm::PairWork<Real>;
  using Wide = simd::Wide<Real>;
  static constexpr int lanes = lanes_of<Real>;

  TreeParameters p;
  ExpansionShape shape;
  /// For one shape of cell; and, where something is periodic, for one number of roots.
  RootCells roots;
  Vector3 made_for{0, 0, 0};
  std::unique_ptr<LevelTransfer<Real>> transfer;
  std::unique_ptr<M2lOf<Real>> m2l;
  M2lScheme scheme = M2lScheme::plane_waves;  ///< of m2l
  std::unique_ptr<PeriodicRoots> periodic;
  ThreadWork<PointWork> point_work;
  ThreadWork<PairWork> pair_work;
  std::vector<TargetTree> trees;
  std::optional<TargetTree> kept;  ///< while other targets are set
  State taken_over;                ///< of another sum, until the first points
  long trees_made = 0;
  SetRadii source_radii;
  bool spheres = false;
  SeenInSum seen;
  SortedSources sorted;
  StageTimes times;

  explicit Impl(const TreeParameters& parameters)
      : p(parameters),
        shape{p.order, p.layer == Layer::coulomb ? 1 : 4},
        point_work([] { return std::make_unique<PointWork>(); }),
        pair_work([] { return std::make_unique<PairWork>(); }) {
    const int largest = largest_order_in(std::is_same_v<Real, float> ? Precision::fp32 : Precision::fp64);
    if (p.order < 1 || p.order > largest)
      throw InputError(text("the order of the multipoles must be from 1 to {}", largest));
    for (int a = 0; a < p.box.periodicity; ++a)
      if (!(p.box.lengths[static_cast<std::size_t>(a)] > 0))
        throw InputError("every period of the box must be positive");
    // what the box alone decides, so that the first points need not wait for it
    RootCells cells;
    if (p.box.periodicity > 0) cells = periodic_cells(p.box.lengths, p.box.periodicity, {0, 0, 0}, {0, 0, 0});
    make_shifts(cells);
    if (p.box.periodicity == 3) make_operators(cells);
  }

  /// Operators of the tree's inside for this shape of cell.
  void make_shifts(const RootCells& cells) {
    const Vector3 cell = shape_of(cells);
    if (transfer && made_for == cell) return;
    made_for = cell;
    scheme = scheme_in(p, cell);
    transfer = std::make_unique<LevelTransfer<Real>>(shape, in_units(cell));
    m2l = make_m2l<Real>(shape, in_units(cell), {scheme, p.node_error});
  }

  /// Operators for these roots; they stay while points move.
  void make_operators(const RootCells& cells) {
    const bool same_shape = made_for == shape_of(cells);
    make_shifts(cells);
    if (cells.periodicity > 0 && !(periodic && same_shape && cells.counts == roots.counts))
      periodic = std::make_unique<PeriodicRoots>(shape, cells);
    roots = cells;
  }

  /// Takes the tree that is kept out of the trees of the last points.
  void keep() {
    if (p.moving)
      for (TargetTree& t : trees)
        if (t.tree.has_all_children()) kept = std::move(t);
    trees.clear();
  }

  /// The tree that is kept, with these points; nothing: a new one is to be made.
  std::optional<TargetTree> follow(const RootCells& cells, const ConstHostVectors& x, double reach) {
    // pairs cost as much more than in a new tree, or expansions, where leaves empty
    constexpr double most_pairs = 1.1, fewest_pairs = 0.9;
    std::optional<TargetTree> t = std::exchange(kept, std::nullopt);
    const bool fits = t && t->reach == reach && t->tree.source_order().size() == x.extent(0) &&
                      t->tree.roots().counts == cells.counts;
    const std::array<double, 3> middle = middle_of(x, cells.periodicity);
    if (!fits || !t->tree.take(x, sum_of(middle, t->from_middle))) return std::nullopt;
    t->lists.follow(t->tree);
    const double pairs = t->met_pairs();
    if (pairs > most_pairs * t->pairs || pairs < fewest_pairs * t->pairs) return std::nullopt;
    return t;
  }

  void add_tree(RootCells cells, const ConstHostVectors& sources, const ConstHostVectors& x, bool same, double reach) {
    const bool keeps = p.moving && same;
    if (keeps && !taken_over.empty()) build_taken_over(x);
    if (keeps)
      if (std::optional<TargetTree> old = follow(cells, x, reach)) return trees.push_back(*std::move(old));
    std::array<double, 3> from_middle{};
    if (keeps) {  // as take() will have it
      const std::array<double, 3> middle = middle_of(x, cells.periodicity);
      for (std::size_t a = 0; a < 3; ++a) from_middle[a] = cells.corner[a] - middle[a];
      cells.corner = sum_of(middle, from_middle);
    }
    make_operators(cells);
    ++trees_made;
    Tree made(cells, {p.leaf_points, p.graded_part, reach, keeps}, sources, x, same);
    FewPoints few = boxes_with_few(made, few_points(p.order), few_points(p.order));
    TargetTree& t = trees.emplace_back(std::move(made), std::move(few), shape);
    t.from_middle = from_middle;
    t.reach = reach;
    if (keeps) t.pairs = t.met_pairs();
  }

  /// The tree that is kept while points move; null: there is none.
  const TargetTree* kept_tree() const {
    const TargetTree* found = kept ? &*kept : nullptr;
    for (const TargetTree& t : trees)
      if (t.tree.has_all_children()) found = &t;
    return found;
  }

  State kept_state() const {
    State s;
    const TargetTree* found = kept_tree();
    if (!found) return taken_over;
    const RootCells& roots = found->tree.roots();
    const auto list = [](const auto& v) { return std::vector<double>(v.begin(), v.end()); };
    s.put("side", list(roots.side));
    s.put("cells", list(roots.counts));
    s.put("from_middle", list(found->from_middle));
    s.put_integers("boxes", found->tree.layout());
    s.put_integers("few", found->few);
    s.put("pairs", found->pairs);
    s.put("reach", found->reach);
    return s;
  }

  /// The tree that another sum has kept.
  void build_taken_over(const ConstHostVectors& x) {
    const State s = std::exchange(taken_over, {});
    const auto three = [&](const char* name) {
      const SharedList<double> v = s.list(name);
      return std::array<double, 3>{v[0], v[1], v[2]};
    };
    RootCells roots;
    roots.side = three("side");
    const std::array<double, 3> counts = three("cells");
    for (std::size_t a = 0; a < 3; ++a) roots.counts[a] = static_cast<int>(counts[a]);
    roots.periodicity = p.box.periodicity;
    const std::array<double, 3> from_middle = three("from_middle");
    roots.corner = sum_of(middle_of(x, roots.periodicity), from_middle);
    const SharedList<std::int32_t> boxes = s.integers("boxes"), few = s.integers("few");
    Tree tree(roots, {boxes.begin(), boxes.end()});
    if (few.size() != tree.boxes().size() || !tree.take(x, roots.corner)) return;
    make_operators(roots);
    kept.emplace(std::move(tree), FewPoints(few.begin(), few.end()), shape);
    kept->from_middle = from_middle;
    kept->pairs = s.number("pairs");
    kept->reach = s.number("reach");
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
          add_sources<Family::regular, Real>(p.order, sorted, box.first_source, box.last_source, t.tree.frame(b), still,
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
          add_sources<Family::irregular, Real>(p.order, sorted, from.first_source, from.last_source, t.tree.frame(b),
                                               k.shift, t.locals.of(b), w);
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
    const auto put = [&](double& to, Real v) { to = first ? v : to + v; };
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
      const ZeroModes::Values v = modes.at(x, t.radii.empty() ? 0.0 : t.radii[at]);
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

  SumErrors errors(const SumCounts& counts) const {
    if (trees.empty()) return {};
    const TargetTree& t = trees.front();
    double size = source_radii.mean_square(t.tree.source_order().size());
    if (!t.radii.empty()) {
      double squares = 0;
      for (const double a : t.radii) squares += a * a;
      size += squares / static_cast<double>(t.tree.target_order().size());
    }
    return seen_errors(p, scheme, t.tree, t.lists, counts, seen, size / 6);
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
      pair_work.use([&](PairWork& w) {
        const LeafPairs<Real> leaf(sorted, runs.data(), static_cast<int>(runs.size()),
                                   t.tree.frame(t.lists.target_leaves[k]), w);
        for (int at = box.first_target; at < box.last_target; at += 2 * lanes) {
          const int vectors = at + lanes < box.last_target ? 2 : 1;
          LaneFields fields[2];
          leaf.add(vectors, targets_at(t.tree, at, box.last_target, lanes).x,
                   t.radii.empty() ? nullptr : t.radii.data() + at, wanted, fields);
          for (int v = 0; v < vectors; ++v)
            store(t, targets_at(t.tree, at + v * lanes, box.last_target, lanes), fields[v], r, true);
        }
      });
    });
  }

  /// Also looks at what the highest degree gives, at one of so many vectors of targets.
  static constexpr std::size_t sampled_vectors = 8;
  void expansions(const TargetTree& t, const SumFields<Host>& r) {
    const StageScope scope(times, "L2P");
    const Wanted wanted = wanted_of(r);
    std::vector<double> squares(t.lists.target_leaves.size()), looked_at(squares.size());
    const bool few = t.tree.target_order().size() < 64 * sampled_vectors * std::size_t(lanes);
    for_each_item("slurry::fmm::l2p", static_cast<int>(t.lists.target_leaves.size()), [&](int i) {
      const auto k = static_cast<std::size_t>(i);
      const int b = t.lists.target_leaves[k];
      const TreeBox& box = t.tree.box(b);
      const Frame frame = t.tree.frame(b);
      point_work.use([&](const PointWork& w) {
        for (int at = box.first_target; at < box.last_target; at += lanes) {
          const TargetLanes targets = targets_at(t.tree, at, box.last_target, lanes);
          LaneFields fields;
          Wide radii = Real(0);
          if (!t.radii.empty()) radii = simd::load_shifted<Real>(t.radii.data() + at, 0);
          const Wide* const sizes = t.radii.empty() ? nullptr : &radii;
          add_field<Family::regular, Real>(p.order, shape.sets, t.locals.of(b), frame, targets.x, sizes, wanted, fields,
                                           w);
          for (const MovedBox& m : t.lists.multipoles[k]) {
            Frame moved = t.tree.frame(m.box);
            for (int a = 0; a < 3; ++a) moved.centre[a] += m.shift[a];
            add_field<Family::irregular, Real>(p.order, shape.sets, t.multipoles.of(m.box), moved, targets.x, sizes,
                                               wanted, fields, w);
          }
          store(t, targets, fields, r, false);
          if (!few && (std::size_t(at / lanes) + k) % sampled_vectors != 0) continue;
          const Wide square = last_degree_square<Real>(p.order, shape.sets, t.locals.of(b), frame, targets.x, w);
          for (int l = 0; l < targets.count; ++l) squares[k] += square[static_cast<std::size_t>(l)];
          looked_at[k] += targets.count;
        }
      });
    });
    seen.last_degree = std::accumulate(squares.begin(), squares.end(), 0.0) /
                       std::max(1.0, std::accumulate(looked_at.begin(), looked_at.end(), 0.0));
  }
};

template <class Real>
TreeSumOf<Real>::TreeSumOf(const Host&, const TreeParameters& parameters) : impl_(std::make_unique<Impl>(parameters)) {}
template <class Real>
TreeSumOf<Real>::~TreeSumOf() = default;

template <class Real>
const TreeParameters& TreeSumOf<Real>::parameters() const {
  return impl_->p;
}
template <class Real>
const Tree& TreeSumOf<Real>::tree() const {
  return impl_->trees.at(0).tree;
}
template <class Real>
long TreeSumOf<Real>::trees_made() const {
  return impl_->trees_made;
}
template <class Real>
SumCells TreeSumOf<Real>::cells(const ChosenPoint& chosen) const {
  const TargetTree<Real>* shown = impl_->kept_tree();
  if (!shown && !impl_->trees.empty()) shown = &impl_->trees.front();
  return shown ? shown_cells(shown->tree, shown->lists, chosen) : SumCells{};
}
template <class Real>
State TreeSumOf<Real>::kept() const {
  return impl_->kept_state();
}
template <class Real>
void TreeSumOf<Real>::take_over(const State& kept) {
  impl_->taken_over = kept;
}

template <class Real>
void TreeSumOf<Real>::set_points(const SourceSet<Host>& sources, const std::vector<TargetSet<Host>>& targets) {
  const StageScope scope(impl_->times, "sort");
  impl_->keep();
  const TreeParameters& p = impl_->p;
  impl_->source_radii = {sources.radius, sources.radii};
  const double largest_source = impl_->source_radii.largest(sources.positions.extent(0));
  impl_->spheres = largest_source > 0;
  for (const TargetSet<Host>& t : targets)
    if (!t.are_sources && (t.radius > 0 || t.radii.extent(0) > 0)) impl_->spheres = true;
  if (impl_->spheres && p.layer != Layer::single)
    throw InputError("spheres with a radius can be summed only in the single layer");
  // Each set of targets has a tree of its own. In a periodic box all of them have the same roots, because the operators
  // of the images belong to these roots.
  RootCells all_roots;
  if (p.box.periodicity > 0) {
    Extent all;
    all.add(sources.positions);
    for (const TargetSet<Host>& t : targets)
      if (!t.are_sources) all.add(t.positions);
    all_roots = periodic_cells(p.box.lengths, p.box.periodicity, all.low, all.high);
  }
  for (const TargetSet<Host>& t : targets) {
    const ConstHostVectors x = t.are_sources ? sources.positions : t.positions;
    const SetRadii radii = t.are_sources ? impl_->source_radii : SetRadii{t.radius, t.radii};
    const double largest = radii.largest(x.extent(0));
    const double reach = largest > 0 && largest_source > 0 ? largest + largest_source : 0;
    const RootCells cells = p.box.periodicity > 0 ? all_roots : root_cells(p, sources.positions, x);
    if (cells.periodicity > 0 && std::min({cells.side[0], cells.side[1], cells.side[2]}) < reach)
      throw InputError(text("spheres with radii up to {} and {} are larger than a cell of the tree, {} wide",
                            largest_source, largest, std::min({cells.side[0], cells.side[1], cells.side[2]})));
    impl_->add_tree(cells, sources.positions, x, t.are_sources, reach);
    if (largest > 0) impl_->trees.back().radii = radii.sorted(impl_->trees.back().tree.target_order());
  }
}

template <class Real>
void TreeSumOf<Real>::apply(const SumDensity<Host>& density, const std::vector<SumFields<Host>>& results) {
  const SetRadii* const radii = impl_->spheres ? &impl_->source_radii : nullptr;
  if ((kernel_of(density, impl_->spheres) == Kernel::charges) != (impl_->p.layer == Layer::coulomb))
    throw InputError("the densities belong to another layer than the one for which the sum was planned");
  for (const SumFields<Host>& r : results)
    if (impl_->spheres && (r.gradient.extent(0) > 0 || r.pressure.extent(0) > 0))
      throw InputError("gradient and pressure are available for points only, not for spheres with a radius");
  for (std::size_t k = 0; k < impl_->trees.size(); ++k) {
    TargetTree<Real>& t = impl_->trees[k];
    {
      const StageScope scope(impl_->times, "sort");
      sort_densities(t.tree, density, radii, impl_->sorted);
    }
    if (k == 0) {
      impl_->seen.net_density = net_of(impl_->sorted);
      impl_->seen.density_squares = squares_of(impl_->sorted);
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

template <class Real>
SumErrors TreeSumOf<Real>::expected_errors(const SumCounts& counts) const {
  return impl_->errors(counts);
}

template <class Real>
StageVariantNames TreeSumOf<Real>::variants() const {
  return {{"M2L", std::string(name_of(impl_->m2l ? impl_->scheme : impl_->p.scheme))}};
}

template <class Real>
StageTimes TreeSumOf<Real>::take_stage_times() {
  return std::exchange(impl_->times, StageTimes{});
}

template class TreeSumOf<double>;
template class TreeSumOf<float>;
std::unique_ptr<Summation<Host>> make_tree_sum(const TreeParameters& p) {
  if (p.precision == Precision::fp32) return std::make_unique<TreeSumOf<float>>(Host(), p);
  return std::make_unique<TreeSum>(Host(), p);
}

}  // namespace slurry::fmm
