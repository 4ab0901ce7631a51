// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "kernels/window.hpp"
#include "slurry/error.hpp"
#include "support/host.hpp"
#include "support/random_points.hpp"
#include "support/spaces.hpp"
#include "yardsticks/sparse_spreading/spread_operator.hpp"
#include "yardsticks/sparse_spreading/spread_window.hpp"

namespace slurry {
namespace {

using test::Host;

/// M_p(u) = sum_k (-1)^k binomial(p, k) max(u - k, 0)^(p-1)/(p-1)!: the closed form.
double spline(int p, double u) {
  if (u <= 0 || u >= p) return 0;
  long double sum = 0, binomial = 1, factorial = 1;
  for (int k = 2; k < p; ++k) factorial *= k;
  for (int k = 0; k < p && k < u; ++k) {
    sum += (k % 2 == 0 ? 1 : -1) * binomial * std::pow((long double)(u)-k, p - 1);
    binomial *= (long double)(p - k) / (k + 1);
  }
  return double(sum / factorial);
}

/// Weight of node g for a particle at u, both in nodes: the test's own, by the polynomials of kernels/window.hpp.
struct Window {
  int p;
  bool is_spline;
  std::vector<double> polynomials;
  Window(int points, SpreadWindow kind)
      : p(points),
        is_spline(kind == SpreadWindow::spline),
        polynomials(KaiserBessel(points, 2.3 * points).polynomials(KaiserBessel::sufficient_degree(points), points)) {}
  double operator()(double u, double g) const {
    if (is_spline) return spline(p, u - g);
    const double left = u - 0.5 * p, first = std::ceil(left);
    const int i = int(g - first);
    if (g < first || i >= p) return 0;
    const double z = 2 * (first - left) - 1;
    double sum = 0;
    for (int k = KaiserBessel::sufficient_degree(p); k >= 0; --k) sum = sum * z + polynomials[std::size_t(k) * p + i];
    return sum;
  }
};

/// Every particle on every node within reach, by a plain triple loop over unwrapped nodes.
std::vector<double> plain_spread(const SpreadOptions& o, const std::vector<double>& x, const std::vector<double>& f) {
  const Window w(o.window_points, o.window);
  const int K = o.mesh, C = o.components, p = o.window_points;
  std::vector<double> mesh(std::size_t(K) * K * K * C, 0.0);
  for (std::size_t i = 0; i < x.size() / 3; ++i) {
    double u[3];
    int low[3];
    for (int d = 0; d < 3; ++d) {
      u[d] = (x[3 * i + d] - std::floor(x[3 * i + d])) * K;
      low[d] = int(std::floor(u[d])) - p;
    }
    std::vector<double> weight[3];
    for (int d = 0; d < 3; ++d)
      for (int g = 0; g <= 2 * p; ++g) weight[d].push_back(w(u[d], low[d] + g));
    const auto wrapped = [&](int d, int g) { return std::size_t((low[d] + g + 2 * K) % K); };
    for (int z = 0; z <= 2 * p; ++z)
      for (int y = 0; y <= 2 * p; ++y)
        for (int n = 0; n <= 2 * p; ++n)
          for (int c = 0; c < C; ++c)
            mesh[((wrapped(2, z) * K + wrapped(1, y)) * K + wrapped(0, n)) * C + c] +=
                weight[2][z] * weight[1][y] * weight[0][n] * f[i * C + c];
  }
  return mesh;
}

template <class Real, class Space = Host>
SpreadValues<Space, Real> view(const std::vector<double>& v) {
  SpreadValues<Space, Real> out("test", v.size());
  const auto here = Kokkos::create_mirror_view(out);
  for (std::size_t i = 0; i < v.size(); ++i) here(i) = Real(v[i]);
  Kokkos::deep_copy(out, here);
  return out;
}

std::vector<double> values(std::size_t n, std::uint64_t seed) {
  test::Random random(seed);
  std::vector<double> v(n);
  for (double& a : v) a = random.normal();
  return v;
}

double largest(const std::vector<double>& v) {
  double most = 1e-300;
  for (const double a : v) most = std::max(most, std::abs(a));
  return most;
}

/// Spread against the plain loop, and interpolation against spread: (mesh, S f) = (S^T mesh, f).
template <class Real, class Space>
void expect_agreement_in(const Space& space, const SpreadOptions& o, const std::vector<double>& x,
                         const std::vector<double>& truth, double tolerance) {
  const std::string what = std::string(name_of(o.method)) + ", p " + std::to_string(o.window_points) + ", C " +
                           std::to_string(o.components) + ", K " + std::to_string(o.mesh) + ", N " +
                           std::to_string(x.size() / 3) + ", " + std::string(space_name<Space>);
  const std::size_t n = x.size() / 3, C = std::size_t(o.components);
  const auto f = values(n * C, 5);
  const auto spread = make_spread_operator<Space, Real>(o);
  const auto given = view<Real, Space>(f);
  SpreadValues<Space, Real> mesh_there("mesh", truth.size()), back_there("back", n * C);
  Kokkos::deep_copy(mesh_there, Real(7));
  Kokkos::deep_copy(back_there, Real(7));
  spread->set_points(space, to_space<Space>(x, "x"));
  spread->spread(space, given, mesh_there);
  space.fence();
  const auto mesh = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), mesh_there);
  double error = 0;
  for (std::size_t i = 0; i < truth.size(); ++i) error = std::max(error, std::abs(mesh(i) - truth[i]));
  EXPECT_LE(error, tolerance * largest(truth)) << what;
  const auto field = view<Real>(values(truth.size(), 6));
  spread->interpolate(space, view<Real, Space>(values(truth.size(), 6)), back_there);
  space.fence();
  const auto back = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), back_there);
  double left = 0, right = 0, size = 1e-300;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    left += double(field(i)) * truth[i];
    size += std::abs(double(field(i)) * truth[i]);
  }
  for (std::size_t i = 0; i < n * C; ++i) right += double(back(i)) * f[i];
  EXPECT_NEAR(left, right, tolerance * size) << what;
}

/// In every space that can: colours and groups in order are the host's, sums of a row through scratch memory the
/// device's.
template <class Real>
void expect_agreement(const SpreadOptions& o, const std::vector<double>& x, const std::vector<double>& truth,
                      double tolerance) {
  test::for_each_space([&](const auto& space) {
    using Space = std::decay_t<decltype(space)>;
    const bool in_order_of_groups = o.deterministic && o.method == SpreadMethod::group_mesh;
    if (is_host_space<Space> || !(in_order_of_groups || o.method == SpreadMethod::colours))
      expect_agreement_in<Real>(space, o, x, truth, tolerance);
    if (is_host_space<Space> || o.method != SpreadMethod::single_mesh || o.deterministic) return;
    SpreadOptions by_scratch = o;
    by_scratch.row_sum = RowSum::scratch;
    expect_agreement_in<Real>(space, by_scratch, x, truth, tolerance);
  });
}

/// Every form of every method that the host has.
std::vector<SpreadOptions> forms(SpreadOptions o) {
  std::vector<SpreadOptions> all;
  for (const SpreadMethod method : spread_methods()) {
    o.method = method;
    if (method != SpreadMethod::automatic && method != SpreadMethod::probe) all.push_back(o);
  }
  o.method = SpreadMethod::single_mesh;
  for (const int group : {1, 2, 4, 8, 16, 32}) {
    o.row_group = group;
    all.push_back(o);
  }
  o.deterministic = true;
  all.push_back(o);
  o.method = SpreadMethod::group_mesh;
  all.push_back(o);
  o.deterministic = false;
  for (const int size : {8, 16, 256}) {
    o.group_size = size;
    all.push_back(o);
  }
  o.group_sum = GroupSum::atomics;
  o.group_size = 64;
  all.push_back(o);
  for (const int size : {8, 64}) {
    if (o.mesh % 4 != 0) continue;
    o.group_shape = GroupShape::cube;
    o.group_size = size;
    for (const GroupSum sum : {GroupSum::scratch, GroupSum::atomics}) {
      o.group_sum = sum;
      all.push_back(o);
    }
  }
  return all;
}

TEST(SpreadOperator, EveryMethodIsThePlainTripleLoop) {
  test::Random random(3);
  for (const SpreadWindow window : {SpreadWindow::spline, SpreadWindow::kaiser_bessel})
    for (const int p : {4, 6, 8})
      for (const int C : {1, 2, 3, 4}) {
        SpreadOptions o;
        o.mesh = C == 2 ? 21 : 16;
        o.window_points = p;
        o.components = C;
        o.window = window;
        std::vector<double> x(3 * 150);
        for (double& u : x) u = random.uniform(-1, 2);
        const auto truth = plain_spread(o, x, values(std::size_t(C) * 150, 5));
        for (const SpreadOptions& form : forms(o)) {
          expect_agreement<double>(form, x, truth, 1e-12);
          expect_agreement<float>(form, x, truth, 1e-5);
        }
      }
}

TEST(SpreadOperator, PlacesOnNodesAndSeams_OneParticle_ManyOnOne_None) {
  for (const SpreadWindow window : {SpreadWindow::spline, SpreadWindow::kaiser_bessel}) {
    SpreadOptions o;
    o.mesh = 16;
    o.window = window;
    std::vector<double> on_nodes;
    for (int i = 0; i < 16; ++i)
      for (const double u : {i / 16.0, 1 - i / 16.0, i == 0 ? 1.0 : -i / 16.0}) on_nodes.push_back(u);
    std::vector<double> together;
    for (int i = 0; i < 300; ++i) together.insert(together.end(), {0.41, 0.999999, 1e-9});
    for (const auto& x : {std::vector<double>{0.3, 0.97, 0.01}, on_nodes, together, std::vector<double>{}}) {
      const auto truth = plain_spread(o, x, values(x.size() / 3, 5));
      for (const SpreadOptions& form : forms(o)) expect_agreement<double>(form, x, truth, 1e-12);
    }
  }
}

/// The smallest mesh, which is no wider than the window, and points that move.
TEST(SpreadOperator, NarrowMeshesAndSecondPoints) {
  SpreadOptions o;
  o.mesh = 8;
  o.window_points = 8;
  const auto first = test::uniform_points(40, {1, 1, 1}, 8);
  const auto first_truth = plain_spread(o, first, values(40, 5));
  for (const SpreadOptions& form : forms(o)) {
    expect_agreement<double>(form, first, first_truth, 1e-12);
    const Host space;
    const auto again = make_spread_operator<Host, double>(form);
    again->set_points(space, test::view_of(test::uniform_points(90, {1, 1, 1}, 9)));
    const auto x = test::uniform_points(30, {1, 1, 1}, 10);
    again->set_points(space, test::view_of(x));
    const auto f = values(30, 4);
    SpreadValues<Host, double> mesh("mesh", 512);
    again->spread(space, view<double>(f), mesh);
    space.fence();
    const auto truth = plain_spread(form, x, f);
    for (std::size_t i = 0; i < truth.size(); ++i) ASSERT_NEAR(mesh(i), truth[i], 1e-12 * largest(truth));
  }
}

/// Whichever it takes by the rates of this machine.
TEST(SpreadOperator, AutomaticIsOneOfTheMethods) {
  SpreadOptions o;
  o.mesh = 16;
  o.window_points = 4;
  const auto x = test::uniform_points(200, {1, 1, 1}, 14);
  const auto truth = plain_spread(o, x, values(200, 5));
  expect_agreement<double>(o, x, truth, 1e-12);
  const auto spread = make_spread_operator<Host, double>(o);
  spread->set_points(Host(), test::view_of(x));
  EXPECT_NE(spread->method(), SpreadMethod::automatic);
  EXPECT_NE(spread->method(), SpreadMethod::probe);
}

TEST(SpreadWindow, SplinesAgainstTheirClosedForm_AddUpToOne) {
  SpreadOptions o;
  o.mesh = 16;
  const MeshWindow<Host, double> window(o);
  for (const double x : {0.0, 0.01, 0.3, 0.4999, 0.93}) {
    double w[6], sum = 0;
    const int first = window.along<6>(x, w);
    for (int j = 0; j < 6; ++j) {
      double u = 16 * x - (first + j);
      if (u < 0) u += 16;
      EXPECT_NEAR(w[j], spline(6, u), 1e-15);
      sum += w[j];
    }
    EXPECT_NEAR(sum, 1, 1e-15);
  }
  // M_4(2) = 2/3, M_4(1) = M_4(3) = 1/6
  EXPECT_NEAR(spline(4, 2), 2.0 / 3, 1e-15);
  EXPECT_NEAR(spline(4, 1), 1.0 / 6, 1e-15);
}

/// The Kaiser-Bessel window adds up to its integral, to within its own aliasing, which falls with its width.
TEST(SpreadWindow, KaiserBesselAddsUpToItsIntegral) {
  SpreadOptions o;
  o.window = SpreadWindow::kaiser_bessel;
  o.window_points = 8;
  const MeshWindow<Host, double> window(o);
  const double integral = 4 * KaiserBessel(8, 2.3 * 8).transform(0);
  for (const double x : {0.0, 0.2, 0.77}) {
    double w[8], sum = 0;
    window.along<8>(x, w);
    for (const double v : w) sum += v;
    EXPECT_NEAR(sum, integral, 1e-6 * integral);
  }
}

TEST(SpreadOperator, OverflowShareOfUniformPoints) {
  SpreadOptions o;
  o.mesh = 24;
  o.method = SpreadMethod::gather;
  const double nodes = 24.0 * 24 * 24;
  for (const double d : {0.1, 0.3, 1.0, 3.0}) {
    const auto n = std::size_t(d * nodes);
    const auto spread = make_spread_operator<Host, double>(o);
    spread->set_points(Host(), test::view_of(test::uniform_points(n, {1, 1, 1}, 11)));
    const double share = 1 - (1 - std::exp(-d)) / d;
    EXPECT_NEAR(double(spread->overflow()) / double(n), share, 5 * std::sqrt(share / double(n))) << d;
  }
}

/// Numbers of points with 1 and with 16 contributions to a node, from the note on the method.
TEST(SpreadOperator, RowGroupFollowsContributions) {
  struct Row {
    int p, mesh;
    std::size_t one, sixteen;
  };
  for (const Row& r : {Row{4, 32, 512, 8192},
                       {4, 64, 4096, 65536},
                       {4, 128, 32768, 524288},
                       {4, 256, 262144, 4194304},
                       {6, 32, 152, 2427},
                       {6, 64, 1214, 19418},
                       {6, 128, 9709, 155345},
                       {6, 256, 77672, 1242757}}) {
    SpreadOptions o;
    o.mesh = r.mesh;
    o.window_points = r.p;
    EXPECT_NEAR(contributions_per_node(o, r.one), 1, 0.005);
    EXPECT_NEAR(contributions_per_node(o, r.sixteen), 16, 0.005);
    EXPECT_EQ(row_group_of(contributions_per_node(o, r.one / 2)), 1);
    EXPECT_EQ(row_group_of(contributions_per_node(o, 2 * r.one + 1)), 2);
    EXPECT_EQ(row_group_of(contributions_per_node(o, r.sixteen / 2 + 1)), 8);
    EXPECT_EQ(row_group_of(contributions_per_node(o, r.sixteen + 1)), 16);
    EXPECT_EQ(row_group_of(contributions_per_node(o, 10 * r.sixteen)), 16);
  }
  EXPECT_EQ(row_group_of(0), 1);
  EXPECT_EQ(row_group_of(3.99), 2);
  EXPECT_EQ(row_group_of(4), 4);
}

/// Rows in order give the same bits whenever they are built.
TEST(SpreadOperator, DeterministicRowsGiveTheSameBits) {
  SpreadOptions o;
  o.mesh = 16;
  o.deterministic = true;
  const auto x = test::uniform_points(3000, {1, 1, 1}, 12);
  const auto f = values(3000, 13);
  for (const SpreadMethod method :
       {SpreadMethod::single_mesh, SpreadMethod::group_mesh, SpreadMethod::colours, SpreadMethod::stored}) {
    o.method = method;
    SpreadValues<Host, double> first("first", 4096), second("second", 4096);
    for (const auto& mesh : {first, second}) {
      const auto spread = make_spread_operator<Host, double>(o);
      spread->set_points(Host(), test::view_of(x));
      spread->spread(Host(), view<double>(f), mesh);
      Host().fence();
    }
    EXPECT_EQ(std::memcmp(first.data(), second.data(), 4096 * sizeof(double)), 0) << name_of(method);
  }
}

TEST(SpreadOperator, RefusesWhatItCannotDo) {
  const auto refused = [](auto change) {
    SpreadOptions o;
    o.method = SpreadMethod::single_mesh;
    change(o);
    EXPECT_THROW((make_spread_operator<Host, double>(o)), InputError);
  };
  refused([](SpreadOptions& o) { o.window_points = 5; });
  refused([](SpreadOptions& o) { o.mesh = 4; });
  refused([](SpreadOptions& o) { o.components = 5; });
  refused([](SpreadOptions& o) { o.row_group = 3; });
  refused([](SpreadOptions& o) { o.row_sum = RowSum::scratch; });
  refused([](SpreadOptions& o) { o.group_size = 512; });
  refused([](SpreadOptions& o) { o.group_shape = GroupShape::cube, o.mesh = 30; });
  refused([](SpreadOptions& o) { o.method = SpreadMethod::hybrid, o.deterministic = true; });
}

}  // namespace
}  // namespace slurry
