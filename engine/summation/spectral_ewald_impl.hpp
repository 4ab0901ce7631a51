// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <numbers>
#include <optional>
#include <vector>

#include "accuracy/error_estimate.hpp"
#include "accuracy/ewald_stages.hpp"
#include "base/execution.hpp"
#include "base/stage_timer.hpp"
#include "base/text.hpp"
#include "far_field/far_grid.hpp"
#include "far_field/used_rows.hpp"
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
#include "summation/spectral_ewald.hpp"

// Included by spectral_ewald.cpp alone.
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
  double dropped_by_coarser;                // as EwaldLevel says
  std::optional<double> dropped_of_points;  // dropped_self(0), part of the plan
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
  StageTimes times{ewald_stages};
  Work work;

  Impl(const Space& s, const EwaldParameters& parameters, const EwaldLevel& level)
      : space(s),
        p(parameters),
        split(make_split(p)),
        difference(level.coarser ? std::make_unique<SplitDifference>(*split, p.cutoff_radius, *level.coarser)
                                 : nullptr),
        near_alone(level.near_alone),
        dropped_by_coarser(level.dropped_by_coarser),
        window(p.window_points, p.window_shape),
        grid(make_sum_grid<Space>(p)),
        cells(make_cell_grid(p.box, p.cutoff_radius, p.near_row_width)),
        rows(grid) {
    if (has_fields()) field_pair = make_field_pair(*split, p.cutoff_radius);
    if (!near_alone) dropped_of_points = dropped_self(0);
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
    if (has_dipoles() && (target_radius > 0 || source_radius > 0))
      throw InputError("the double layer is summed for points alone");
    NearPair pair = has_dipoles() ? make_combined_pair(*split, p.cutoff_radius)
                                  : make_near_pair(*split, p.cutoff_radius, target_radius, source_radius);
    if (!near_alone) pair.self = dropped_self(pair.g);
    return pair;
  }
  /// Velocity of a point by its own force that no grid carries, over f, g as NearPair has it.  A coarser far part has
  /// no modes left where this grid ends.
  double dropped_self(double g) const {
    if (g == 0 && dropped_of_points) return *dropped_of_points;
    const double coarsest = *std::max_element(grid.spacing, grid.spacing + 3);
    return dropped_by_coarser +
           8 / (3 * std::numbers::pi) * dropped_self_integral(*split, p.cutoff_radius, std::numbers::pi / coarsest, g);
  }

  void set_points(ConstVectors<Space> x, double radius, const std::vector<TargetSet<Space>>& sets,
                  const PointExtent* within, const MetPoints<Space>& others) {
    sorted_by_near = {};
    const StageScope scope(times, "sort");
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
    const StageScope scope(times, "P2P");
    take_density(density);
    if (meets && !symmetric) pack_sources(space, met, density_met, has_dipoles(), packed_met);
    for (std::size_t k = 0; k < targets.size(); ++k)
      if (meets)
        near_met(targets[k], density, velocities[k], density_met, u_met);
      else if (velocities[k].extent(0) > 0)
        near(targets[k], density, velocities[k]);
  }
  void gather_parts(const std::vector<Vectors<Space>>& velocities) {
    const StageScope scope(times, "G2P");
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
      const StageScope scope(times, "P2P");
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
    const StageScope scope(times, "G2P");
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

  /// Tails of gradient and pressure (theory/fields.md (G5), (G6)), and what the near field leaves out.
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

}  // namespace slurry
