// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "base/instantiations.hpp"
#include "far_field/spreading.hpp"
#include "far_field_case.hpp"
#include "support/error_norms.hpp"
#include "support/suspension.hpp"

namespace slurry {
namespace {

using test::Host;

/// A grid, its window and points sorted into cells as the plan does.
struct Spreading {
  EwaldParameters p;
  KaiserBessel window;
  FarGrid grid;
  WindowTable<Host> table;
  test::Sorted points;

  Spreading(const Box& box, std::array<int, 3> size, int window_points, std::vector<double> positions,
            int extra_degree = 0)
      : p(test::far_field_parameters(box, size, 9, window_points)),
        window(window_points, p.window_shape),
        grid(make_far_grid(p)),
        table(window, p.window_degree + extra_degree),
        points(box, 0.3, std::move(positions)) {}

  GridValues<Host> spread(const std::vector<double>& f, bool per_point = false) const {
    GridValues<Host> values("grid", grid.size(3));
    Kokkos::deep_copy(values, NAN);  // nothing of what was there may remain
    if (per_point)
      p2g_per_point<Host>(Host(), grid, table, points.points, test::view_of(f), values);
    else
      p2g<Host>(Host(), grid, table, points.points, test::view_of(f), values);
    return values;
  }
  std::vector<double> gather(const GridValues<Host>& values, bool per_point = false) const {
    Vectors<Host> u("u", points.points.count);
    fill_halo<Host>(Host(), grid, values);
    if (per_point)
      g2p_per_point<Host>(Host(), grid, table, points.points, values, u);
    else
      g2p<Host>(Host(), grid, table, points.points, values, u);
    return test::values_of(u);
  }
  /// Values inside the halo, [z][y][component][x].
  std::vector<double> inside(const GridValues<Host>& values) const {
    std::vector<double> out;
    for (int z = 0; z < grid.total[2]; ++z)
      for (int y = 0; y < grid.total[1]; ++y)
        for (int c = 0; c < 3; ++c)
          for (int x = 0; x < grid.total[0]; ++x) out.push_back(values(grid.row(z, y, c, 3) + x));
    return out;
  }
  GridValues<Host> random_grid(std::uint64_t seed) const {
    test::Random random(seed);
    GridValues<Host> values("grid", grid.size(3));
    for (int z = 0; z < grid.total[2]; ++z)
      for (int y = 0; y < grid.total[1]; ++y)
        for (int c = 0; c < 3; ++c)
          for (int x = 0; x < grid.total[0]; ++x) values(grid.row(z, y, c, 3) + x) = random.normal();
    return values;
  }
  /// Window of point k around grid point i of direction d, images included; straight from the definition.
  double weight(int k, int d, int i) const {
    const double half = 0.5 * grid.window * grid.spacing[d];
    double sum = 0;
    const int reach = grid.periodic[d] ? 2 : 0;
    for (int image = -reach; image <= reach; ++image) {
      const double at = (i - grid.offset[d] + image * grid.total[d]) * grid.spacing[d];
      sum += window.value((at - points.points.local(k, d)) / half);
    }
    return sum;
  }
  std::vector<double> spread_by_definition(const std::vector<double>& f) const {
    std::vector<double> out;
    for (int z = 0; z < grid.total[2]; ++z)
      for (int y = 0; y < grid.total[1]; ++y)
        for (int c = 0; c < 3; ++c)
          for (int x = 0; x < grid.total[0]; ++x) out.push_back(0);
    for (int k = 0; k < int(points.points.count); ++k) {
      std::vector<double> wx(grid.total[0]);
      for (int x = 0; x < grid.total[0]; ++x) wx[x] = weight(k, 0, x);
      std::size_t at = 0;
      for (int z = 0; z < grid.total[2]; ++z) {
        const double wz = weight(k, 2, z);
        for (int y = 0; y < grid.total[1]; ++y) {
          const double wy = weight(k, 1, y);
          if (wy * wz == 0) {
            at += std::size_t(3) * grid.total[0];
            continue;
          }
          for (int c = 0; c < 3; ++c)
            for (int x = 0; x < grid.total[0]; ++x) out[at++] += f[3 * points.points.order(k) + c] * wx[x] * wy * wz;
        }
      }
    }
    return out;
  }
};

std::string name(const Spreading& s) {
  return "P " + std::to_string(s.grid.window) + ", periodicity " + std::to_string(s.p.box.periodicity) + ", grid " +
         std::to_string(s.grid.points[0]) + ' ' + std::to_string(s.grid.points[1]) + ' ' +
         std::to_string(s.grid.points[2]);
}

template <class F, int... P>
void for_windows(F&& f, std::integer_sequence<int, P...>) {
  (f(P), ...);
}

/// Every window on a grid that is just wide enough and on one that is wider, in every periodicity.
template <class F>
void for_cases(int points, F&& f) {
  for_windows(
      [&](int P) {
        for (int periodicity : {0, 1, 2, 3}) {
          const Box box{{1.2, 0.9, 1}, periodicity};
          const int tight = P + P % 2;
          const auto positions = test::uniform_points(points, box.lengths, 10 * P + periodicity);
          f(Spreading(box, {tight, tight, tight}, P, positions));
          if (periodicity % 2 == 1) f(Spreading(box, {28, 22, 24}, P, positions));
        }
      },
      CompiledWindows{});
}

TEST(P2G, IsTheSumOfWindowsByDefinition) {
  for_cases(2, [](const Spreading& narrow) {
    // more coefficients than the rule asks for, so that only rounding is left
    const Spreading s(narrow.p.box, narrow.p.grid, narrow.grid.window, narrow.points.xyz, 10);
    const auto f = test::normal_vectors(2, 1);
    EXPECT_LT(test::relative_max(s.inside(s.spread(f)), s.spread_by_definition(f)), 1e-9) << name(s);
  });
}

TEST(P2G, SlabsAndVectorsAgreeWithOnePointAtATime) {
  for_cases(50, [](const Spreading& s) {
    const auto f = test::normal_vectors(50, 2);
    EXPECT_LT(test::relative_max(s.inside(s.spread(f)), s.inside(s.spread(f, true))), 1e-14) << name(s);
  });
}

TEST(G2P, VectorsAgreeWithOnePointAtATime) {
  for_cases(50, [](const Spreading& s) {
    const auto values = s.random_grid(3);
    EXPECT_LT(test::relative_max(s.gather(values), s.gather(values, true)), 1e-13) << name(s);
  });
}

// <p2g f, v> h^3 = <f, g2p v>: no half-cell shift, no lost image and no wrong halo survives this
TEST(P2G, IsTheAdjointOfG2P) {
  for_cases(50, [](const Spreading& s) {
    const auto f = test::normal_vectors(50, 4);
    const auto values = s.random_grid(5);
    const auto spread = s.inside(s.spread(f)), before = s.inside(values);
    const auto gathered = s.gather(values);
    long double grid_product = 0, point_product = 0, size = 0;
    for (std::size_t i = 0; i < spread.size(); ++i) grid_product += (long double)spread[i] * before[i];
    for (std::size_t i = 0; i < f.size(); ++i) {
      point_product += (long double)f[i] * gathered[i];
      size += std::fabs((long double)f[i] * gathered[i]);
    }
    grid_product *= s.grid.spacing[0] * s.grid.spacing[1] * s.grid.spacing[2];
    EXPECT_NEAR(double(grid_product / size), double(point_product / size), 1e-14) << name(s);
  });
}

// a window of P points adds up to its transform at 0, up to the aliases that the window is there to suppress
TEST(P2G, KeepsTheTotal) {
  for_cases(50, [](const Spreading& s) {
    const auto f = test::normal_vectors(50, 6);
    const auto values = s.inside(s.spread(f));
    double total[3] = {0, 0, 0}, expected[3] = {0, 0, 0}, size = 0;
    for (std::size_t i = 0; i < values.size(); ++i) total[i / s.grid.total[0] % 3] += values[i];
    for (std::size_t i = 0; i < f.size(); ++i) {
      expected[i % 3] += f[i];
      size += std::abs(f[i]);
    }
    const double sum = std::pow(s.window.transform(0) * s.grid.window / 2, 3);
    const double alias =
        6 * std::abs(s.window.transform(std::acos(-1.0) * s.grid.window) / s.window.transform(0)) + 1e-9;
    for (int c = 0; c < 3; ++c) EXPECT_NEAR(total[c] / (sum * size), expected[c] / size, 2 * alias) << name(s);
  });
}

// a smooth periodic function is interpolated, so a shift of half a cell cannot hide
TEST(G2P, InterpolatesAWaveOnceDividedByTheWindowTransform) {
  const Box box{{1.2, 0.9, 1}, 3};
  const int P = compiled_window(11);
  const Spreading s(box, {32, 32, 32}, P, test::uniform_points(40, box.lengths, 8));
  const double k = 2 * std::acos(-1.0) / 0.9;
  GridValues<Host> values("grid", s.grid.size(3));
  for (int z = 0; z < 32; ++z)
    for (int y = 0; y < 32; ++y)
      for (int c = 0; c < 3; ++c)
        for (int x = 0; x < 32; ++x) values(s.grid.row(z, y, c, 3) + x) = std::cos(k * y * s.grid.spacing[1] + c);
  const auto u = s.gather(values);
  double window = 1;
  for (int d = 0; d < 3; ++d) {
    const double half = 0.5 * P * s.grid.spacing[d];
    window *= half * s.window.transform(d == 1 ? k * half : 0);
  }
  for (int i = 0; i < 40; ++i)
    for (int c = 0; c < 3; ++c) EXPECT_NEAR(u[3 * i + c] / window, std::cos(k * s.points.xyz[3 * i + 1] + c), 2e-9);
}

TEST(G2P, AddsToWhatIsThere) {
  const Box box{{1, 1, 1}, 3};
  const Spreading s(box, {16, 16, 16}, compiled_window(5), {0.3, 0.4, 0.5});
  GridValues<Host> zero("grid", s.grid.size(3));
  Vectors<Host> u("u", 1);
  Kokkos::deep_copy(u, 2.5);
  fill_halo<Host>(Host(), s.grid, zero);
  g2p<Host>(Host(), s.grid, s.table, s.points.points, zero, u);
  for (int c = 0; c < 3; ++c) EXPECT_EQ(u(0, c), 2.5);
}

}  // namespace
}  // namespace slurry
