// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "ewald/accuracy/ewald_stages.hpp"
#include "ewald/plan/parameter_selection.hpp"
#include "ewald/sums/engine_sums.hpp"
#include "fmm/lattice.hpp"
#include "fmm/tree_sum.hpp"
#include "support/error_norms.hpp"
#include "support/quick_plans.hpp"
#include "support/reference_groups.hpp"
#include "support/tree_cases.hpp"

// Periodic sums against the reference file, known constants and the Ewald sum.
namespace slurry::fmm {
namespace {

using test::FieldValues;
using test::relative_l2;
using test::TreeCase;

TEST(Lattice, GivesKnownConstants) {
  // Cube of charges with a background: -2.8372974794806; square lattice: 4 zeta(1/2) beta(1/2) = -3.900264920001955.
  EXPECT_NEAR(lattice_sums(4, {1, 1, 1}, 3, {0, 0, 0}, 1).s0[0], -2.8372974794806, 1e-12);
  const double square = lattice_sums(4, {1, 1, 1}, 2, {1, 1, 0}, 1).s0[0] + 4 + 2 * std::numbers::sqrt2;
  EXPECT_NEAR(square, -3.900264920001955, 1e-12);
  // One direction, degree 4: 2 S_40(1,0,0) (zeta(5) - 1), S_40 at the equator = 4! P_4(0) = 9.
  EXPECT_NEAR(lattice_sums(4, {1, 1, 1}, 1, {1, 0, 0}, 1).s0[20], 18 * (1.0369277551433699 - 1), 1e-13);
}

TEST(PeriodicTree, MeetsEveryReferenceGroupInEveryLayer) {
  for (int periodicity = 0; periodicity <= 3; ++periodicity)
    for (const test::ReferenceGroup& g : test::reference_groups(periodicity))
      for (const Layer layer : {Layer::single, Layer::double_layer, Layer::combined}) {
        TreeCase c("uniform", 1, layer, 1);
        c.box = g.box;
        c.sources = g.sources;
        c.targets = g.targets;
        c.apart = !g.targets_are_sources;
        c.f = layer == Layer::double_layer ? std::vector<double>() : g.f;
        c.q = layer == Layer::single ? std::vector<double>() : g.q;
        c.n = layer == Layer::single ? std::vector<double>() : g.n;
        TreeParameters p = c.parameters(24, 8);
        p.node_error = 1e-9;
        EXPECT_LT(relative_l2(c.sum(p).value, g.truth(layer)), 1e-7) << g.name << static_cast<int>(layer);
      }
}

TEST(PeriodicTree, MadelungConstantOfRockSalt) {
  TreeCase c("uniform", 1, Layer::coulomb, 1);
  c.box = {{2, 2, 2}, 3};
  c.sources.clear();
  c.f.clear();
  for (int i = 0; i < 8; ++i) {
    for (int a = 0; a < 3; ++a) c.sources.push_back(0.5 + (i >> a & 1));
    c.f.insert(c.f.end(), {((i & 1) + (i >> 1 & 1) + (i >> 2 & 1)) % 2 != 0 ? -1.0 : 1.0, 0, 0});
  }
  TreeParameters p = c.parameters(30, 1000);
  for (const double u : c.sum(p).value)  // 1/r of a pair is exact to 1e-13
    EXPECT_NEAR(std::abs(u), 1.7475645946331822, 5e-12);
}

FieldValues by_ewald(const TreeCase& c, double tolerance) {
  EwaldOptions o;
  o.tolerance = tolerance;
  o.layer = c.layer;
  o.gradient = true;
  o.pressure = c.layer != Layer::coulomb;
  SumCounts counts;
  counts.sources = c.sources.size() / 3;
  counts.targets = c.targets.size() / 3;
  const bool charges = c.layer == Layer::coulomb;
  for (std::size_t i = 0; i < c.f.size(); i += charges ? 3 : 1) counts.squared_force_sum += c.f[i] * c.f[i];
  if (!c.q.empty())
    counts.dipole_norm = 5 * double(counts.sources);  // of normal q and n: 17/15 3 + 2/5 9, and some more
  const auto sum = make_grid_sum(Host(), select_ewald_parameters(c.box, o, counts), EwaldStages{});
  return c.values(*sum, true, o.pressure);
}

TEST(PeriodicTree, GradientsAndPressuresAreThoseOfTheEwaldSum) {
  for (int periodicity = 1; periodicity <= 3; ++periodicity)
    for (const Layer layer : {Layer::combined, Layer::coulomb}) {
      TreeCase c("uniform", 600, layer, 9, true);
      c.box = {{1, 1, 1}, periodicity};
      TreeParameters p = c.parameters(22, 15);
      p.scheme = M2lScheme::plane_waves;
      p.node_error = 1e-10;
      p.gradient = true;
      p.pressure = layer != Layer::coulomb;
      const auto u = c.sum(p);
      const auto truth = by_ewald(c, 1e-9);
      EXPECT_LT(relative_l2(u.value, truth.value), 1e-7) << periodicity;
      EXPECT_LT(relative_l2(u.gradient, truth.gradient), 1e-6) << periodicity;
      if (p.pressure) {
        EXPECT_LT(relative_l2(u.pressure, truth.pressure), 1e-6) << periodicity;
      }
    }
}

TEST(PeriodicTree, SpheresAreThoseOfTheEwaldSum) {
  for (int periodicity = 1; periodicity <= 3; ++periodicity) {
    constexpr std::size_t n = 400;
    const Box box{{1, 1, 1}, periodicity};
    const std::vector<double> y = test::point_set("uniform", n, 41), f = test::normal_vectors(n, 42);
    std::vector<double> a(n);
    for (std::size_t i = 0; i < n; ++i) a[i] = 0.01 * double(1 + i % 3);
    const auto by = [&](Summation<Host>& sum) { return test::velocities_of_spheres(sum, y, a, f); };
    TreeParameters p;
    p.box = box;
    p.order = 22;
    p.leaf_points = 30;
    p.node_error = 1e-9;
    TreeSum tree(Host(), p);
    EwaldOptions o;
    o.tolerance = 1e-9;
    SumCounts counts;
    counts.sources = counts.targets = n;
    counts.squared_force_sum = 3.0 * n;
    counts.largest_radius = 0.03;
    const auto ewald = make_sum_of_several_radii(Host(), select_ewald_parameters(box, o, counts));
    EXPECT_LT(relative_l2(by(tree), by(*ewald)), 5e-7) << periodicity;
  }
}

TEST(PeriodicTree, ManyRootsAreOneBox) {
  // The same cube by one root, and twice as long by several: the periods of 2 x 1 x 1 hold every point twice.
  TreeCase one("uniform", 300, Layer::combined, 13), two = one;
  one.box = {{1, 1, 1}, 3};
  two.box = {{2, 1, 3}, 3};
  const std::size_t n = one.sources.size();
  for (auto* v : {&two.sources, &two.f, &two.q, &two.n}) {
    const std::vector<double> copy = *v;
    for (int k = 1; k < 6; ++k) v->insert(v->end(), copy.begin(), copy.end());
  }
  for (std::size_t k = 0; k < 6; ++k)
    for (std::size_t i = 0; i < n; i += 3) {
      two.sources[k * n + i] += double(k % 2);
      two.sources[k * n + i + 2] += double(k / 2);
    }
  two.targets = two.sources;
  TreeParameters p = one.parameters(20, 40), q = two.parameters(20, 40);
  p.scheme = q.scheme = M2lScheme::rotation;
  const auto u = one.sum(p).value;
  auto v = two.sum(q).value;
  v.resize(n);
  EXPECT_LT(relative_l2(v, u), 3e-7);
}

TEST(PeriodicTree, PointsMayLieAnywhere) {
  TreeCase c("uniform", 500, Layer::combined, 11);
  c.box = {{1, 1, 1}, 3};
  TreeParameters p = c.parameters(18, 15);
  p.scheme = M2lScheme::rotation;
  const auto u = c.sum(p).value;
  for (std::size_t i = 0; i < c.sources.size(); ++i) c.sources[i] += double(int(i % 5) - 2);
  EXPECT_LT(relative_l2(c.sum(p).value, u), 1e-12);
}

}  // namespace
}  // namespace slurry::fmm
