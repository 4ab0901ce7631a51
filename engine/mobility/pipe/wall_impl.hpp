// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <numbers>

#include "base/pace.hpp"
#include "mobility/pipe/wall.hpp"
#include "mobility/pipe/wall_transform.hpp"

namespace slurry {

namespace wall {

/// Inverse blocks, [order n >= 0][k][9], with the factors of both transforms.
template <class Space>
using Inverses = Kokkos::View<double** [9], Kokkos::LayoutRight, typename Space::memory_space>;
/// cos and sin of the grid's angles.
template <class Space>
using Directions = Kokkos::View<double* [2], Kokkos::LayoutRight, typename Space::memory_space>;

template <class Space>
void place_points(const Space& space, const WallGrid& grid, Directions<Space> directions, double radius,
                  Vectors<Space> points) {
  const int axial = grid.axial;
  const double step = grid.length / axial;
  Kokkos::parallel_for(
      "slurry::wall::place", Kokkos::RangePolicy<Space>(space, 0, points.extent(0)),
      KOKKOS_LAMBDA(const std::size_t p) {
        const std::size_t j = p / axial, i = p % axial;
        points(p, 0) = step * static_cast<double>(i);
        points(p, 1) = radius * directions(j, 0);
        points(p, 2) = radius * directions(j, 1);
      });
}

template <class Space>
void to_cylindrical(const Space& space, Directions<Space> directions, ConstVectors<Space> u, WallField<Space> field) {
  const std::size_t axial = field.extent(2);
  Kokkos::parallel_for(
      "slurry::wall::to_cylindrical", Kokkos::RangePolicy<Space>(space, 0, u.extent(0)),
      KOKKOS_LAMBDA(const std::size_t p) {
        const std::size_t j = p / axial, i = p % axial;
        const double c = directions(j, 0), s = directions(j, 1);
        field(j, 0, i) = u(p, 0);
        field(j, 1, i) = c * u(p, 1) + s * u(p, 2);
        field(j, 2, i) = c * u(p, 2) - s * u(p, 1);
      });
}

template <class Space>
void to_cartesian(const Space& space, Directions<Space> directions, WallField<Space> field, Vectors<Space> q) {
  const std::size_t axial = field.extent(2);
  Kokkos::parallel_for(
      "slurry::wall::to_cartesian", Kokkos::RangePolicy<Space>(space, 0, q.extent(0)),
      KOKKOS_LAMBDA(const std::size_t p) {
        const std::size_t j = p / axial, i = p % axial;
        const double c = directions(j, 0), s = directions(j, 1), r = field(j, 1, i), t = field(j, 2, i);
        q(p, 0) = field(j, 0, i);
        q(p, 1) = c * r - s * t;
        q(p, 2) = s * r + c * t;
      });
}

/// Turns modes of the wall velocity into modes of the strengths, in place. Components: x, r, th.
template <class Space>
void solve_modes(const Space& space, Inverses<Space> inverses, double swirl, WallModes<Space> modes) {
  const std::size_t angular = modes.extent(0), half = modes.extent(2);
  using Complex = Kokkos::complex<double>;
  Kokkos::parallel_for(
      "slurry::wall::solve_modes", Kokkos::RangePolicy<Space>(space, 0, angular * half),
      KOKKOS_LAMBDA(const std::size_t mode) {
        const std::size_t j = mode / half, i = mode % half;
        const bool negative = 2 * j > angular;
        const std::size_t n = negative ? angular - j : j;
        const Complex i_unit(0, 1), t = modes(j, 2, i);
        if (mode == 0) {
          // net axial velocity: a constant is added instead; net radial velocity: zero but for aliasing
          modes(0, 0, 0) = 0;
          modes(0, 1, 0) = 0;
          modes(0, 2, 0) = swirl * t;
          return;
        }
        // x times i makes the blocks real; r +- i th diagonalises the turning of the axes
        const Complex x = i_unit * modes(j, 0, i), r = modes(j, 1, i);
        const Complex plus = r + i_unit * t, minus = r - i_unit * t;
        const Complex a = negative ? minus : plus, b = negative ? plus : minus;
        const double* m = &inverses(n, i, 0);
        const Complex qx = m[0] * x + m[1] * a + m[2] * b;
        const Complex qa = m[3] * x + m[4] * a + m[5] * b;
        const Complex qb = m[6] * x + m[7] * a + m[8] * b;
        const Complex q_plus = negative ? qb : qa, q_minus = negative ? qa : qb;
        modes(j, 0, i) = -1.0 * i_unit * qx;
        modes(j, 1, i) = 0.5 * (q_plus + q_minus);
        modes(j, 2, i) = -0.5 * i_unit * (q_plus - q_minus);
      });
}

}  // namespace wall

template <class Space>
struct PipeWall<Space>::Impl {
  Impl(const Space& space_in, const WallGrid& grid_in) : space(space_in), grid(grid_in) {
    using Kokkos::view_alloc, Kokkos::WithoutInitializing;
    const auto angular = static_cast<std::size_t>(grid.angular), axial = static_cast<std::size_t>(grid.axial);
    const std::size_t half = axial / 2 + 1, orders = angular / 2 + 1, count = grid.points();
    directions = wall::Directions<Space>(view_alloc("slurry::wall::directions", WithoutInitializing), angular);
    wall_points = Vectors<Space>(view_alloc("slurry::wall::points", WithoutInitializing), count);
    image_points = Vectors<Space>(view_alloc("slurry::wall::images", WithoutInitializing), count);
    field = WallField<Space>("slurry::wall::field", angular, 3, axial);
    modes = WallModes<Space>("slurry::wall::modes", angular, 3, half);
    inverses = wall::Inverses<Space>(view_alloc("slurry::wall::inverses", WithoutInitializing), orders, half);
    transform = std::make_unique<WallTransform<Space>>(field, modes, grid.deterministic);
    make_tables();
    wall::place_points(space, grid, directions, 1.0, wall_points);
    wall::place_points(space, grid, directions, grid.image_radius, image_points);
  }

  void make_tables() {
    auto directions_host = Kokkos::create_mirror_view(directions);
    for (int j = 0; j < grid.angular; ++j) {
      const double angle = 2 * std::numbers::pi * j / grid.angular;
      directions_host(j, 0) = std::cos(angle);
      directions_host(j, 1) = std::sin(angle);
    }
    Kokkos::deep_copy(directions, directions_host);
    // u = (1/L) sum_modes block q_mode, q_mode = M times the Fourier coefficient of q; both transforms are not scaled
    const auto count = static_cast<double>(grid.points());
    const double factor = -grid.length / (count * count);
    const int half = grid.axial / 2 + 1, orders = grid.angular / 2 + 1;
    const WallBlocks blocks(grid.length, grid.image_radius, half, orders);
    auto inverses_host = Kokkos::create_mirror_view(inverses);
    for (int n = 0; n < orders; ++n) {
      may_stop();
      for (int m = 0; m < half; ++m) {
        if (n == 0 && m == 0) continue;
        const Block b = inverse(blocks.at(m, n));
        for (int e = 0; e < 9; ++e) inverses_host(n, m, e) = factor * b[static_cast<std::size_t>(e)];
      }
    }
    Kokkos::deep_copy(inverses, inverses_host);
    const Block& zero = blocks.at(0, 0);  // u_th of a unit f_th
    swirl = factor / (zero[4] - zero[5]);
  }

  Space space;
  WallGrid grid;
  wall::Directions<Space> directions;
  Vectors<Space> wall_points, image_points;
  WallField<Space> field;
  WallModes<Space> modes;
  wall::Inverses<Space> inverses;
  double swirl = 0;
  std::unique_ptr<WallTransform<Space>> transform;
};

template <class Space>
PipeWall<Space>::PipeWall(const Space& space, const WallGrid& grid) : impl_(new Impl(space, grid)) {}
template <class Space>
PipeWall<Space>::~PipeWall() = default;
template <class Space>
PipeWall<Space>::PipeWall(PipeWall&&) noexcept = default;
template <class Space>
PipeWall<Space>& PipeWall<Space>::operator=(PipeWall&&) noexcept = default;

template <class Space>
const WallGrid& PipeWall<Space>::grid() const {
  return impl_->grid;
}
template <class Space>
ConstVectors<Space> PipeWall<Space>::wall_points() const {
  return impl_->wall_points;
}
template <class Space>
ConstVectors<Space> PipeWall<Space>::image_points() const {
  return impl_->image_points;
}

template <class Space>
double PipeWall<Space>::strengths(ConstVectors<Space> velocity, Vectors<Space> images) {
  Impl& m = *impl_;
  wall::to_cylindrical(m.space, m.directions, velocity, m.field);
  m.transform->forward();
  Kokkos::complex<double> net;
  Kokkos::deep_copy(net, Kokkos::subview(m.modes, 0, 0, 0));
  wall::solve_modes(m.space, m.inverses, m.swirl, m.modes);
  m.transform->backward();
  wall::to_cartesian(m.space, m.directions, m.field, images);
  return -net.real() / static_cast<double>(m.grid.points());
}

}  // namespace slurry
