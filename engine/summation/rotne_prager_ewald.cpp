// SPDX-License-Identifier: BSD-3-Clause
#include "summation/rotne_prager_ewald.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "accuracy/error_estimate.hpp"
#include "accuracy/ewald_stages.hpp"
#include "base/loop_name.hpp"
#include "base/stage_timer.hpp"
#include "base/text.hpp"
#include "far_field/convolution.hpp"
#include "far_field/spreading.hpp"
#include "geometry/sorted_points.hpp"
#include "near_field/radii_p2p.hpp"
#include "slurry/error.hpp"
#include "summation/net_force.hpp"
#include "summation/point_extent.hpp"

namespace slurry {
namespace {

template <class Space>
using Numbers = Kokkos::View<double*, typename Space::memory_space>;

/// Radii of a set, and their moments over its members.
struct RadiiMoments {
  double largest = 0, square = 0, fourth = 0;  ///< means of a^2 and a^4
};

template <class Space>
RadiiMoments moments_of(const Space& space, std::size_t count, double radius, const SphereRadii<Space>& radii) {
  if (radii.extent(0) == 0) {
    if (radius < 0) throw InputError(text("a radius is {}; it must not be negative", radius));
    return {radius, radius * radius, std::pow(radius, 4)};
  }
  if (radii.extent(0) != count) throw InputError(text("{} radii were given for {} points", radii.extent(0), count));
  double most = 0, least = 0, square = 0, fourth = 0;
  const Kokkos::RangePolicy<Space> all(space, 0, static_cast<int>(count));
  Kokkos::parallel_reduce(
      "slurry::summation::largest_radius"_loop, all,
      KOKKOS_LAMBDA(int i, double& m) { m = radii(i) > m ? radii(i) : m; }, Kokkos::Max<double>(most));
  Kokkos::parallel_reduce(
      "slurry::summation::smallest_radius"_loop, all,
      KOKKOS_LAMBDA(int i, double& m) { m = radii(i) < m ? radii(i) : m; }, Kokkos::Min<double>(least));
  Kokkos::parallel_reduce(
      "slurry::summation::squared_radii"_loop, all, KOKKOS_LAMBDA(int i, double& s) { s += radii(i) * radii(i); },
      square);
  Kokkos::parallel_reduce(
      "slurry::summation::fourth_radii"_loop, all,
      KOKKOS_LAMBDA(int i, double& s) {
        const double a2 = radii(i) * radii(i);
        s += a2 * a2;
      },
      fourth);
  if (least < 0) throw InputError(text("a radius is {}; it must not be negative", least));
  const double n = std::max(1.0, static_cast<double>(count));
  return {most, square / n, fourth / n};
}

/// Radii in the order of the sorted points.
template <class Space>
void sort_radii(const Space& space, const SortedPoints<Space>& points, double radius, const SphereRadii<Space>& radii,
                Numbers<Space>& sorted) {
  if (sorted.extent(0) < points.count)
    sorted = Numbers<Space>(Kokkos::view_alloc("slurry::radii::sorted", Kokkos::WithoutInitializing), points.count);
  const auto order = points.order;
  const auto out = sorted;
  const bool each = radii.extent(0) > 0;
  Kokkos::parallel_for(
      "slurry::summation::sort_radii"_loop, Kokkos::RangePolicy<Space>(space, 0, static_cast<int>(points.count)),
      KOKKOS_LAMBDA(int k) { out(k) = each ? radii(order(k)) : radius; });
}

/// Rows x, y, z, f, radius of the sorted spheres, and the forces times a^2/6 in the original order.
template <class Space>
void pack_spheres(const Space& space, const SortedPoints<Space>& points, const Numbers<Space>& radii,
                  const ConstVectors<Space>& f, const PackedSources<Space>& row, const Vectors<Space>& weighted) {
  const auto order = points.order;
  const auto local = points.local;
  const bool finite = weighted.extent(0) > 0;
  Kokkos::parallel_for(
      "slurry::near_field::pack_spheres"_loop, Kokkos::RangePolicy<Space>(space, 0, static_cast<int>(points.count)),
      KOKKOS_LAMBDA(int k) {
        const int i = order(k);
        const double a = radii(k);
        for (int d = 0; d < 3; ++d) {
          row(k, d) = local(k, d);
          row(k, 3 + d) = f(i, d);
          if (finite) weighted(i, d) = a * a / 6 * f(i, d);
        }
        row(k, 6) = a;
      });
}

/// u += a^2/6 bent + constant, the bent part where there is one.
template <class Space>
void add_bent(const Space& space, const SortedPoints<Space>& points, const Numbers<Space>& radii,
              const Vectors<Space>& bent, const std::array<double, 3>& constant, const Vectors<Space>& u) {
  const auto order = points.order;
  const double c0 = constant[0], c1 = constant[1], c2 = constant[2];
  const bool finite = bent.extent(0) > 0;
  Kokkos::parallel_for(
      "slurry::summation::bent"_loop, Kokkos::RangePolicy<Space>(space, 0, static_cast<int>(points.count)),
      KOKKOS_LAMBDA(int k) {
        const int i = order(k);
        const double g = finite ? radii(k) * radii(k) / 6 : 0.0;
        u(i, 0) += c0 + (finite ? g * bent(i, 0) : 0.0);
        u(i, 1) += c1 + (finite ? g * bent(i, 1) : 0.0);
        u(i, 2) += c2 + (finite ? g * bent(i, 2) : 0.0);
      });
}

template <class Space>
Vectors<Space> new_vectors(const char* label, std::size_t count) {
  return Vectors<Space>(Kokkos::view_alloc(std::string(label), Kokkos::WithoutInitializing), count);
}

}  // namespace

template <class Space>
struct RotnePragerEwald<Space>::Impl {
  struct Target {
    bool are_sources = false, finite = false;
    SortedPoints<Space> points;
    TargetGroups<Space> groups;
    Numbers<Space> radii;  // sorted
    Vectors<Space> bent;   // where the targets have a size
    double pair_size = 0;  // root of the mean square over the pairs of (a^2 + b^2)/6
  };

  Space space;
  EwaldParameters p;
  std::unique_ptr<const EwaldSplit> split;
  KaiserBessel window;
  FarGrid grid;
  CellGrid cells;
  RadiiPair pair;
  WindowTable<Space, double> table;
  Convolution<Space, double> convolution;
  GridValues<Space, double> plain, bent;
  SortedPoints<Space> sources;
  TargetGroups<Space> source_groups;
  Numbers<Space> source_radii;
  PackedSources<Space> packed;
  Vectors<Space> weighted;
  std::vector<Target> targets;
  FiniteSides sides;
  UsedRows rows;
  StageTimes times{ewald_stages};
  Work work;

  Impl(const Space& s, const EwaldParameters& parameters)
      : space(s),
        p(parameters),
        split(make_split(p)),
        window(p.window_points, p.window_shape),
        grid(make_sum_grid<Space>(p)),
        cells(make_cell_grid(p.box, p.cutoff_radius, p.near_row_width)),
        pair(make_radii_pair(*split, p.cutoff_radius)),
        table(window, p.window_degree, grid),
        convolution(p, grid, *split, window, 3),
        plain(Kokkos::view_alloc("slurry::far_field::grid", Kokkos::WithoutInitializing), grid.size(3)),
        bent(Kokkos::view_alloc("slurry::far_field::bent_grid", Kokkos::WithoutInitializing), grid.size(3)),
        rows(grid) {}

  const SortedPoints<Space>& points_of(const Target& t) const { return t.are_sources ? sources : t.points; }
  const TargetGroups<Space>& groups_of(const Target& t) const { return t.are_sources ? source_groups : t.groups; }
  const Numbers<Space>& radii_of(const Target& t) const { return t.are_sources ? source_radii : t.radii; }

  void set_points(const SourceSet<Space>& s, const std::vector<TargetSet<Space>>& sets) {
    const StageScope scope(times, "sort");
    PointExtent extent;
    extent.include<Space>(space, s.positions);
    for (const auto& t : sets)
      if (!t.are_sources) extent.include<Space>(space, t.positions);
    extent.place(cells);
    const RadiiMoments of_sources = moments_of<Space>(space, s.positions.extent(0), s.radius, s.radii);
    sources.sort(space, cells, s.positions);
    rows.clear();
    rows.include(grid, sources);
    sort_radii<Space>(space, sources, s.radius, s.radii, source_radii);
    source_groups.build(space, sources, group_width<double>());
    sides = {of_sources.largest > 0, false};
    if (packed.extent(0) < sources.count)
      packed = PackedSources<Space>(Kokkos::view_alloc("slurry::p2p::packed", Kokkos::WithoutInitializing),
                                    sources.count, packed_sphere);
    resize(weighted, sides.sources ? sources.count : 0, "slurry::radii::weighted");
    if (targets.size() != sets.size()) targets.resize(sets.size());
    for (std::size_t k = 0; k < sets.size(); ++k) set_target(targets[k], sets[k], of_sources);
  }

  void set_target(Target& t, const TargetSet<Space>& set, const RadiiMoments& b) {
    const RadiiMoments a =
        set.are_sources ? b : moments_of<Space>(space, set.positions.extent(0), set.radius, set.radii);
    if (a.largest > 0 && b.largest > 0 && a.largest + b.largest >= p.cutoff_radius)
      throw InputError(text("the cutoff radius {} must exceed the sum of the largest radii, {} and {}", p.cutoff_radius,
                            a.largest, b.largest));
    t.are_sources = set.are_sources;
    t.finite = a.largest > 0;
    t.pair_size = std::sqrt(a.fourth + 2 * a.square * b.square + b.fourth) / 6;
    sides.targets = sides.targets || t.finite;
    if (!t.are_sources) {
      t.points.sort(space, cells, set.positions);
      rows.include(grid, t.points);
      t.groups.build(space, t.points, group_width<double>());
      sort_radii<Space>(space, t.points, set.radius, set.radii, t.radii);
    }
    resize(t.bent, t.finite ? points_of(t).count : 0, "slurry::radii::bent");
  }

  static void resize(Vectors<Space>& v, std::size_t count, const char* label) {
    if (v.extent(0) != count) v = count == 0 ? Vectors<Space>() : new_vectors<Space>(label, count);
  }

  std::array<double, 3> near(ConstVectors<Space> forces, const std::vector<Vectors<Space>>& velocities) {
    const StageScope scope(times, "P2P");
    pack_spheres<Space>(space, sources, source_radii, forces, packed, weighted);
    for (std::size_t k = 0; k < targets.size(); ++k) {
      const Target& t = targets[k];
      p2p_radii<Space>(space, points_of(t), groups_of(t), radii_of(t), sources, packed, pair, velocities[k]);
    }
    return scaled_net_force<Space>(space, convolution.constant(), forces);
  }

  void apply(ConstVectors<Space> forces, const std::vector<Vectors<Space>>& velocities) {
    const auto constant = near(forces, velocities);
    {
      const StageScope scope(times, "P2G");
      p2g<Space, double>(space, grid, table, sources, forces, plain);
      if (sides.sources) p2g<Space, double>(space, grid, table, sources, ConstVectors<Space>(weighted), bent);
    }
    convolution.apply_radii(space, plain, bent, sides, times, &rows);
    work = {sides.sources ? 6 : 3, sides.targets ? 6 : 3};
    const StageScope scope(times, "G2P");
    for (std::size_t k = 0; k < targets.size(); ++k) {
      Target& t = targets[k];
      g2p<Space, double>(space, grid, table, points_of(t), plain, velocities[k]);
      if (t.finite) {
        Kokkos::deep_copy(space, t.bent, 0.0);
        g2p<Space, double>(space, grid, table, points_of(t), bent, t.bent);
      }
      add_bent<Space>(space, points_of(t), radii_of(t), t.bent, constant, velocities[k]);
    }
    space.fence();
  }

  double predicted(double squared_force_sum) const {
    double spacing = 0, size = 0;
    for (int d = 0; d < 3; ++d) spacing = std::max(spacing, grid.spacing[d]);
    for (const Target& t : targets) size = std::max(size, t.pair_size);
    const double rc = p.cutoff_radius, volume = p.box.volume();
    const ErrorEstimate estimate(*split, spacing / rc, size / (rc * rc));
    return std::sqrt(squared_force_sum *
                     (std::pow(estimate.tail(volume, rc), 2) + std::pow(estimate.window(window, volume, rc), 2) +
                      split->near_truncation().single * rc / volume));
  }
};

template <class Space>
RotnePragerEwald<Space>::RotnePragerEwald(const Space& space, const EwaldParameters& parameters) {
  if (parameters.layer != Layer::single || parameters.precision != Precision::fp64)
    throw InputError("spheres of any radius are summed in the single layer and in fp64");
  impl_ = std::make_unique<Impl>(space, parameters);
}
template <class Space>
RotnePragerEwald<Space>::~RotnePragerEwald() = default;
template <class Space>
RotnePragerEwald<Space>::RotnePragerEwald(RotnePragerEwald&&) noexcept = default;
template <class Space>
RotnePragerEwald<Space>& RotnePragerEwald<Space>::operator=(RotnePragerEwald&&) noexcept = default;

template <class Space>
const EwaldParameters& RotnePragerEwald<Space>::parameters() const {
  return impl_->p;
}
template <class Space>
void RotnePragerEwald<Space>::set_points(const SourceSet<Space>& sources,
                                         const std::vector<TargetSet<Space>>& targets) {
  impl_->set_points(sources, targets);
}
template <class Space>
void RotnePragerEwald<Space>::apply(ConstVectors<Space> forces, const std::vector<Vectors<Space>>& velocities) {
  if (forces.extent(0) != impl_->sources.count)
    throw InputError(text("{} forces were given for {} spheres", forces.extent(0), impl_->sources.count));
  impl_->apply(forces, velocities);
}
template <class Space>
double RotnePragerEwald<Space>::predicted_rms_error(double squared_force_sum) const {
  return impl_->predicted(squared_force_sum);
}
template <class Space>
typename RotnePragerEwald<Space>::Work RotnePragerEwald<Space>::last_work() const {
  return impl_->work;
}
template <class Space>
StageTimes RotnePragerEwald<Space>::take_stage_times() {
  return std::exchange(impl_->times, StageTimes(ewald_stages));
}

#define SLURRY_INSTANTIATE(Space) template class RotnePragerEwald<Space>;
SLURRY_FOR_EACH_SPACE(SLURRY_INSTANTIATE)

}  // namespace slurry
