// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "base/stage_timer.hpp"
#include "fmm/level_kernels.hpp"
#include "fmm/periodic_roots.hpp"
#include "fmm/seen_errors.hpp"
#include "fmm/space_expansions.hpp"
#include "fmm/space_levels.hpp"
#include "fmm/space_pairs.hpp"
#include "fmm/space_sum.hpp"
#include "fmm/zero_modes.hpp"
#include "slurry/error.hpp"

namespace slurry::fmm {

/// Calls f with the kernel as a type.
template <class F>
void with_point_kernel(Kernel kernel, const F& f) {
  switch (kernel) {
    case Kernel::charges:
      return f(std::integral_constant<Kernel, Kernel::charges>());
    case Kernel::single_layer:
      return f(std::integral_constant<Kernel, Kernel::single_layer>());
    case Kernel::double_layer:
      return f(std::integral_constant<Kernel, Kernel::double_layer>());
    case Kernel::combined:
      return f(std::integral_constant<Kernel, Kernel::combined>());
    case Kernel::spheres:
      throw InputError("spheres with a radius are summed by the tree on the host only");
  }
}

template <class Space>
class SpaceTreeSum final : public Summation<Space> {
 public:
  SpaceTreeSum(const Space& space, const TreeParameters& parameters)
      : space_(space), p_(parameters), shape_{p_.order, p_.layer == Layer::coulomb ? 1 : 4} {
    if (p_.order < 1 || p_.order > largest_order)
      throw InputError("the order of the multipoles is out of range; 1 to 30 are possible");
    std::vector<double> inverse(std::size_t(coefficients(p_.order + 1)) + 1);
    for (std::size_t n = 1; n < inverse.size(); ++n) inverse[n] = 1 / double(n);
    inverse_of_ = array_in<Space>(inverse, "slurry::fmm::inverse_of");
  }

  void set_points(const SourceSet<Space>& sources, const std::vector<TargetSet<Space>>& targets) override {
    const StageScope scope(times_, "sort");
    parts_.clear();
    if (sources.radius > 0 || sources.radii.extent(0) > 0) refuse_spheres();
    const HostVectors y = on_host(sources.positions);
    for (const TargetSet<Space>& t : targets) {
      if (t.radius > 0 || t.radii.extent(0) > 0) refuse_spheres();
      const HostVectors x = t.are_sources ? y : on_host(t.positions);
      const RootCells cells = root_cells(p_, y, x);
      make_operators(cells);
      parts_.push_back({Tree(cells, {p_.leaf_points, p_.graded_part, 0}, y, x, t.are_sources)});
      Part& part = parts_.back();
      part.lists = find_lists(part.tree, boxes_with_few(part.tree, few_points(p_.order), few_points(p_.order)));
      if (cells.periodicity > 0) part.periodic = periodic_for(cells);
      copy_tree(part);
    }
  }

  void apply(const SumDensity<Space>& density, const std::vector<SumFields<Space>>& results) override {
    const Kernel kernel = kernel_of(density);
    const bool charges = kernel == Kernel::charges;
    if (charges != (p_.layer == Layer::coulomb)) throw InputError("the sum was planned for another layer");
    for (std::size_t k = 0; k < parts_.size(); ++k) {
      Part& part = parts_[k];
      const SumFields<Space>& r = results.at(k);
      if (!charges && (r.gradient.extent(0) > 0 || r.pressure.extent(0) > 0))
        throw InputError("gradients and pressures of a flow are summed by the tree on the host only");
      const SpaceResults<Space> out{charges ? flat(r.potential) : flat(r.velocity), flat(r.gradient)};
      {
        const StageScope scope(times_, "sort");
        sort(part, density, kernel);
        if (k == 0) look_at_densities(part, kernel);
      }
      with_point_kernel(kernel, [&](auto of) {
        constexpr Kernel kind = of;
        if constexpr (kind == Kernel::charges)
          if (r.gradient.extent(0) > 0) return sum<kind, true>(part, out);
        sum<kind, false>(part, out);
      });
      if (part.periodic) zero_modes(part, kernel, out);
    }
  }

  SumErrors expected_errors(const SumCounts& counts) const override {
    if (parts_.empty()) return {};
    return seen_errors(p_, scheme_, parts_.front().tree, parts_.front().lists, counts, seen_, 0);
  }
  StageTimes take_stage_times() override { return std::exchange(times_, StageTimes{}); }
  StageVariantNames variants() const override { return {{"M2L", std::string(name_of(scheme_))}}; }

 private:
  using Numbers = SpaceArray<Space, double>;

  /// One set of targets with the tree over it and the sources.
  struct Part {
    Tree tree;
    InteractionLists lists{};
    std::shared_ptr<const PeriodicRoots> periodic{};
    SpacePoints<Space> points{};
    SpaceLeaves<Space> leaves{};
    SpaceJobs<Space> own_sources{}, met_sources{};  ///< P2M, P2L
    std::vector<SpaceLevel<Space>> levels{};        ///< levels from 1 on
    SpaceDensities<Space> densities{};
    Numbers multipoles{}, locals{};
  };

  static void refuse_spheres() { throw InputError("spheres with a radius are summed by the tree on the host only"); }
  static HostVectors on_host(const ConstVectors<Space>& x) {
    const HostVectors copy(Kokkos::view_alloc("slurry::fmm::positions", Kokkos::WithoutInitializing), x.extent(0));
    Kokkos::deep_copy(copy, x);
    return copy;
  }
  template <class View>
  static Numbers flat(const View& v) {
    return Numbers(v.data(), v.size());
  }
  static Kernel kernel_of(const SumDensity<Space>& d) {
    if (d.charges.extent(0) > 0) return Kernel::charges;
    if (d.layers.single() && d.layers.double_layer()) return Kernel::combined;
    return d.layers.double_layer() ? Kernel::double_layer : Kernel::single_layer;
  }
  template <class Functor>
  void loop(const char* name, std::int64_t count, const Functor& functor) const {
    Kokkos::parallel_for(name, Kokkos::RangePolicy<Space, Kokkos::IndexType<std::int64_t>>(space_, 0, count), functor);
  }

  /// Operators between boxes of this shape.
  void make_operators(const RootCells& cells) {
    const Vector3 shape = shape_of(cells), cell = in_units(shape);
    if (m2l_ && cell == cell_) return;
    cell_ = cell;
    scheme_ = scheme_in(p_, shape);
    m2l_ = make_level_kernel<Space>({scheme_, p_.node_error}, shape_, cell);
    const int n = shape_.rows();
    std::vector<double> up, down;
    for (int o = 0; o < 8; ++o) {
      Vector3 offset;
      for (std::size_t a = 0; a < 3; ++a) offset[a] = (o >> a & 1 ? 0.25 : -0.25) * cell[a];
      const RealMatrix c = translation_matrix(p_.order, offset);
      for (int j = 0; j < n; ++j)
        for (int k = 0; k < n; ++k) up.push_back(c(k, j) * std::pow(0.5, degree_of(j)));
      for (int j = 0; j < n; ++j)
        for (int k = 0; k < n; ++k) down.push_back(c(j, k) * std::pow(0.5, degree_of(k) + 1));
    }
    up_ = array_in<Space>(up, "slurry::fmm::up");
    down_ = array_in<Space>(down, "slurry::fmm::down");
  }
  static int degree_of(int place) { return static_cast<int>(std::sqrt(double(place) + 0.5)); }

  /// Returns the operators for these cells. Sets of targets share them, and they are kept while points move.
  std::shared_ptr<const PeriodicRoots> periodic_for(const RootCells& cells) {
    if (!periodic_ || made_for_.counts != cells.counts || shape_of(made_for_) != shape_of(cells))
      periodic_ = std::make_shared<const PeriodicRoots>(shape_, cells);
    made_for_ = cells;
    return periodic_;
  }

  void copy_tree(Part& part) const {
    part.points = points_in<Space>(part.tree);
    part.leaves = leaves_in<Space>(part.tree, part.lists);
    SourceJobs own, met;
    const int boxes = static_cast<int>(part.tree.boxes().size());
    for (int b = 0; b < boxes; ++b) {
      const TreeBox& box = part.tree.box(b);
      if (box.leaf && box.sources() > 0) own.add(b, {{box.first_source, box.last_source, {0, 0, 0}}});
      std::vector<SourceRun> runs;
      for (const MovedBox& m : part.lists.leaf_points[std::size_t(b)])
        runs.push_back({part.tree.box(m.box).first_source,
                        part.tree.box(m.box).last_source,
                        {m.shift[0], m.shift[1], m.shift[2]}});
      if (!runs.empty()) met.add(b, runs);
    }
    part.own_sources = jobs_in<Space>(own);
    part.met_sources = jobs_in<Space>(met);
    for (int level = 1; level < part.tree.levels(); ++level) {
      const LevelBoxes boxes_there = boxes_of_level(part.tree, level);
      part.levels.push_back({boxes_in<Space>(boxes_there, shape_, cell_, m2l_->order()),
                             array_in<Space>(boxes_there.sources, "slurry::fmm::level_sources"),
                             array_in<Space>(boxes_there.targets, "slurry::fmm::level_targets")});
    }
    const auto numbers = std::size_t(boxes) * std::size_t(shape_.rows()) * std::size_t(shape_.sets);
    part.multipoles = Numbers("slurry::fmm::multipoles", numbers);
    part.locals = Numbers("slurry::fmm::locals", numbers);
  }

  void sort(Part& part, const SumDensity<Space>& d, Kernel kernel) const {
    const int components = components_of(kernel);
    const auto numbers = std::size_t(components) * std::size_t(part.points.source_count);
    if (part.densities.values.extent(0) != numbers)
      part.densities = {Numbers("slurry::fmm::densities", numbers), components};
    loop("slurry::fmm::densities", part.points.source_count,
         SortDensities<Space>{d, part.points.source_order, part.densities.values, kernel});
    space_.fence();
  }

  /// Net force or charge, and the sum of the squares.
  void look_at_densities(const Part& part, Kernel kernel) {
    seen_.net_density = seen_.density_squares = 0;
    if (kernel == Kernel::double_layer) return;
    const int components = kernel == Kernel::charges ? 1 : 3;
    double net = 0;
    for (int c = 0; c < components; ++c) {
      const double sum = total(part, DensitySum<Space>{part.densities, c, false});
      net += sum * sum;
      if (!has_dipoles(kernel)) seen_.density_squares += total(part, DensitySum<Space>{part.densities, c, true});
    }
    seen_.net_density = std::sqrt(net);
  }
  double total(const Part& part, const DensitySum<Space>& of) const {
    double sum = 0;
    Kokkos::parallel_reduce("slurry::fmm::density_sum", Kokkos::RangePolicy<Space>(space_, 0, part.points.source_count),
                            of, sum);
    return sum;
  }

  template <Kernel kernel, bool Slopes>
  void sum(Part& part, const SpaceResults<Space>& out) {
    {
      const StageScope scope(times_, "P2P");
      loop("slurry::fmm::p2p", std::int64_t(part.leaves.targets.extent(0)) * lanes_of_space,
           SpacePairs<Space, kernel, Slopes>{part.points, part.leaves, part.densities, out});
    }
    if (part.tree.levels() == 1 && !part.periodic) return;  // one box: its pairs are all there is
    upward<kernel>(part);
    across<kernel>(part);
    {
      const StageScope scope(times_, "L2L");
      for (int level = 1; level < part.tree.levels(); ++level) {
        const int first = part.tree.level_start(level), count = part.tree.level_start(level + 1) - first;
        loop("slurry::fmm::l2l", std::int64_t(count) * shape_.rows(),
             ExpansionsDown<Space>{
                 part.points, down_, part.locals, {cell_[0], cell_[1], cell_[2]}, p_.order, shape_.sets, first});
      }
    }
    evaluate<kernel == Kernel::charges, Slopes>(part, out);
  }

  template <Kernel kernel, Family family>
  void expand(const char* name, const Part& part, const SpaceJobs<Space>& jobs, const Numbers& to) const {
    using Expand = ExpandSources<Space, family, kernel>;
    run_teams(name, space_, jobs.count, 128, Expand::scratch_numbers(p_.order),
              Expand{part.points, part.densities, jobs, inverse_of_, to, p_.order, 0});
  }
  template <Kernel kernel>
  void upward(Part& part) {
    {
      const StageScope scope(times_, "P2M");
      Kokkos::deep_copy(space_, part.multipoles, 0.0);
      expand<kernel, Family::regular>("slurry::fmm::p2m", part, part.own_sources, part.multipoles);
    }
    const StageScope scope(times_, "M2M");
    for (int level = part.tree.levels() - 2; level >= 0; --level) {
      const int first = part.tree.level_start(level), count = part.tree.level_start(level + 1) - first;
      loop("slurry::fmm::m2m", std::int64_t(count) * shape_.rows(),
           ExpansionsUp<Space>{
               part.points, up_, part.multipoles, {cell_[0], cell_[1], cell_[2]}, p_.order, shape_.sets, first});
    }
  }
  template <Kernel kernel>
  void across(Part& part) {
    {
      const StageScope scope(times_, "M2L");
      Kokkos::deep_copy(space_, part.locals, 0.0);
      const int numbers = shape_.rows() * shape_.sets;
      for (const SpaceLevel<Space>& level : part.levels) {
        if (level.view.targets == 0 || level.view.sources == 0) continue;
        loop("slurry::fmm::to_level", std::int64_t(level.view.sources) * numbers,
             ToLevel<Space>{level, part.multipoles, numbers});
        Kokkos::deep_copy(space_, level.view.locals, 0.0);
        m2l_->run(space_, level.view);
        loop("slurry::fmm::from_level", std::int64_t(level.view.targets) * numbers,
             FromLevel<Space>{level, part.locals, numbers});
      }
    }
    if (part.periodic) {
      const StageScope scope(times_, "images");
      images(part);
    }
    const StageScope scope(times_, "P2L");
    expand<kernel, Family::irregular>("slurry::fmm::p2l", part, part.met_sources, part.locals);
  }

  /// Treats the roots on the host, because there are only a few.
  void images(const Part& part) const {
    const int roots = part.tree.level_start(1);
    const auto numbers = std::size_t(roots) * std::size_t(shape_.rows()) * std::size_t(shape_.sets);
    const auto of_roots = [&](const Numbers& all) { return Kokkos::subview(all, std::pair(std::size_t(0), numbers)); };
    Expansions multipoles, locals;
    multipoles.resize(roots, shape_.p, shape_.sets);
    locals.resize(roots, shape_.p, shape_.sets);
    locals.clear();
    using There = Kokkos::View<double*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>;
    Kokkos::deep_copy(There(multipoles.of(0), numbers), of_roots(part.multipoles));
    part.periodic->apply(part.tree, multipoles, locals);
    Kokkos::deep_copy(of_roots(part.locals), There(locals.of(0), numbers));
  }

  template <bool Charges, bool Slopes>
  void evaluate(Part& part, const SpaceResults<Space>& out) {
    const StageScope scope(times_, "L2P");
    using Local = EvaluateExpansions<Space, Family::regular, Charges, Slopes>;
    using Met = EvaluateExpansions<Space, Family::irregular, Charges, Slopes>;
    const Local local{part.points, part.leaves, inverse_of_, part.locals, out, p_.order, 0};
    run_teams("slurry::fmm::l2p", space_, part.leaves.count, 128, Local::scratch_numbers(p_.order), local);
    if (part.leaves.multipoles.extent(0) > 0)
      run_teams("slurry::fmm::m2p", space_, part.leaves.count, 128, Met::scratch_numbers(p_.order),
                Met{part.points, part.leaves, inverse_of_, part.multipoles, out, p_.order, 0});
    constexpr int most_leaves = 4096;  // one target of each
    const int step = std::max(1, part.leaves.count / most_leaves), looked_at = (part.leaves.count + step - 1) / step;
    double squares = 0;
    Kokkos::parallel_reduce("slurry::fmm::highest_degree", Kokkos::RangePolicy<Space>(space_, 0, looked_at),
                            typename Local::HighestDegree{local, step}, squares);
    seen_.last_degree = squares / std::max(1, looked_at);
  }

  /// Adds gauges and zero modes of a periodic sum, which are polynomials of the second degree in the target's place.
  void zero_modes(const Part& part, Kernel kernel, const SpaceResults<Space>& out) const {
    const RootCells& cells = part.tree.roots();
    Vector3 centre;
    for (std::size_t a = 0; a < 3; ++a) centre[a] = cells.corner[a] + 0.5 * cells.counts[a] * cells.side[a];
    SortedSources sources;
    sources.kernel = kernel;
    if (!ZeroModes(p_.box, centre, sources).any()) return;
    sources.count = std::size_t(part.points.source_count);
    const auto there = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), part.densities.values);
    const auto component = [&](int c) {
      std::vector<double> v(sources.count);
      for (std::size_t k = 0; k < v.size(); ++k)
        v[k] = there(k * std::size_t(part.densities.components) + std::size_t(c));
      return v;
    };
    for (int a = 0; a < 3; ++a) {
      sources.x[a] = part.tree.source_x(a);
      if (kernel == Kernel::charges ? a == 0 : has_forces(kernel)) sources.f[a] = component(a);
      if (!has_dipoles(kernel)) continue;
      const int first = has_forces(kernel) ? 3 : 0;
      sources.q[a] = component(first + a);
      sources.n[a] = component(first + 3 + a);
    }
    const ZeroModes modes(p_.box, centre, sources);
    const double length = std::cbrt(p_.box.volume());
    loop("slurry::fmm::zero_modes", part.points.target_count,
         AddQuadratic<Space>{part.points, out, quadratic_of(modes, centre, length), kernel == Kernel::charges ? 1 : 3});
    space_.fence();
  }

  Space space_;
  TreeParameters p_;
  ExpansionShape shape_;
  Vector3 cell_{0, 0, 0};
  M2lScheme scheme_ = p_.scheme;
  std::unique_ptr<LevelKernel<Space>> m2l_;
  Numbers inverse_of_, up_, down_;
  std::shared_ptr<const PeriodicRoots> periodic_;
  RootCells made_for_;
  std::vector<Part> parts_;
  SeenInSum seen_;
  StageTimes times_;
};

template <class Space>
std::unique_ptr<Summation<Space>> make_tree_sum_in(const Space& space, const TreeParameters& parameters) {
  return std::make_unique<SpaceTreeSum<Space>>(space, parameters);
}

}  // namespace slurry::fmm
