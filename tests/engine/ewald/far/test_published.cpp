// SPDX-License-Identifier: BSD-3-Clause
// The stages of Kosmacher et al. 2026 against ours, plain sums and the model figures that they print.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "base/instantiations.hpp"
#include "ewald/far/convolution_published.hpp"
#include "ewald/far/far_stages.hpp"
#include "ewald/far/published_spreading.hpp"
#include "far_field_case.hpp"
#include "slurry/error.hpp"
#include "support/error_norms.hpp"
#include "support/host.hpp"
#include "support/random_points.hpp"
#include "support/suspension.hpp"

namespace slurry {
namespace {

using std::numbers::pi;
using test::Host;

constexpr SpreadOrder spread_orders[] = {SpreadOrder::base, SpreadOrder::source, SpreadOrder::grid,
                                         SpreadOrder::hybrid};

enum class Cloud { uniform, gaussian, sphere, two_clusters };

/// Inside the box; most cells are empty where points lie on a sphere or in two clusters.
std::vector<double> cloud(Cloud kind, std::size_t count, const Box& box, std::uint64_t seed) {
  test::Random random(seed);
  std::vector<double> x = test::uniform_points(count, box.lengths, seed);
  for (std::size_t i = 0; i < count && kind != Cloud::uniform; ++i) {
    double v[3], norm = 0;
    for (double& c : v) {
      c = random.normal();
      norm += c * c;
    }
    for (int d = 0; d < 3; ++d) {
      double at = 0.5 + 0.12 * v[d];
      if (kind == Cloud::sphere) at = 0.5 + 0.45 * v[d] / std::sqrt(norm);
      if (kind == Cloud::two_clusters) at = (i % 2 == 0 ? 0.01 : 0.97) + 0.001 * v[d];
      x[3 * i + d] = box.lengths[d] * std::min(0.9999, std::max(0.0001, at));
    }
  }
  return x;
}

/// A grid, its window, points in cells and densities of both layers.
template <class Real = double>
struct Stages {
  EwaldParameters p;
  KaiserBessel window;
  FarGrid grid;
  WindowTable<Host, Real> table;
  test::Sorted points;
  std::vector<double> f, q, n;

  Stages(const Box& box, std::array<int, 3> size, int window_points, Cloud kind, std::size_t count = 60)
      : p(test::far_field_parameters(box, size, 9, window_points)),
        window(window_points, p.window_shape),
        grid(make_far_grid(p)),
        table(window, p.window_degree, grid),
        points(box, 0.3, cloud(kind, count, box, 10 * window_points + box.periodicity)),
        f(test::normal_vectors(count, 1)),
        q(test::normal_vectors(count, 2)),
        n(test::normal_vectors(count, 3)) {}

  Density<Host> density(bool dipoles) const {
    Density<Host> d;
    d.forces = test::view_of(f);
    if (!dipoles) return d;
    d.dipoles = test::view_of(q);
    d.normals = test::view_of(n);
    return d;
  }
  GridValues<Host, Real> undefined(int components) const {
    GridValues<Host, Real> values("grid", grid.size(components));
    Kokkos::deep_copy(values, NAN);  // nothing of what was there may remain
    return values;
  }
  std::vector<double> spread(SpreadOrder order, int block, bool dipoles, int components) const {
    const auto values = undefined(components);
    p2g_published<Host, Real>(order, block, Host(), grid, table, points.points, density(dipoles), components, values);
    return {values.data(), values.data() + values.size()};
  }
  std::vector<double> spread_per_point(bool dipoles, int components) const {
    const auto values = undefined(components);
    p2g_per_point<Host, Real>(Host(), grid, table, points.points, density(dipoles), components, values);
    return {values.data(), values.data() + values.size()};
  }
  /// f and q n^T by the sum over points and nodes, from the window's polynomials.
  std::vector<double> twelve_components() const {
    std::vector<double> out(grid.size(12));
    const int width = grid.window, degree = p.window_degree;
    for (std::size_t k = 0; k < points.points.count; ++k) {
      const int i = 3 * points.points.order(k);
      double number[12];
      for (int c = 0; c < 3; ++c) {
        number[c] = f[i + c];
        for (int l = 0; l < 3; ++l) number[3 + 3 * c + l] = q[i + c] * n[i + l];
      }
      int first[3];
      std::vector<double> w[3];
      for (int d = 0; d < 3; ++d) {
        const double left = points.points.local(k, d) * grid.points[d] / p.box.lengths[d] - 0.5 * width;
        first[d] = int(std::ceil(left)) + grid.offset[d];
        const double z = 2 * (std::ceil(left) - left) - 1;
        for (int j = 0; j < width; ++j) {
          double value = 0;
          for (int e = 0; e <= degree; ++e) value += table.coefficients(e * table.pitch + j) * std::pow(z, e);
          w[d].push_back(value);
        }
      }
      const auto node = [&](int d, int j) {
        const int at = first[d] + j;
        return grid.periodic[d] ? (at + 2 * grid.total[d]) % grid.total[d] : at;
      };
      for (int a = 0; a < width; ++a)
        for (int b = 0; b < width; ++b)
          for (int e = 0; e < width; ++e)
            for (int c = 0; c < 12; ++c)
              out[grid.row(node(2, a), node(1, b), c, 12) + node(0, e) * grid.step(12)] +=
                  number[c] * w[2][a] * w[1][b] * w[0][e];
    }
    return out;
  }
};

/// Every set of points in every periodicity on a grid of unequal sides; wider and narrower windows, odd and even, on
/// grids just wide enough, where they wrap.
template <class Real, class F>
void for_cases(F&& f) {
  constexpr Cloud clouds[] = {Cloud::uniform, Cloud::gaussian, Cloud::sphere, Cloud::two_clusters};
  const auto compiled = [](int asked) { return round_up_to_compiled(asked, CompiledWindowsOf<Real>{}); };
  for (const int periodicity : {0, 1, 2, 3}) {
    const Box box{{1.2, 0.9, 1}, periodicity};
    for (const Cloud kind : clouds) f(Stages<Real>(box, {18, 15, 16}, compiled(6), kind, 30));
    for (const int P : {compiled(4), compiled(7), compiled(11)}) {
      const int tight = P + P % 2;
      f(Stages<Real>(box, {tight, tight, tight}, P, clouds[periodicity], 8));
    }
  }
}

template <class S>
std::string name(const S& s) {
  return "P " + std::to_string(s.grid.window) + ", periodicity " + std::to_string(s.p.box.periodicity) + ", grid " +
         std::to_string(s.grid.points[0]);
}

template <class Real>
void expect_orders_to_spread_alike(double rounding) {
  for_cases<Real>([&](const Stages<Real>& s) {
    for (const int components : {0, 3, 4}) {
      const bool dipoles = components > 0;
      const auto expected = s.spread_per_point(dipoles, std::max(3, components));
      for (const SpreadOrder order : spread_orders)
        EXPECT_LT(test::relative_max(s.spread(order, 32, dipoles, std::max(3, components)), expected), rounding)
            << name(s) << ", order " << int(order) << ", components " << components;
    }
    const auto expected = s.twelve_components();
    for (const SpreadOrder order : spread_orders)
      EXPECT_LT(test::relative_max(s.spread(order, 32, true, 12), expected), rounding)
          << name(s) << ", order " << int(order) << ", 12 components";
  });
}
TEST(PublishedP2G, OrdersAgreeWithOnePointAtATimeAndWithTwelvePlainSums) {
  expect_orders_to_spread_alike<double>(1e-12);
}
TEST(PublishedP2G, OrdersAgreeInSinglePrecision) {
  expect_orders_to_spread_alike<float>(1e-5);
}

TEST(PublishedP2G, TeamsOfAnySizeAddUpToTheSame) {
  const Stages<> s({{1, 1, 1}, 1}, {24, 24, 24}, compiled_window(8), Cloud::gaussian, 200);
  const auto expected = s.spread_per_point(true, 4);
  for (const SpreadOrder order : spread_orders)
    for (const int block : {1, 3, 512})
      EXPECT_LT(test::relative_max(s.spread(order, block, true, 4), expected), 1e-12) << int(order) << ' ' << block;
}

TEST(PublishedP2G, RefusesCellsThatLeaveEqualListsMostlyEmpty) {
  // half of them in one cell, the others each in one of its own
  const Box box{{1, 1, 1}, 3};
  Stages<> s(box, {96, 96, 96}, compiled_window(5), Cloud::uniform, 12000);
  std::vector<double> x = s.points.xyz;
  for (std::size_t i = 0; i < x.size() / 2; ++i) x[i] = 0.5;
  const test::Sorted sorted(box, 0.3, x);
  const auto values = s.undefined(3);
  const auto spread = [&](SpreadOrder order) {
    p2g_published<Host, double>(order, 32, Host(), s.grid, s.table, sorted.points, s.density(false), 3, values);
  };
  EXPECT_NO_THROW(spread(SpreadOrder::base));
  EXPECT_THROW(spread(SpreadOrder::hybrid), RefusedError);
}

template <class Real>
void expect_orders_to_gather_alike(double rounding) {
  for_cases<Real>([&](const Stages<Real>& s) {
    GridValues<Host, Real> values("grid", s.grid.size(3));
    test::Random random(7);
    for (std::size_t i = 0; i < values.size(); ++i) values(i) = static_cast<Real>(random.normal());
    const auto gathered = [&](const auto& gather) {
      Vectors<Host> u("u", s.points.points.count);
      Kokkos::deep_copy(u, 0.5);  // added to
      gather(u);
      return test::values_of(u);
    };
    const auto expected =
        gathered([&](auto& u) { g2p_per_point<Host, Real>(Host(), s.grid, s.table, s.points.points, values, u); });
    for (const GatherOrder order : {GatherOrder::base, GatherOrder::target})
      EXPECT_LT(test::relative_max(gathered([&](auto& u) {
                                     g2p_published<Host, Real>(order, 32, Host(), s.grid, s.table, s.points.points,
                                                               values, u);
                                   }),
                                   expected),
                rounding)
          << name(s);
  });
}
TEST(PublishedG2P, OrdersAgreeWithOnePointAtATime) {
  expect_orders_to_gather_alike<double>(1e-12);
  expect_orders_to_gather_alike<float>(1e-5);
}

/// A convolution and the grids that go through it.
template <class Real>
struct Transform {
  EwaldParameters p;
  ProlateSplit split;
  KaiserBessel window;
  FarGrid grid;
  explicit Transform(const Box& box, std::array<int, 3> size)
      : p(test::far_field_parameters(box, size, 8.5, compiled_window(5))),
        split(p.shape, p.near_degree),
        window(p.window_points, p.window_shape),
        grid(make_far_grid(p)) {}

  using Values = GridValues<Host, Real>;
  std::unique_ptr<Convolution<Host, Real>> ours(int components) const {
    return FusedConvolution<Host, Real>::make(p, grid, split, window, components);
  }
  std::unique_ptr<Convolution<Host, Real>> published(int components) const {
    return PublishedConvolution<Host, Real>::make(p, grid, split, window, components);
  }
  Values empty(int components) const { return Values("grid", grid.size(components)); }
  /// f(component, x, y, z), in units of the spacing, at every node.
  template <class F>
  Values filled(int components, const F& f) const {
    const Values v = empty(components);
    for (int z = 0; z < grid.total[2]; ++z)
      for (int y = 0; y < grid.total[1]; ++y)
        for (int c = 0; c < components; ++c)
          for (int x = 0; x < grid.total[0]; ++x)
            v(grid.row(z, y, c, components) + x * grid.step(components)) = static_cast<Real>(f(c, x, y, z));
    return v;
  }
  /// Gaussians that the grid resolves, another one for each component.
  Values smooth(int components) const {
    return filled(components, [&](int c, int x, int y, int z) {
      const int node[3] = {x, y, z};
      double square = 0;
      for (int d = 0; d < 3; ++d) square += std::pow(node[d] - 0.5 * grid.total[d] - 0.3 * ((c + d) % 3), 2);
      return std::exp(-square / (2 * 2.6 * 2.6));
    });
  }
  Values random(int components, std::uint64_t seed) const {
    test::Random random(seed);
    return filled(components, [&](int, int, int, int) { return random.normal(); });
  }
  /// Without halo and padding.
  std::vector<double> inside(const Values& v, int components = 3) const {
    std::vector<double> out;
    for (int z = 0; z < grid.total[2]; ++z)
      for (int y = 0; y < grid.total[1]; ++y)
        for (int c = 0; c < components; ++c)
          for (int x = 0; x < grid.total[0] + (grid.periodic[0] ? grid.window : 0); ++x)
            out.push_back(v(grid.row(z, y, c, components) + x * grid.step(components)));
    return out;
  }
};

Transform<double>::Values copy_of(const Transform<double>::Values& v) {
  Transform<double>::Values out("copy", v.extent(0));
  Kokkos::deep_copy(out, v);
  return out;
}

/// Where all modes are padded alike by ours too, both are the same sum over modes; else they keep images apart as well
/// as the tolerance of these cases asks, on grids that hold something smooth.
double agreement(int periodicity) {
  return periodicity == 0 || periodicity == 3 ? 1e-12 : 1e-8;
}

TEST(PublishedConvolution, AgreesWithOursInComponentsResultsAndPressure) {
  for (const int periodicity : {0, 1, 2, 3})
    for (const int components : {3, 4}) {
      const bool alike = periodicity == 0 || periodicity == 3;
      Transform<double> t({{1.4, 0.8, 1}, periodicity},
                          alike ? std::array<int, 3>{14, 8, 12} : std::array<int, 3>{36, 24, 30});
      t.p.pressure = true;
      const auto spread = alike ? t.random(components, 3) : t.smooth(components);
      const double g = 0.3 * t.p.cutoff_radius * t.p.cutoff_radius / 100;
      std::vector<double> all[2];
      for (const bool published : {false, true}) {
        const auto values = copy_of(spread), first = components == 3 ? values : t.empty(3), second = t.empty(3),
                   pressure = t.empty(1);
        StageTimes times;
        const auto convolution = published ? t.published(components) : t.ours(components);
        convolution->apply(Host(), values, {first, second}, {g / 2, g}, pressure, times);
        for (const auto& [v, of] : {std::pair{first, 3}, {second, 3}, {pressure, 1}}) {
          const auto numbers = t.inside(v, of);
          const double norm = test::l2_norm(numbers);
          for (const double x : numbers) all[published].push_back(x / norm);
        }
        for (const auto* stage : {"FFT", "CNV", "IFFT"}) EXPECT_GT(times[stage], 0);
      }
      EXPECT_LT(test::relative_l2(all[1], all[0]), agreement(periodicity)) << periodicity << ' ' << components;
    }
}

TEST(PublishedConvolution, AgreesWithOursInSinglePrecisionForChargesAndForSpheres) {
  StageTimes times;
  {
    Transform<float> t({{1, 1, 1}, 1}, {30, 30, 30});
    t.p.precision = Precision::fp32;
    const auto spread = t.smooth(3), a = t.empty(3), b = t.empty(3);
    t.ours(3)->apply(Host(), spread, {a}, {0}, {}, times);
    t.published(3)->apply(Host(), t.smooth(3), {b}, {0}, {}, times);
    EXPECT_LT(test::relative_l2(t.inside(b), t.inside(a)), 1e-5);
  }
  {
    Transform<double> t({{1, 1, 1}, 3}, {12, 12, 12});
    t.p.layer = Layer::coulomb;
    const auto a = t.random(1, 5), b = copy_of(a);
    t.ours(1)->apply(Host(), a, {a}, {0}, {}, times);
    t.published(1)->apply(Host(), b, {b}, {0}, {}, times);
    EXPECT_LT(test::relative_l2(t.inside(b, 1), t.inside(a, 1)), 1e-12);
  }
  for (const FiniteSides sides : {FiniteSides{true, true}, {true, false}, {false, true}}) {
    Transform<double> t({{1, 1, 1}, 3}, {12, 12, 12});
    const auto f = t.random(3, 6), e = t.random(3, 7), f2 = copy_of(f), e2 = copy_of(e);
    t.ours(3)->apply_radii(Host(), f, e, sides, times);
    t.published(3)->apply_radii(Host(), f2, e2, sides, times);
    EXPECT_LT(test::relative_l2(t.inside(f2), t.inside(f)), 1e-12);
    if (sides.targets) {
      EXPECT_LT(test::relative_l2(t.inside(e2), t.inside(e)), 1e-12);
    }
  }
}

TEST(PublishedConvolution, LeavesOutRowsThatNobodyUses) {
  Transform<double> t({{1, 1, 1}, 1}, {10, 10, 10});
  UsedRows rows(t.grid);
  rows.include(t.grid, 3, 3, 1, 2);
  const auto some = t.random(3, 8), zeros = copy_of(some), a = t.empty(3), b = t.empty(3);
  for (int z = 0; z < t.grid.total[2]; ++z)
    for (int y = 0; y < t.grid.total[1]; ++y)
      for (int i = 0; i < 3 * t.grid.pitch; ++i)
        if (!rows.row(z, y)) {
          some(t.grid.row(z, y, 0, 3) + i) = NAN;
          zeros(t.grid.row(z, y, 0, 3) + i) = 0;
        }
  StageTimes times;
  t.published(3)->apply(Host(), some, {a}, {0}, {}, times, &rows);
  t.published(3)->apply(Host(), zeros, {b}, {0}, {}, times);
  EXPECT_EQ(t.inside(a), t.inside(b));
}

// products whose divergence is known: q n^T = M times a Gaussian that the grid resolves to rounding
TEST(PublishedConvolution, MakesOfProductsWhatSlopesSpread) {
  const double m[3][3] = {{0.3, -1.2, 0.7}, {0.4, 0.9, -0.5}, {1.1, 0.2, -0.6}}, force[3] = {0.4, -0.3, 0.8};
  for (const int periodicity : {1, 3}) {
    const Transform<double> t({{1, 1, 1}, periodicity}, {40, 40, 40});
    const double sigma = 2.6;  // grid spacings
    const auto gaussian = [&](int x, int y, int z, double(&d)[3]) {
      double square = 0;
      const int node[3] = {x, y, z};
      for (int c = 0; c < 3; ++c) {
        d[c] = node[c] - 0.5 * t.grid.total[c];
        square += d[c] * d[c];
      }
      return std::exp(-square / (2 * sigma * sigma));
    };
    double d[3];
    const auto products = t.filled(12, [&](int c, int x, int y, int z) {
      const double g = gaussian(x, y, z, d);
      return g * (c < 3 ? force[c] : m[(c - 3) / 3][(c - 3) % 3]);
    });
    const auto slopes = t.filled(4, [&](int c, int x, int y, int z) {
      const double g = gaussian(x, y, z, d);
      if (c == 3) return g * (m[0][0] + m[1][1] + m[2][2]);
      double sum = force[c];
      for (int l = 0; l < 3; ++l) sum -= (m[c][l] + m[l][c]) * d[l] / (sigma * sigma) / t.grid.spacing[l];
      return g * sum;
    });
    StageTimes times;
    const auto a = t.empty(3), b = t.empty(3), c = t.empty(3);
    t.published(12)->apply(Host(), products, {a}, {0}, {}, times);
    t.published(4)->apply(Host(), copy_of(slopes), {b}, {0}, {}, times);
    t.ours(4)->apply(Host(), slopes, {c}, {0}, {}, times);
    EXPECT_LT(test::relative_l2(t.inside(a), t.inside(b)), 1e-12) << periodicity;
    EXPECT_LT(test::relative_l2(t.inside(a), t.inside(c)), agreement(periodicity)) << periodicity;
  }
}

TEST(PublishedRows, OfDevicesAreTakenWhereTheyAreQuicker) {
  EwaldSlot<DipoleFormsOf<StageForms<SpreadStage>>> slot = far_slots().spread;
  // milliseconds of P2G on one H200, 1-periodic: per_point, and hybrid with as many threads
  const struct {
    double sources;
    int window, nodes;
    Layer layer;
    double per_point, hybrid;
    const char* row;
  } measured[] = {{2e3, 7, 32, Layer::single, 0.033, 0.229, "hybrid:64"},
                  {2e4, 5, 42, Layer::single, 0.088, 0.438, "hybrid:32"},
                  {1e5, 10, 192, Layer::single, 1.382, 1.943, "hybrid:128"},
                  {1e6, 5, 196, Layer::single, 3.209, 3.637, "hybrid:32"},
                  {1e6, 6, 160, Layer::single, 4.349, 2.964, "hybrid:32"},
                  {1e6, 5, 60, Layer::single, 4.234, 2.333, "hybrid:32"},
                  {1e6, 8, 210, Layer::single, 7.160, 5.018, "hybrid:64"},
                  {1e6, 10, 160, Layer::single, 14.045, 5.975, "hybrid:128"},
                  {1e5, 12, 210, Layer::combined, 2.982, 3.821, "hybrid:128"},
                  {1e6, 6, 70, Layer::combined, 7.332, 4.637, "hybrid:32"},
                  {1e6, 8, 108, Layer::combined, 11.216, 7.899, "hybrid:64"},
                  {1e6, 10, 140, Layer::combined, 18.563, 11.759, "hybrid:128"}};
  for (const auto& m : measured) {
    EwaldParameters p =
        test::far_field_parameters({{1, 1, 1}, 1}, {m.nodes, m.nodes, m.nodes}, 9, compiled_window(m.window));
    p.window_points = m.window;
    p.layer = m.layer;
    const int components = m.layer == Layer::single ? 3 : 4;
    for (const auto& row : slot.variants) {
      EXPECT_EQ(row.preferred_by({p, {}, false, true, components, m.sources}),
                row.name == m.row && m.hybrid < m.per_point)
          << row.name << " " << m.sources << " " << m.window;
      EXPECT_FALSE(row.preferred_by({p, {}, true, true, components, m.sources})) << row.name;
      EXPECT_FALSE(row.preferred_by({p, {}, false, true, components, 0})) << row.name;
    }
  }
  // what a row prefers is tried before the order of the table, and never before what is asked for
  const EwaldParameters p = test::far_field_parameters({{1, 1, 1}, 1}, {24, 24, 24}, 9, compiled_window(6));
  slot.variants.back().preferred = [](const EwaldStageCase& c) { return c.parameters.window_points == 6; };
  slot.variants.back().name = "last";
  const auto name = [&](const StageVariantNames& asked) { return slot.first<Host, double>({p, asked}).name; };
  EXPECT_EQ(name({}), "last");
  EXPECT_EQ(name({{"P2G", "rows"}}), "rows");
}

std::string refusal(const EwaldParameters& p, const StageVariantNames& asked) {
  try {
    FarRows::choose<Host, double>(far_slots(), p, asked);
  } catch (const InputError& e) {
    return e.what();
  }
  return "";
}

TEST(PublishedRows, FitTogetherOrAreRefused) {
  EwaldParameters p = test::far_field_parameters({{1, 1, 1}, 1}, {24, 24, 24}, 9, compiled_window(5));
  const auto choose = [&](const StageVariantNames& asked) {
    return FarRows::choose<Host, double>(far_slots(), p, asked);
  };
  for (const Layer layer : {Layer::single, Layer::double_layer, Layer::combined, Layer::coulomb}) {
    p.layer = layer;
    const FarRows usual = choose({});
    EXPECT_EQ(usual.spread->source, "own");
    EXPECT_EQ(usual.transform->name, "fused");
    EXPECT_EQ(usual.gather->source, "own");
    const FarRows hybrid = choose({{"P2G", "hybrid"}});
    EXPECT_EQ(hybrid.spread->name, "hybrid");
    EXPECT_EQ(hybrid.transform->name, "fused");
    EXPECT_EQ(hybrid.dipoles, DipoleForm::slopes);
    const bool dipoles = layer == Layer::double_layer || layer == Layer::combined;
    for (const std::string stage : {"transform", "FFT", "CNV", "IFFT"}) {
      const FarRows published = choose({{stage, "published"}});
      EXPECT_EQ(published.transform->name, "published");
      if (dipoles) {
        EXPECT_EQ(published.spread->name, "base");
        EXPECT_EQ(published.dipoles, DipoleForm::products);
      }
    }
    EXPECT_EQ(choose({{"P2G", "hybrid:128"}, {"CNV", "published"}, {"G2P", "target"}}).spread->name, "hybrid:128");
    const std::string sentence = refusal(p, {{"P2G", "rows"}, {"CNV", "published"}});
    EXPECT_EQ(sentence.find("12 components") != std::string::npos, dipoles) << sentence;
    // a block means nothing to a team of one thread
    EXPECT_NE(refusal(p, {{"P2G", "base:64"}}).find("cannot do this sum"), std::string::npos);
  }
}

// table 5: N = 4e6, P = 8, a grid of 256 x 280 x 280, 33.5 TF/s, 4.0 TB/s; milliseconds
TEST(PublishedModels, GiveThePrintedFigures) {
  StageSizes sizes;
  sizes.targets = sizes.sources = 4e6;
  sizes.window_points = 8;
  sizes.grid_nodes = 256.0 * 280 * 280;
  EXPECT_EQ(sizes.degree(), 5);
  const StageCosts costs{1 / 33.5e12, 1 / 4.0e12};
  const auto expect = [&](StageWork work, std::array<double, 4> printed) {
    const StageModelTimes t = model_times(work, costs);
    const double found[4] = {t.no_caches, t.l2, t.l1, t.flops};
    for (int i = 0; i < 4; ++i) EXPECT_NEAR(1e3 * found[i] / printed[i], 1, 0.006) << i;
  };
  expect(published_spread_work(SpreadOrder::base, sizes), {88.9, 24.9, 12.0, 2.81});
  expect(published_spread_work(SpreadOrder::source, sizes), {88.9, 24.9, 12.0, 2.81});
  StageWork grid = published_spread_work(SpreadOrder::grid, sizes);
  expect(grid, {178.5, 54.3, 29.4, 12.2});
  // what is printed for it has the bytes of base
  grid.global_bytes = published_spread_work(SpreadOrder::base, sizes).global_bytes;
  expect(grid, {98.2, 34.2, 21.3, 12.2});
  // 14.06 sources staged, where the cells of this grid hold 12.8: bytes alone know of that
  const StageWork hybrid = published_spread_work(SpreadOrder::hybrid, sizes);
  EXPECT_NEAR(sizes.staged(), 12.755, 1e-3);
  StageSizes fuller = sizes;
  fuller.grid_nodes = 4e6 * 64 / 14.06;
  StageWork printed = published_spread_work(SpreadOrder::hybrid, fuller);
  printed.bytes = hybrid.bytes;
  expect(printed, {21.7, 13.4, 11.6, 2.81});
  fuller.block = 8;  // a block that a cell overfills stages no more than it has threads
  EXPECT_EQ(fuller.staged(), 8);
  expect(published_gather_work(sizes), {12.8, 3.73, 1.88, 0.489});
}

TEST(PublishedModels, BelongToTheirRows) {
  int modelled = 0;
  for (const auto& row : far_slots().spread.variants) {
    EXPECT_NE(row.forms.model, nullptr) << row.name;
    if (!row.forms.model) continue;
    ++modelled;
    StageSizes sizes;
    sizes.sources = 1e6;
    sizes.window_points = 8;
    sizes.grid_nodes = 1e6;  // 64 sources a cell
    const std::string name(row.name);
    const StageWork small = row.forms.model(sizes);
    sizes.block = 1;  // a row has its own
    EXPECT_EQ(row.forms.model(sizes).global_bytes, small.global_bytes) << name;
    if (name == "hybrid:32") {
      EXPECT_NEAR(small.global_bytes, 96e6 * (1 + 27 * 64 / 32.0), 1);
    }
  }
  EXPECT_EQ(modelled, 27);
}

}  // namespace
}  // namespace slurry
