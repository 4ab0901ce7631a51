// SPDX-License-Identifier: BSD-3-Clause
#include "summation/spectral_ewald.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "accuracy/error_estimate.hpp"
#include "base/execution.hpp"
#include "base/stage_timer.hpp"
#include "base/text.hpp"
#include "far_field/convolution.hpp"
#include "far_field/field_spreading.hpp"
#include "far_field/grid_transfer.hpp"
#include "far_field/spreading.hpp"
#include "geometry/sorted_points.hpp"
#include "kernels/near_pair.hpp"
#include "kernels/split_difference.hpp"
#include "near_field/field_p2p.hpp"
#include "near_field/p2p.hpp"
#include "near_field/symmetric_p2p.hpp"
#include "slurry/error.hpp"
#include "summation/net_force.hpp"
#include "summation/point_extent.hpp"
#include "summation/source_loops.hpp"

namespace slurry {

/// What does not depend on the precision of the grids.
template <class Space>
struct SpectralEwald<Space>::Impl {
  struct Target {
    double radius = 0;
    bool are_sources = false;
    SortedPoints<Space> points;
    TargetGroups<Space> groups;
    NearPair pair;
    int result = 0;                  // index of the far field's grid
    ConstVectors<Space> positions;   // as given, where the zero mode needs them
    FieldGradients<Space> gradient;  // near part, where nobody asked for it
    FieldScalars<Space> pressure;
  };

  Space space;
  EwaldParameters p;
  std::unique_ptr<const EwaldSplit> split;
  std::unique_ptr<const EwaldSplit> difference;  // of this split and a coarser one, where there is one
  bool near_alone;
  KaiserBessel window;
  FarGrid grid;
  CellGrid cells;
  SortedPoints<Space> sources;
  TargetGroups<Space> source_groups;
  SortedPoints<Space> met;  // points that meet the sources
  TargetGroups<Space> met_groups;
  PackedSources<Space> packed_met;
  Vectors<Space> by_met;  // velocities of the sources by them; these three where pairs are evaluated twice
  bool meets = false, with_own = true;  // there are such points, and the sources see one another too
  PairBlocks<Space> pair_blocks;        // for the near field of the sources on themselves, each pair once
  bool symmetric = false;               // and whether it is evaluated so
  Density<Space> sorted_by_near;        // whose numbers the last near field left behind as the points are sorted
  bool net_source = false;              // of the last density, where there is a grid for it
  PackedSources<Space> packed;          // where not everything is evaluated so
  ConstVectors<Space> positions;        // of the sources as given, where the zero mode needs them
  FieldPair field_pair;
  std::vector<Target> targets;
  SortedPoints<Space> sources_in_order;  // the sources, their velocities numbered as they are sorted
  Vectors<Space> sorted_velocities;
  double source_radius = 0;
  std::vector<double> laplacian;  // of each result grid
  UsedRows rows;                  // of the grid: those that points touch, and those that finer grids do
  StageTimes times;
  Work work;

  Impl(const Space& s, const EwaldParameters& parameters, const EwaldLevel& level)
      : space(s),
        p(parameters),
        split(make_split(p)),
        difference(level.coarser ? std::make_unique<SplitDifference>(*split, p.cutoff_radius, *level.coarser)
                                 : nullptr),
        near_alone(level.near_alone),
        window(p.window_points, p.window_shape),
        grid(make_sum_grid(p)),
        cells(make_cell_grid(p.box, p.cutoff_radius, p.near_row_width)),
        rows(grid) {
    if (has_fields()) field_pair = make_field_pair(*split, p.cutoff_radius);
  }
  virtual ~Impl() = default;

  virtual int vector_width() const = 0;
  virtual void cut_blocks() = 0;
  virtual void near(const Target& t, const Density<Space>& density, const Vectors<Space>& u,
                    Numbering numbering = Numbering::given) = 0;
  virtual void near_met(const Target& t, const Density<Space>& density, const Vectors<Space>& u,
                        const Density<Space>& density_met, const Vectors<Space>& u_met) = 0;
  virtual void spread_density(const Density<Space>& density, int components) = 0;
  virtual void convolve() = 0;
  virtual std::array<double, 3> constant() = 0;
  virtual void spread_to(Impl& coarse, const std::array<double, 3>& first, const std::array<int, 3>& nodes) = 0;
  virtual void gather_from(const Impl& coarse) = 0;
  virtual void gather(const Target& t, const Vectors<Space>& u, Numbering numbering = Numbering::given) = 0;
  virtual void gather_fields(const Target& t, const TargetFields<Space>& fields) = 0;
  virtual void prepare_grids() = 0;

  const EwaldSplit& far_split() const { return difference ? *difference : *split; }
  bool has_dipoles() const { return p.layer != Layer::single; }
  bool has_fields() const { return p.gradient || p.pressure; }

  NearPair near_pair(double target_radius) const {
    if (!has_dipoles()) return make_near_pair(*split, p.cutoff_radius, target_radius, source_radius);
    if (target_radius > 0 || source_radius > 0) throw InputError("the double layer is summed for points alone");
    return make_combined_pair(*split, p.cutoff_radius);
  }

  void set_points(ConstVectors<Space> x, double radius, const std::vector<TargetSet<Space>>& sets,
                  const PointExtent* within, const MetPoints<Space>& others) {
    sorted_by_near = {};
    const StageScope scope(times, Stage::sort);
    for (const auto& t : sets)
      if (t.radii.extent(0) > 0) throw InputError("this sum takes one radius for all targets of a set");
    PointExtent extent;
    if (within) {
      extent = *within;
    } else {
      extent.include<Space>(space, x);
      if (others.positions.extent(0) > 0) extent.include<Space>(space, others.positions);
      for (const auto& t : sets)
        if (!t.are_sources) extent.include<Space>(space, t.positions);
    }
    extent.place(cells);
    if (p.zero_mode == ZeroMode::zero_face_flux) positions = x;
    const bool other_radius = radius != source_radius;
    source_radius = radius;
    sources.sort(space, cells, x);
    rows.clear();
    rows.include(grid, sources);
    meets = others.positions.extent(0) > 0;
    with_own = others.with_own;
    if (meets) met.sort(space, cells, others.positions);
    if (targets.size() != sets.size()) targets.resize(sets.size());
    laplacian.clear();
    bool grouped = false;
    for (std::size_t k = 0; k < sets.size(); ++k) {
      Target& t = targets[k];
      if (t.radius != sets[k].radius || t.pair.degree == 0 || other_radius) t.pair = near_pair(sets[k].radius);
      t.radius = sets[k].radius;
      t.are_sources = sets[k].are_sources;
      if (p.zero_mode == ZeroMode::zero_face_flux) t.positions = sets[k].positions;
      if (has_fields() && (radius > 0 || t.radius > 0))
        throw InputError("gradient and pressure are summed for points alone");
      if (t.are_sources) {
        if (!grouped) group_sources();
        grouped = true;
      } else {
        t.points.sort(space, cells, sets[k].positions);
        rows.include(grid, t.points);
        t.groups.build(space, t.points, vector_width());
      }
      const auto found = std::find(laplacian.begin(), laplacian.end(), t.pair.g);
      t.result = static_cast<int>(found - laplacian.begin());
      if (found == laplacian.end()) laplacian.push_back(t.pair.g);
    }
    if (!near_alone) prepare_grids();
    if (needs_packed() && packed.extent(0) < sources.count)
      packed = PackedSources<Space>(Kokkos::view_alloc("slurry::p2p::packed", Kokkos::WithoutInitializing),
                                    sources.count, has_dipoles() ? packed_combined : packed_single);
  }

  void group_sources() {
    if constexpr (is_host_space<Space>) {
      cut_blocks();
      const int threads = pair_threads(p.deterministic, space.concurrency());
      symmetric = pair_blocks.efficiency(sources, threads) > least_pair_efficiency;
    }
    if (!symmetric || has_fields()) source_groups.build(space, sources, vector_width());
    if (!meets || symmetric) return;
    met_groups.build(space, met, vector_width());
    if (packed_met.extent(0) < met.count)
      packed_met = PackedSources<Space>(Kokkos::view_alloc("slurry::p2p::packed_met", Kokkos::WithoutInitializing),
                                        met.count, has_dipoles() ? packed_combined : packed_single);
    if (by_met.extent(0) < sources.count)
      by_met = Vectors<Space>(Kokkos::view_alloc("slurry::p2p::by_met", Kokkos::WithoutInitializing), sources.count);
  }
  bool needs_packed() const {
    return has_fields() ||
           std::any_of(targets.begin(), targets.end(), [&](const Target& t) { return !(t.are_sources && symmetric); });
  }

  void check(const Density<Space>& d) const {
    const auto wrong = [&](const ConstVectors<Space>& v) { return v.extent(0) != sources.count; };
    if (p.layer != Layer::double_layer && wrong(d.forces))
      throw InputError(text("{} forces were given for {} sources", d.forces.extent(0), sources.count));
    if (has_dipoles() && (wrong(d.dipoles) || wrong(d.normals)))
      throw InputError(text("{} densities q and {} normals n were given for {} sources", d.dipoles.extent(0),
                            d.normals.extent(0), sources.count));
  }

  /// Whether velocities are kept as the points are sorted until they are complete: written and read in the order of the
  /// points as given, which is any, every line of a large set comes from memory each time (a million points: 3 per cent
  /// of the sum).
  bool sums_in_order() const {
    return is_host_space<Space> && symmetric && !has_fields() && targets.size() == 1 && targets[0].are_sources;
  }
  void make_order() {
    const std::size_t count = sources.count;
    if (sorted_velocities.extent(0) < count) {
      sorted_velocities =
          Vectors<Space>(Kokkos::view_alloc("slurry::summation::sorted", Kokkos::WithoutInitializing), count);
      const Kokkos::View<int*, typename Space::memory_space> order(
          Kokkos::view_alloc("slurry::summation::order", Kokkos::WithoutInitializing), count);
      number<Space>(space, order);
      sources_in_order.order = order;
    }
    const auto order = sources_in_order.order;
    sources_in_order = sources;
    sources_in_order.order = order;
  }

  /// What an evaluation wants to know of its density before the near field.
  void take_density(const Density<Space>& density) {
    sorted_by_near = {};
    net_source = has_dipoles() && !near_alone && any_net_source<Space>(space, density);
    if (needs_packed()) pack_sources(space, sources, density, has_dipoles(), packed);
  }
  void near_parts(const Density<Space>& density, const std::vector<Vectors<Space>>& velocities,
                  const Density<Space>& density_met, const Vectors<Space>& u_met) {
    const StageScope scope(times, Stage::p2p);
    take_density(density);
    if (meets && !symmetric) pack_sources(space, met, density_met, has_dipoles(), packed_met);
    for (std::size_t k = 0; k < targets.size(); ++k)
      if (meets)
        near_met(targets[k], density, velocities[k], density_met, u_met);
      else if (velocities[k].extent(0) > 0)
        near(targets[k], density, velocities[k]);
  }
  void gather_parts(const std::vector<Vectors<Space>>& velocities) {
    const StageScope scope(times, Stage::g2p);
    for (std::size_t k = 0; k < targets.size(); ++k)
      if (velocities[k].extent(0) > 0) gather(targets[k], velocities[k]);
  }

  /// The views that are wanted, or memory for what comes along with them.
  TargetFields<Space> complete(Target& t, const TargetFields<Space>& wanted) {
    const std::size_t count = t.are_sources ? sources.count : t.points.count;
    TargetFields<Space> all = wanted;
    if (all.gradient.extent(0) == 0) {
      if (t.gradient.extent(0) != count)
        t.gradient =
            FieldGradients<Space>(Kokkos::view_alloc("slurry::p2p::gradient", Kokkos::WithoutInitializing), count, 9);
      all.gradient = t.gradient;
    }
    if (all.pressure.extent(0) == 0) {
      if (t.pressure.extent(0) != count)
        t.pressure =
            FieldScalars<Space>(Kokkos::view_alloc("slurry::p2p::pressure", Kokkos::WithoutInitializing), count);
      all.pressure = t.pressure;
    }
    return all;
  }

  void apply(const Density<Space>& density, const std::vector<Vectors<Space>>& velocities,
             const std::vector<TargetFields<Space>>& fields) {
    check(density);
    for (const auto& f : fields)
      if ((f.gradient.extent(0) > 0 && !p.gradient) || (f.pressure.extent(0) > 0 && !p.pressure))
        throw InputError("gradient or pressure are asked of a sum that was not planned for them");
    int components = 3;
    const bool in_order = sums_in_order();
    {
      const StageScope scope(times, Stage::p2p);
      take_density(density);
      if (in_order) {
        make_order();
        near(targets[0], density, sorted_velocities, Numbering::sorted);
      }
      for (std::size_t k = 0; k < targets.size() && !in_order; ++k) near(targets[k], density, velocities[k]);
      for (std::size_t k = 0; k < fields.size(); ++k) {
        Target& t = targets[k];
        const auto all = complete(t, fields[k]);
        p2p_fields<Space>(space, t.are_sources ? sources : t.points, t.are_sources ? source_groups : t.groups, sources,
                          packed, field_pair, has_dipoles() ? FieldSources::layers : FieldSources::forces, all.gradient,
                          all.pressure);
      }
      if (net_source) components = 4;
    }
    spread_density(density, components);
    convolve();
    const int outputs = 3 * static_cast<int>(laplacian.size()) + (p.pressure ? 1 : 0);
    work = {components, outputs, components + outputs};
    const StageScope scope(times, Stage::g2p);
    std::array<double, 3> left_out{};
    if (density.single()) left_out = scaled_net_force<Space>(space, constant(), density.forces);
    if (in_order) {
      gather(targets[0], sorted_velocities, Numbering::sorted);
      unsort<Space>(space, sources, sorted_velocities, left_out, velocities[0]);
    }
    for (std::size_t k = 0; k < targets.size() && !in_order; ++k) {
      gather(targets[k], velocities[k]);
      add_constant<Space>(space, left_out, velocities[k]);
      if (k < fields.size()) gather_fields(targets[k], fields[k]);
    }
    if (p.zero_mode == ZeroMode::zero_face_flux) {
      const auto moments = net_source_moments<Space>(space, positions, density);
      for (std::size_t k = 0; k < targets.size(); ++k)
        add_face_flux<Space>(space, -8 * std::numbers::pi / p.box.volume(), moments, targets[k].positions,
                             velocities[k], k < fields.size() ? fields[k].gradient : FieldGradients<Space>());
    }
  }

  /// Tails of gradient and pressure (recipe section 8), and what the near field leaves out.
  double predicted_field(bool pressure, double squared_force_sum, double dipole_norm) const {
    double spacing = 0;
    for (int d = 0; d < 3; ++d) spacing = std::max(spacing, grid.spacing[d]);
    const double rc = p.cutoff_radius, volume = p.box.volume(), edge = std::numbers::pi * rc / spacing;
    // cut at r_c, a kernel that falls like exp(-xi^2 r^2) changes by 2 (xi r_c)^2/r_c per length there
    const double steep = 2 * p.shape * p.shape / rc, near_factor = steep * steep;
    const auto near = split->near_truncation();
    double squared = 0;
    if (squared_force_sum > 0)
      squared += squared_force_sum * ((pressure ? 32 : 64) / (3 * volume * rc) * split->tail_integral(edge, 0) +
                                      near_factor * near.single * rc / volume);
    if (dipole_norm > 0)  // pressure: kappa_p = kappa/7 for independent q and n
      squared +=
          dipole_norm * ((pressure ? 128.0 / 7 : 32.0) / (volume * rc * rc * rc) * split->tail_integral(edge, 2) +
                         near_factor * near.dipole / (volume * rc));
    return std::sqrt(squared);
  }

  double predicted(double squared_force_sum, double dipole_norm) const {
    double spacing = 0, g = 0;
    for (int d = 0; d < 3; ++d) spacing = std::max(spacing, grid.spacing[d]);
    for (const auto& t : targets) g = std::max(g, t.pair.g);
    const double rc = p.cutoff_radius, volume = p.box.volume();
    const ErrorEstimate estimate(*split, spacing / rc, g / (rc * rc));
    double squared = 0;
    if (squared_force_sum > 0)
      squared += squared_force_sum *
                 (std::pow(estimate.tail(volume, rc), 2) + std::pow(estimate.window(window, volume, rc), 2) +
                  split->near_truncation().single * rc / volume);
    if (dipole_norm > 0)
      squared += dipole_norm * (std::pow(estimate.double_tail(volume, rc), 2) +
                                std::pow(estimate.double_window(window, volume, rc), 2) +
                                split->near_truncation().dipole / (volume * rc));
    return std::sqrt(squared);
  }
};

namespace {

/// The stages in one precision.
template <class Space, class Real, class Base>
struct Stages final : Base {
  using Target = typename Base::Target;
  WindowTable<Space, Real> table;
  std::unique_ptr<Convolution<Space, Real>> convolutions[2];  // of 3 and of 4 spread components
  GridValues<Space, Real> spread;                             // four components, or shared with the first result
  std::vector<GridValues<Space, Real>> results;
  GridValues<Space, Real> pressure;  // one component
  std::unique_ptr<GridTransfer<Space, Real>> transfer;

  Stages(const Space& s, const EwaldParameters& parameters, const EwaldLevel& level)
      : Base(s, parameters, level), table(this->window, this->p.window_degree, this->grid) {
    if (!level.near_alone) convolution(this->has_dipoles() ? 4 : 3);
  }

  Convolution<Space, Real>& convolution(int components) {
    auto& c = convolutions[components - 3];
    if (!c)
      c = std::make_unique<Convolution<Space, Real>>(this->p, this->grid, this->far_split(), this->window, components);
    return *c;
  }
  int vector_width() const override { return group_width<Real>(); }
  GridValues<Space, Real> new_grid(int components) const {
    return GridValues<Space, Real>(Kokkos::view_alloc("slurry::far_field::grid", Kokkos::WithoutInitializing),
                                   this->grid.size(components));
  }
  void prepare_grids() override {
    while (results.size() < std::max<std::size_t>(1, this->laplacian.size())) results.push_back(new_grid(3));
    if (this->has_dipoles() && spread.extent(0) == 0) spread = new_grid(4);
    if (this->p.pressure && pressure.extent(0) == 0) pressure = new_grid(1);
  }
  void cut_blocks() override {
    this->pair_blocks.template build<Real>(this->sources, this->p.cutoff_radius, this->has_dipoles(),
                                           this->meets ? &this->met : nullptr);
  }
  void near(const Target& t, const Density<Space>& density, const Vectors<Space>& u, Numbering numbering) override {
    if (t.are_sources && this->symmetric) {
      this->sorted_by_near = density;
      return p2p_symmetric<Real, Space>(this->space, this->sources, this->pair_blocks, density, t.pair, u, {},
                                        numbering);
    }
    p2p<Real, Space>(this->space, t.are_sources ? this->sources : t.points,
                     t.are_sources ? this->source_groups : t.groups, this->sources, this->packed, t.pair, u);
  }
  void near_met(const Target& t, const Density<Space>& density, const Vectors<Space>& u,
                const Density<Space>& density_met, const Vectors<Space>& u_met) override {
    if (this->symmetric) {
      this->sorted_by_near = density;
      const OtherPoints<Space> others{&this->met, density_met, u_met, this->with_own};
      return p2p_symmetric<Real, Space>(this->space, this->sources, this->pair_blocks, density, t.pair, u, others);
    }
    const auto one_sided = [&](bool of_met, bool by_met, const Vectors<Space>& v) {
      p2p<Real, Space>(this->space, of_met ? this->met : this->sources, of_met ? this->met_groups : this->source_groups,
                       by_met ? this->met : this->sources, by_met ? this->packed_met : this->packed, t.pair, v);
    };
    one_sided(true, false, u_met);
    one_sided(false, true, this->with_own ? this->by_met : u);
    if (!this->with_own) return;
    one_sided(false, false, u);
    add_vectors<Space>(this->space, this->by_met, u);
  }
  void spread_density(const Density<Space>& density, int components) override {
    const StageScope scope(this->times, Stage::p2g);
    components_ = components;
    SortedDensity<Space, Real> sorted;
    if (this->sorted_by_near.is(density))
      sorted = std::get<SortedDensity<Space, Real>>(this->pair_blocks.sides[0].columns);
    this->sorted_by_near = {};
    p2g<Space, Real>(this->space, this->grid, table, this->sources, density, components, spread_grid(), sorted);
  }
  void convolve() override {
    used_.assign(results.begin(), results.begin() + this->laplacian.size());
    convolution(components_)
        .apply(this->space, spread_grid(), used_, this->laplacian, pressure, this->times, &this->rows);
  }
  std::array<double, 3> constant() override { return convolution(components_).constant(); }
  void spread_to(Base& other, const std::array<double, 3>& first, const std::array<int, 3>& nodes) override {
    const StageScope scope(this->times, Stage::p2g);
    auto& coarse = static_cast<Stages&>(other);
    typename GridTransfer<Space, Real>::Place place{{}, nodes};
    for (int d = 0; d < 3; ++d) place.first[d] = first[d] - coarse.cells.origin[d];
    if (!transfer || !(transfer->place() == place))
      transfer =
          std::make_unique<GridTransfer<Space, Real>>(this->p, this->grid, coarse.p, coarse.grid, *coarse.split, place);
    transfer->restrict_to(this->space, spread_grid(), coarse.spread_grid(), components_);
    const auto [y, rows] = transfer->touched(1);
    const auto [z, planes] = transfer->touched(2);
    coarse.rows.include(coarse.grid, y, rows, z, planes);
  }
  void gather_from(const Base& other) override {
    const StageScope scope(this->times, Stage::g2p);
    transfer->prolong_from(this->space, static_cast<const Stages&>(other).results[0], results[0]);
  }
  void gather(const Target& t, const Vectors<Space>& u, Numbering numbering) override {
    const auto& points = numbering == Numbering::sorted ? this->sources_in_order
                         : t.are_sources                ? this->sources
                                                        : t.points;
    g2p<Space, Real>(this->space, this->grid, table, points, results[t.result], u);
  }
  void gather_fields(const Target& t, const TargetFields<Space>& fields) override {
    const auto& points = t.are_sources ? this->sources : t.points;
    if (fields.gradient.extent(0) > 0)
      g2p_fields<Space, Real>(this->space, this->grid, table, points, results[t.result], 3, {{}, fields.gradient});
    if (fields.pressure.extent(0) > 0) {
      g2p_fields<Space, Real>(this->space, this->grid, table, points, pressure, 1,
                              {as_column<Space>(fields.pressure), {}});
    }
  }

 private:
  const GridValues<Space, Real>& spread_grid() const { return components_ == 4 ? spread : results[0]; }
  std::vector<GridValues<Space, Real>> used_;
  int components_ = 3;
};

}  // namespace

template <class Space>
SpectralEwald<Space>::SpectralEwald(const Space& space, const EwaldParameters& parameters, const EwaldLevel& level) {
  if (parameters.precision == Precision::fp32)
    impl_ = std::make_unique<Stages<Space, float, Impl>>(space, parameters, level);
  else
    impl_ = std::make_unique<Stages<Space, double, Impl>>(space, parameters, level);
}
template <class Space>
SpectralEwald<Space>::~SpectralEwald() = default;
template <class Space>
SpectralEwald<Space>::SpectralEwald(SpectralEwald&&) noexcept = default;
template <class Space>
SpectralEwald<Space>& SpectralEwald<Space>::operator=(SpectralEwald&&) noexcept = default;

template <class Space>
const EwaldParameters& SpectralEwald<Space>::parameters() const {
  return impl_->p;
}
template <class Space>
void SpectralEwald<Space>::set_points(ConstVectors<Space> sources, double source_radius,
                                      const std::vector<TargetSet<Space>>& targets, const PointExtent* within,
                                      const MetPoints<Space>& met) {
  impl_->set_points(sources, source_radius, targets, within, met);
}
template <class Space>
void SpectralEwald<Space>::near(const Density<Space>& density, const std::vector<Vectors<Space>>& velocities,
                                const Density<Space>& density_met, const Vectors<Space>& velocities_met) {
  impl_->near_parts(density, velocities, density_met, velocities_met);
}
template <class Space>
void SpectralEwald<Space>::spread(const Density<Space>& density, int components) {
  impl_->spread_density(density, components);
}
template <class Space>
void SpectralEwald<Space>::convolve() {
  impl_->convolve();
}
template <class Space>
void SpectralEwald<Space>::gather(const std::vector<Vectors<Space>>& velocities) {
  impl_->gather_parts(velocities);
}
template <class Space>
bool SpectralEwald<Space>::has_net_source() const {
  return impl_->net_source;
}
template <class Space>
std::array<double, 3> SpectralEwald<Space>::zero_mode_constant() const {
  return impl_->constant();
}
template <class Space>
void SpectralEwald<Space>::spread_to(SpectralEwald& coarse, const std::array<double, 3>& first,
                                     const std::array<int, 3>& nodes) {
  impl_->spread_to(*coarse.impl_, first, nodes);
}
template <class Space>
void SpectralEwald<Space>::gather_from(const SpectralEwald& coarse) {
  impl_->gather_from(*coarse.impl_);
}
template <class Space>
void SpectralEwald<Space>::apply(const Density<Space>& density, const std::vector<Vectors<Space>>& velocities) {
  impl_->apply(density, velocities, {});
}
template <class Space>
void SpectralEwald<Space>::apply(ConstVectors<Space> forces, const std::vector<Vectors<Space>>& velocities) {
  impl_->apply(Density<Space>{forces, {}, {}}, velocities, {});
}
template <class Space>
void SpectralEwald<Space>::apply(const Density<Space>& density, const std::vector<Vectors<Space>>& velocities,
                                 const std::vector<TargetFields<Space>>& fields) {
  impl_->apply(density, velocities, fields);
}
template <class Space>
double SpectralEwald<Space>::predicted_gradient_error(double squared_force_sum, double dipole_norm) const {
  return impl_->predicted_field(false, squared_force_sum, dipole_norm);
}
template <class Space>
double SpectralEwald<Space>::predicted_pressure_error(double squared_force_sum, double dipole_norm) const {
  return impl_->predicted_field(true, squared_force_sum, dipole_norm);
}
template <class Space>
double SpectralEwald<Space>::predicted_rms_error(double squared_force_sum, double dipole_norm) const {
  return impl_->predicted(squared_force_sum, dipole_norm);
}
template <class Space>
typename SpectralEwald<Space>::Work SpectralEwald<Space>::last_work() const {
  return impl_->work;
}
template <class Space>
StageTimes SpectralEwald<Space>::take_stage_times() {
  const StageTimes t = impl_->times;
  impl_->times = StageTimes{};
  return t;
}

template class SpectralEwald<CoreSpace>;

}  // namespace slurry
