// SPDX-License-Identifier: BSD-3-Clause
#include "summation/rotne_prager_ewald.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/stage_timer.hpp"
#include "base/text.hpp"
#include "far_field/convolution.hpp"
#include "far_field/spreading.hpp"
#include "geometry/sorted_points.hpp"
#include "near_field/radii_p2p.hpp"
#include "slurry/error.hpp"
#include "summation/point_extent.hpp"

namespace slurry {
namespace {

template <class Space>
using Numbers = Kokkos::View<const double*, typename Space::memory_space>;

/// Rows x, y, z, f, radius of the sorted spheres, and the forces times a^2/6 in the original order.
template <class Space>
void pack_spheres(const Space& space, const SortedPoints<Space>& points, const Numbers<Space>& radii,
                  const ConstVectors<Space>& f, const PackedSources<Space>& row, const Vectors<Space>& weighted) {
  const auto order = points.order;
  const auto local = points.local;
  Kokkos::parallel_for(
      "slurry::near_field::pack_spheres", Kokkos::RangePolicy<Space>(space, 0, static_cast<int>(points.count)),
      KOKKOS_LAMBDA(int k) {
        const int i = order(k);
        const double a = radii(i);
        for (int d = 0; d < 3; ++d) {
          row(k, d) = local(k, d);
          row(k, 3 + d) = f(i, d);
          weighted(i, d) = a * a / 6 * f(i, d);
        }
        row(k, 6) = a;
      });
}

/// u += a^2/6 bent + constant.
template <class Space>
void add_bent(const Space& space, const Numbers<Space>& radii, const Vectors<Space>& bent,
              const std::array<double, 3>& constant, const Vectors<Space>& u) {
  const double c0 = constant[0], c1 = constant[1], c2 = constant[2];
  Kokkos::parallel_for(
      "slurry::summation::bent", Kokkos::RangePolicy<Space>(space, 0, static_cast<int>(u.extent(0))),
      KOKKOS_LAMBDA(int i) {
        const double g = radii(i) * radii(i) / 6;
        u(i, 0) += g * bent(i, 0) + c0;
        u(i, 1) += g * bent(i, 1) + c1;
        u(i, 2) += g * bent(i, 2) + c2;
      });
}

template <class Space>
double largest_of(const Space& space, const Numbers<Space>& radii) {
  double most = 0, least = 0;
  const Kokkos::RangePolicy<Space> all(space, 0, static_cast<int>(radii.extent(0)));
  Kokkos::parallel_reduce(
      "slurry::summation::largest_radius", all, KOKKOS_LAMBDA(int i, double& m) { m = radii(i) > m ? radii(i) : m; },
      Kokkos::Max<double>(most));
  Kokkos::parallel_reduce(
      "slurry::summation::smallest_radius", all, KOKKOS_LAMBDA(int i, double& m) { m = radii(i) < m ? radii(i) : m; },
      Kokkos::Min<double>(least));
  if (least < 0) throw InputError(text("a radius is {}; it must not be negative", least));
  return most;
}

}  // namespace

template <class Space>
struct RotnePragerEwald<Space>::Impl {
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
  SortedPoints<Space> points;
  TargetGroups<Space> groups;
  PackedSources<Space> packed;
  Radii radii;
  Vectors<Space> weighted, laplacian;
  StageTimes times;

  Impl(const Space& s, const EwaldParameters& parameters)
      : space(s),
        p(parameters),
        split(make_split(p)),
        window(p.window_points, p.window_shape),
        grid(make_far_grid(p)),
        cells(make_cell_grid(p.box, p.cutoff_radius)),
        pair(make_radii_pair(*split, p.cutoff_radius)),
        table(window, p.window_degree),
        convolution(p, grid, *split, window, 3),
        plain(Kokkos::view_alloc("slurry::far_field::grid", Kokkos::WithoutInitializing), grid.size(3)),
        bent(Kokkos::view_alloc("slurry::far_field::bent_grid", Kokkos::WithoutInitializing), grid.size(3)) {}
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
void RotnePragerEwald<Space>::set_spheres(ConstVectors<Space> centres, Radii radii) {
  Impl& m = *impl_;
  const StageScope scope(m.times, Stage::sort);
  if (radii.extent(0) != centres.extent(0))
    throw InputError(text("{} radii were given for {} spheres", radii.extent(0), centres.extent(0)));
  const double largest = largest_of<Space>(m.space, radii);
  if (2 * largest >= m.p.cutoff_radius)
    throw InputError(text("the cutoff radius {} must exceed twice the largest radius {}", m.p.cutoff_radius, largest));
  PointExtent extent;
  extent.include<Space>(m.space, centres);
  extent.centre(m.cells);
  m.points.sort(m.space, m.cells, centres);
  m.groups.build(m.space, m.points, group_width<double>());
  m.radii = radii;
  if (m.packed.extent(0) < m.points.count)
    m.packed = PackedSources<Space>(Kokkos::view_alloc("slurry::p2p::packed", Kokkos::WithoutInitializing),
                                    m.points.count, packed_sphere);
  if (m.weighted.extent(0) != m.points.count) {
    m.weighted =
        Vectors<Space>(Kokkos::view_alloc("slurry::radii::weighted", Kokkos::WithoutInitializing), m.points.count);
    m.laplacian =
        Vectors<Space>(Kokkos::view_alloc("slurry::radii::laplacian", Kokkos::WithoutInitializing), m.points.count);
  }
}

template <class Space>
void RotnePragerEwald<Space>::apply(ConstVectors<Space> forces, const Vectors<Space>& u) {
  Impl& m = *impl_;
  if (forces.extent(0) != m.points.count)
    throw InputError(text("{} forces were given for {} spheres", forces.extent(0), m.points.count));
  std::array<double, 3> constant = m.convolution.constant();
  {
    const StageScope scope(m.times, Stage::p2p);
    pack_spheres<Space>(m.space, m.points, m.radii, forces, m.packed, m.weighted);
    p2p_radii<Space>(m.space, m.points, m.groups, m.packed, m.pair, u);
    for (int d = 0; d < 3; ++d) {
      double total = 0;
      Kokkos::parallel_reduce(
          "slurry::summation::net_force", Kokkos::RangePolicy<Space>(m.space, 0, static_cast<int>(forces.extent(0))),
          KOKKOS_LAMBDA(int i, double& sum) { sum += forces(i, d); }, total);
      constant[d] *= total;
    }
  }
  {
    const StageScope scope(m.times, Stage::p2g);
    p2g<Space, double>(m.space, m.grid, m.table, m.points, forces, m.plain);
    p2g<Space, double>(m.space, m.grid, m.table, m.points, ConstVectors<Space>(m.weighted), m.bent);
  }
  m.convolution.apply_radii(m.space, m.plain, m.bent, m.times);
  const StageScope scope(m.times, Stage::g2p);
  g2p<Space, double>(m.space, m.grid, m.table, m.points, m.plain, u);
  Kokkos::deep_copy(m.space, m.laplacian, 0.0);
  g2p<Space, double>(m.space, m.grid, m.table, m.points, m.bent, m.laplacian);
  add_bent<Space>(m.space, m.radii, m.laplacian, constant, u);
  m.space.fence();
}

template <class Space>
StageTimes RotnePragerEwald<Space>::take_stage_times() {
  return std::exchange(impl_->times, StageTimes{});
}

template class RotnePragerEwald<CoreSpace>;

}  // namespace slurry
