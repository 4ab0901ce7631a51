// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "base/instantiations.hpp"
#include "ewald/far/slabs.hpp"
#include "ewald/far/spreading.hpp"
#include "far_field_case.hpp"
#include "support/error_norms.hpp"
#include "support/suspension.hpp"

namespace slurry {
namespace {

using test::Host;

/// Densities of a single layer, or of both.
struct Densities {
  std::vector<double> f, q, n;
  Densities(std::size_t count, bool double_layer, std::uint64_t seed) : f(test::normal_vectors(count, seed)) {
    if (!double_layer) return;
    q = test::normal_vectors(count, seed + 100);
    n = test::normal_vectors(count, seed + 200);
  }
  bool double_layer() const { return !q.empty(); }
  int components() const { return double_layer() ? 4 : 3; }
};

enum class Form { vectors, per_point, sorted };

/// A grid, its window and points sorted into cells as the plan does.
template <class Real = double>
struct Spreading {
  using Values = GridValues<Host, Real>;
  EwaldParameters p;
  KaiserBessel window;
  FarGrid grid;
  WindowTable<Host, Real> table;
  test::Sorted points;

  Spreading(const Box& box, std::array<int, 3> size, int window_points, std::vector<double> positions,
            int extra_degree = 0, double cutoff = 0.3, bool interleave = false)
      : p(parameters(box, size, window_points)),
        window(window_points, p.window_shape),
        grid(test::make_test_grid(p, interleave)),
        table(window, p.window_degree + extra_degree, grid),
        points(box, cutoff, std::move(positions)) {}

  static EwaldParameters parameters(const Box& box, std::array<int, 3> size, int window_points) {
    EwaldParameters p = test::far_field_parameters(box, size, 9, window_points);
    p.precision = sizeof(Real) == 4 ? Precision::fp32 : Precision::fp64;
    return p;
  }
  /// sorted: the densities lie as the points are sorted, and nothing else may be read.
  Values spread(const Densities& w, Form form = Form::vectors) const {
    Values values("grid", grid.size(w.components()));
    Kokkos::deep_copy(values, NAN);  // nothing of what was there may remain
    Density<Host> density;
    density.forces = test::view_of(w.f);
    if (w.double_layer()) {
      density.dipoles = test::view_of(w.q);
      density.normals = test::view_of(w.n);
    }
    if (form == Form::per_point) {
      p2g_per_point<Host, Real>(Host(), grid, table, points.points, density, w.components(), values);
      return values;
    }
    SortedDensity<Host, Real> sorted;
    if (form == Form::sorted) {
      const int count = static_cast<int>(points.points.count);
      sorted = SortedDensity<Host, Real>("sorted", count, w.double_layer() ? 9 : 3);
      for (int k = 0; k < count; ++k)
        for (int d = 0; d < 3; ++d) {
          const int i = 3 * points.points.order(k) + d;
          sorted(k, d) = static_cast<Real>(w.f[i]);
          if (!w.double_layer()) continue;
          sorted(k, 3 + d) = static_cast<Real>(w.q[i]);
          sorted(k, 6 + d) = static_cast<Real>(w.n[i]);
        }
      const Vectors<Host> none("none", count);
      Kokkos::deep_copy(none, NAN);
      density.forces = none;
      if (w.double_layer()) density.dipoles = density.normals = none;
    }
    p2g<Host, Real>(Host(), grid, table, points.points, density, w.components(), values, sorted);
    return values;
  }
  std::vector<double> gather(const Values& values, bool per_point = false) const {
    Vectors<Host> u("u", points.points.count);
    fill_halo<Host, Real>(Host(), grid, values);
    if (per_point)
      g2p_per_point<Host, Real>(Host(), grid, table, points.points, values, u);
    else
      g2p<Host, Real>(Host(), grid, table, points.points, values, u);
    return test::values_of(u);
  }
  template <class Visit>
  void for_rows(int components, Visit&& visit) const {
    for (int z = 0; z < grid.total[2]; ++z)
      for (int y = 0; y < grid.total[1]; ++y)
        for (int c = 0; c < components; ++c) visit(z, y, c, grid.row(z, y, c, components));
  }
  /// Values inside the halo, [z][y][component][x].
  std::vector<double> inside(const Values& values, int components = 3) const {
    std::vector<double> out;
    for_rows(components, [&](int, int, int, std::size_t row) {
      for (int x = 0; x < grid.total[0]; ++x) out.push_back(values(row + x * grid.step(components)));
    });
    return out;
  }
  Values random_grid(std::uint64_t seed) const {
    test::Random random(seed);
    Values values("grid", grid.size(3));
    for_rows(3, [&](int, int, int, std::size_t row) {
      for (int x = 0; x < grid.total[0]; ++x) values(row + x * grid.step(3)) = static_cast<Real>(random.normal());
    });
    return values;
  }
  /// Window and slope at x, in half widths.
  std::array<double, 2> value_and_slope(int d, double x) const {
    const double half = 0.5 * grid.window * grid.spacing[d], beta = window.beta();
    const double root = std::sqrt(std::max(0.0, 1 - x * x));
    const double slope =
        root > 0 ? -beta * x / root * std::cyl_bessel_i(1.0, beta * root) / std::cyl_bessel_i(0.0, beta) / half : 0;
    return {window.value(x), slope};
  }
  /// Window of point k around grid point i of direction d, and the slope there of the window over its sum over all grid
  /// points, images included; by definition.
  std::array<double, 2> weight(int k, int d, int i) const {
    const double half = 0.5 * grid.window * grid.spacing[d], mean = 0.5 * grid.window * window.transform(0);
    std::array<double, 2> sum{0, 0};
    const int reach = grid.periodic[d] ? 2 : 0;
    for (int image = -reach; image <= reach; ++image) {
      const double at = (i - grid.offset[d] + image * grid.total[d]) * grid.spacing[d];
      const double x = (at - points.points.local(k, d)) / half;
      const auto [w, slope] = value_and_slope(d, x);
      sum[0] += w;
      if (w == 0) continue;
      double all = 0, all_slopes = 0;
      for (int j = -grid.window; j <= grid.window; ++j) {
        const auto there = value_and_slope(d, x + j * grid.spacing[d] / half);
        all += there[0];
        all_slopes += there[1];
      }
      sum[1] += mean * (slope - w * all_slopes / all) / all;
    }
    return sum;
  }
  std::vector<double> spread_by_definition(const Densities& w) const {
    const int count = int(points.points.count);
    std::vector<std::array<double, 2>> weights[3];  // [point][grid point] of each direction
    for (int d = 0; d < 3; ++d)
      for (int k = 0; k < count; ++k)
        for (int i = 0; i < grid.total[d]; ++i) weights[d].push_back(weight(k, d, i));
    std::vector<double> out;
    for_rows(w.components(), [&](int z, int y, int c, std::size_t) {
      std::vector<double> row(grid.total[0]);
      for (int k = 0; k < count; ++k) {
        const auto &wz = weights[2][k * grid.total[2] + z], &wy = weights[1][k * grid.total[1] + y];
        if (wy[0] * wz[0] == 0) continue;
        const int i = 3 * points.points.order(k);
        for (int x = 0; x < grid.total[0]; ++x) {
          const auto& wx = weights[0][k * grid.total[0] + x];
          const double at = wx[0] * wy[0] * wz[0];
          if (c < 3) row[x] += w.f[i + c] * at;
          if (!w.double_layer()) continue;
          const double* const q = &w.q[i];
          const double* const n = &w.n[i];
          const double slope[3] = {wx[1] * wy[0] * wz[0], wx[0] * wy[1] * wz[0], wx[0] * wy[0] * wz[1]};
          const double along_q = q[0] * slope[0] + q[1] * slope[1] + q[2] * slope[2];
          const double along_n = n[0] * slope[0] + n[1] * slope[1] + n[2] * slope[2];
          row[x] += c < 3 ? q[c] * along_n + n[c] * along_q : (q[0] * n[0] + q[1] * n[1] + q[2] * n[2]) * at;
        }
      }
      out.insert(out.end(), row.begin(), row.end());
    });
    return out;
  }
};

template <class S>
std::string name(const S& s) {
  return "P " + std::to_string(s.grid.window) + ", periodicity " + std::to_string(s.p.box.periodicity) + ", grid " +
         std::to_string(s.grid.points[0]) + ' ' + std::to_string(s.grid.points[1]) + ' ' +
         std::to_string(s.grid.points[2]);
}

template <class F, int... P>
void for_windows(F&& f, std::integer_sequence<int, P...>) {
  (f(P), ...);
}

/// Every window on a grid that is just wide enough and on one that is wider, in every periodicity, and interleaved
/// where that gains.
template <class Real = double, class F>
void for_cases(int points, F&& f) {
  for_windows(
      [&](int P) {
        for (int periodicity : {0, 1, 2, 3}) {
          const Box box{{1.2, 0.9, 1}, periodicity};
          const int tight = P + P % 2;
          const auto positions = test::uniform_points(points, box.lengths, 10 * P + periodicity);
          for (const bool interleave : {false, true}) {
            if (interleave && !interleaving_gains(P, 3, sizeof(Real)) && !interleaving_gains(P, 4, sizeof(Real)))
              continue;
            f(Spreading<Real>(box, {tight, tight, tight}, P, positions, 0, 0.3, interleave));
            if (periodicity % 2 == 1) f(Spreading<Real>(box, {28, 22, 24}, P, positions, 0, 0.3, interleave));
          }
        }
      },
      CompiledWindowsOf<Real>{});
}

TEST(P2G, IsTheSumOfWindowsAndOfTheirSlopesByDefinition) {
  for_cases(2, [](const Spreading<>& narrow) {
    // more coefficients than the rule asks for, so that only rounding is left
    const Spreading<> s(narrow.p.box, narrow.p.grid, narrow.grid.window, narrow.points.xyz, 10, 0.3,
                        narrow.grid.interleaved(4));
    for (bool double_layer : {false, true}) {
      const Densities w(2, double_layer, 1);
      EXPECT_LT(test::relative_max(s.inside(s.spread(w), w.components()), s.spread_by_definition(w)),
                double_layer ? 1e-7 : 1e-9)
          << name(s);
    }
  });
}

TEST(P2G, SlabsAndVectorsAgreeWithOnePointAtATime) {
  for (bool double_layer : {false, true}) {
    const Densities w(16, double_layer, 2);
    const auto difference = [&](const auto& s) {
      const auto one_by_one = s.inside(s.spread(w, Form::per_point), w.components());
      return std::max(test::relative_max(s.inside(s.spread(w), w.components()), one_by_one),
                      test::relative_max(s.inside(s.spread(w, Form::sorted), w.components()), one_by_one));
    };
    for_cases(16, [&](const Spreading<>& s) { EXPECT_LT(difference(s), 3e-14) << name(s); });
    for_cases<float>(16, [&](const Spreading<float>& s) { EXPECT_LT(difference(s), 1e-5) << name(s); });
  }
}

TEST(G2P, VectorsAgreeWithOnePointAtATime) {
  const auto difference = [&](const auto& s) {
    const auto values = s.random_grid(3);
    return test::relative_max(s.gather(values), s.gather(values, true));
  };
  for_cases(30, [&](const Spreading<>& s) { EXPECT_LT(difference(s), 1e-13) << name(s); });
  for_cases<float>(30, [&](const Spreading<float>& s) { EXPECT_LT(difference(s), 3e-5) << name(s); });
}

/// Even points and a cluster in one cell, on a grid that is taken in several strips.
template <class Real>
void expect_strips_to_agree(int P, int periodicity, bool interleave, double tolerance) {
  const Box box{{1, 1, 1}, periodicity};
  auto positions = test::uniform_points(500, box.lengths, 10 * P + periodicity);
  for (const double x : test::uniform_points(800, {0.01, 0.01, 0.01}, P)) positions.push_back(0.7 + x);
  const Spreading<Real> s(box, {64, 64, 64}, P, positions, 0, 0.06, interleave);
  const auto strips = point_transfer::strips_of<Real>(s.points.points, s.grid, 1, 3);
  EXPECT_GT(strips.count, 1) << name(s);
  EXPECT_GE(point_transfer::pieces_of_a_part(s.points.points, strips, 2), 2) << "the cluster is shared by threads";
  for (bool double_layer : {false, true}) {
    const Densities w(1300, double_layer, 5);
    EXPECT_LT(test::relative_max(s.inside(s.spread(w), w.components()),
                                 s.inside(s.spread(w, Form::per_point), w.components())),
              tolerance)
        << name(s);
  }
  const auto values = s.random_grid(6);
  EXPECT_LT(test::relative_max(s.gather(values), s.gather(values, true)), tolerance) << name(s);
}
TEST(P2G, StripsOfLargeGridsAgreeWithOnePointAtATime) {
  for (int periodicity : {1, 3}) {
    for (int P : {5, 8, 11}) expect_strips_to_agree<double>(P, periodicity, false, 1e-13);
    expect_strips_to_agree<double>(5, periodicity, true, 1e-13);
    for (bool interleave : {false, true}) expect_strips_to_agree<float>(8, periodicity, interleave, 3e-5);
  }
}

TEST(P2G, GroupsOfSlabsAgreeWithOnePointAtATime) {
  for (int periodicity : {1, 3}) {
    const Box box{{0.5, 0.5, 5}, periodicity};
    const Spreading<> s(box, {32, 32, 320}, 5, test::uniform_points(2000, box.lengths, 7), 0, 0.06);
    const auto slabs = point_transfer::slabs_of(s.points.points, s.grid);
    EXPECT_GT(slabs.group(2), 2);
    EXPECT_GT(slabs.groups(2), 2);
    const Densities w(2000, false, 5);
    EXPECT_LT(test::relative_max(s.inside(s.spread(w)), s.inside(s.spread(w, Form::per_point))), 1e-13) << name(s);
  }
}
TEST(P2G, OddSlabsComeAfterTheEvenOnesBesideThem) {
  for (int count = 1; count < 40; ++count)
    for (int threads : {1, 2, 3}) {
      const point_transfer::Slabs slabs{count, count};
      std::vector<int> when(count, -1);
      int time = 0;
      const auto visit = [&](int s) {
        ASSERT_EQ(when[s], -1);
        when[s] = time++;
      };
      for (int g = 0; g < slabs.groups(threads); ++g) slabs.visit_group(g, threads, visit);
      for (int g = 0; g < slabs.groups(threads); ++g)
        if (slabs.left_over(g, threads) >= 0) visit(slabs.left_over(g, threads));
      ASSERT_EQ(time, count);
      for (int s = 1; s < count; s += 2)
        EXPECT_TRUE(when[s] > when[s - 1] && when[s] > when[(s + 1) % count]) << s << " of " << count;
    }
}

// a way of the first level of the cache has 64 lines of 64 bytes, and there are 8 to 12 ways
TEST(FarGrid, LinesOfAWindowFitTheSetsOfTheCache) {
  for (const int n : {32, 48, 64, 70, 84, 96, 108, 112, 120, 126, 128, 144, 160, 256})
    for (const int periodicity : {1, 3})
      for (const int P : {5, 6, 8, 9, 12})
        for (const int components : {3, 4})
          for (const bool interleave : {false, true}) {
            EwaldParameters p = test::far_field_parameters({{1, 1, 1}, periodicity}, {n, n, n}, 9, P);
            p.layer = components == 4 ? Layer::combined : Layer::single;
            const FarGrid g = test::make_test_grid(p, interleave);
            if (interleave && !g.interleaved(components)) continue;
            EXPECT_GE(g.pitch, g.transform_x + P + 8);
            const int rows = interleave || P > 8 ? 1 : components;  // that are added to together
            const std::size_t length = 8 * P * (interleave ? components : 1);
            std::map<std::size_t, int> lines;
            for (int z = 0; z < P; ++z)
              for (int y = 0; y < P; ++y)
                for (int c = 0; c < rows; ++c) {
                  const std::size_t first = 8 * g.row(z, y, c, components), last = first + length - 1;
                  for (std::size_t line = first / 64; line <= last / 64; ++line) ++lines[line % 64];
                }
            for (const auto& [set, count] : lines)
              ASSERT_LE(count, 12) << n << ' ' << P << ' ' << periodicity << ' ' << g.pitch << ' ' << interleave;
          }
}

// <p2g f, v> h^3 = <f, g2p v>: no half-cell shift, no lost image and no wrong halo survives this
TEST(P2G, IsTheAdjointOfG2P) {
  for_cases(50, [](const Spreading<>& s) {
    const Densities w(50, false, 4);
    const auto values = s.random_grid(5);
    const auto spread = s.inside(s.spread(w)), before = s.inside(values);
    const auto gathered = s.gather(values);
    long double grid_product = 0, point_product = 0, size = 0;
    for (std::size_t i = 0; i < spread.size(); ++i) grid_product += (long double)spread[i] * before[i];
    for (std::size_t i = 0; i < w.f.size(); ++i) {
      point_product += (long double)w.f[i] * gathered[i];
      size += std::fabs((long double)w.f[i] * gathered[i]);
    }
    grid_product *= s.grid.spacing[0] * s.grid.spacing[1] * s.grid.spacing[2];
    EXPECT_NEAR(double(grid_product / size), double(point_product / size), 1e-14) << name(s);
  });
}

// a window of P points adds up to its transform at 0, up to the aliases that the window is there to suppress
TEST(P2G, KeepsTheTotal) {
  for_cases(50, [](const Spreading<>& s) {
    const Densities w(50, false, 6);
    const auto& f = w.f;
    const auto values = s.inside(s.spread(w));
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
  const Spreading<> s(box, {32, 32, 32}, P, test::uniform_points(40, box.lengths, 8));
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
  const Spreading<> s(box, {16, 16, 16}, compiled_window(5), {0.3, 0.4, 0.5});
  GridValues<Host> zero("grid", s.grid.size(3));
  Vectors<Host> u("u", 1);
  Kokkos::deep_copy(u, 2.5);
  fill_halo<Host, double>(Host(), s.grid, zero);
  g2p<Host, double>(Host(), s.grid, s.table, s.points.points, zero, u);
  for (int c = 0; c < 3; ++c) EXPECT_EQ(u(0, c), 2.5);
}

}  // namespace
}  // namespace slurry
