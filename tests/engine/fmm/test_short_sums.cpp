// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "ewald/accuracy/ewald_stages.hpp"
#include "ewald/plan/parameter_selection.hpp"
#include "ewald/sums/engine_sums.hpp"
#include "fmm/tree_sum.hpp"
#include "planning/engines.hpp"
#include "support/error_norms.hpp"
#include "support/host.hpp"
#include "support/random_points.hpp"
#include "support/tree_cases.hpp"

// Whole sums over small trees, quick enough for builds with sanitizers and for planted faults.
namespace slurry::fmm {
namespace {

using test::relative_l2;
using test::TreeCase;

TEST(ShortTreeSum, ErrorFallsWithTheOrder) {
  for (const Layer layer : {Layer::single, Layer::coulomb}) {
    TreeCase c("uniform", 700, layer, 5);
    const std::vector<double> truth = c.truth().value;
    for (const auto& [order, error] : {std::pair{3, 2e-2}, std::pair{6, 2e-3}, std::pair{10, 1.5e-4}}) {
      TreeParameters p = c.parameters(order, 12);
      p.scheme = M2lScheme::rotation;
      EXPECT_LT(relative_l2(c.sum(p).value, truth), error) << order;
    }
    EXPECT_GE(c.levels, 4);
  }
}

TEST(ShortTreeSum, SchemesOfM2lAgree) {
  TreeCase c("sphere", 700, Layer::single, 2);
  TreeParameters p = c.parameters(4, 12);
  p.scheme = M2lScheme::dense;
  const auto dense = c.sum(p).value;
  for (const M2lScheme scheme :
       {M2lScheme::parity, M2lScheme::rotation, M2lScheme::naive, M2lScheme::nested, M2lScheme::symmetric}) {
    p.scheme = scheme;
    EXPECT_LT(relative_l2(c.sum(p).value, dense), 1e-13) << name_of(scheme);
  }
}

TEST(ShortTreeSum, PlaneWavesAgreeWithRotations) {
  for (const Layer layer : {Layer::single, Layer::coulomb}) {
    TreeCase c("uniform", 700, layer, 2);
    TreeParameters p = c.parameters(10, 12);
    p.scheme = M2lScheme::rotation;
    const auto exact = c.sum(p).value;
    p.scheme = M2lScheme::plane_waves;
    p.node_error = 1e-4;
    EXPECT_LT(relative_l2(c.sum(p).value, exact), 4e-4);
  }
}

TEST(ShortTreeSum, ClustersAndDipoles) {
  for (const std::string kind : {"clusters", "coinciding"}) {
    TreeCase c(kind, 500, Layer::combined, 3, true);
    TreeParameters p = c.parameters(12, 15);
    p.scheme = M2lScheme::rotation;
    EXPECT_LT(relative_l2(c.sum(p).value, c.truth().value), 1e-4) << kind;
  }
}

TEST(ShortTreeSum, PeriodicFieldsAreThoseOfTheEwaldSum) {
  for (int periodicity = 1; periodicity <= 3; ++periodicity)
    for (const Layer layer : {Layer::combined, Layer::coulomb}) {
      TreeCase c("uniform", 60, layer, 9, true);
      c.box = {{1, 1, 1}, periodicity};
      TreeParameters p = c.parameters(12, 20);
      p.scheme = M2lScheme::rotation;
      p.gradient = true;
      p.pressure = layer != Layer::coulomb;
      EwaldOptions o;
      o.tolerance = 1e-6;
      o.layer = layer;
      o.gradient = true;
      o.pressure = p.pressure;
      SumCounts counts;
      counts.sources = 60;
      counts.targets = 30;
      for (const double f : c.f) counts.squared_force_sum += f * f;
      counts.dipole_norm = 5 * 60;
      const auto ewald = make_grid_sum(Host(), select_ewald_parameters(c.box, o, counts), EwaldStages{});
      const auto u = c.sum(p), truth = c.values(*ewald, true, o.pressure);
      EXPECT_LT(relative_l2(u.value, truth.value), 4e-4) << periodicity;
      EXPECT_LT(relative_l2(u.gradient, truth.gradient), 4e-4) << periodicity;
      if (p.pressure) {
        EXPECT_LT(relative_l2(u.pressure, truth.pressure), 4e-4) << periodicity;
      }
    }
}

std::vector<double> velocities(Summation<Host>& sum, const std::vector<double>& y, const std::vector<double>& f,
                               const std::vector<double>& radii) {
  const auto points = test::view_of(y), forces = test::view_of(f);
  sum.set_points({points, 0, SphereRadii<Host>(radii.data(), radii.size())}, {{points, 0, true}});
  SumFields<Host> r;
  r.velocity = Vectors<Host>("u", radii.size());
  sum.apply({{forces, {}, {}}, {}}, {r});
  return {r.velocity.data(), r.velocity.data() + r.velocity.size()};
}

TEST(ShortTreeSum, SpheresAreThoseOfTheDirectSum) {
  // Large ones, so that finite sizes are far above the error of the expansions, and some overlap.
  constexpr std::size_t n = 500;
  const std::vector<double> y = test::point_set("uniform", n, 31), f = test::normal_vectors(n, 33);
  std::vector<double> a(n);
  for (std::size_t i = 0; i < n; ++i) a[i] = 0.01 * double(i % 6);
  TreeParameters p;
  p.box = {{1, 1, 1}, 0};
  p.order = 18;
  p.leaf_points = 20;
  p.scheme = M2lScheme::rotation;
  TreeSum tree(Host(), p);
  const auto u = velocities(tree, y, f, a);
  EXPECT_GE(tree.tree().levels(), 3);
  const auto direct = make_exact_sum(p.box, true);
  EXPECT_LT(relative_l2(u, velocities(*direct, y, f, a)), 5e-6);
}

TEST(ShortTreeSum, OverlappingSpheresMeetAsPairsInSmallLeaves) {
  // A few large spheres among points that crowd: leaves would be far smaller than the spheres.
  constexpr std::size_t n = 600;
  const std::vector<double> y = test::point_set("gaussian", n, 51);
  std::vector<double> f = test::normal_vectors(n, 52), a(n);
  for (std::size_t i = 0; i < n; ++i) {
    a[i] = i % 50 == 0 ? 0.08 : 0;
    if (i % 50 != 0) f[3 * i] = f[3 * i + 1] = f[3 * i + 2] = 0;
  }
  TreeParameters p;
  p.box = {{1, 1, 1}, 0};
  p.order = 14;
  p.leaf_points = 6;
  p.scheme = M2lScheme::rotation;
  TreeSum tree(Host(), p);
  const auto direct = make_exact_sum(p.box, true);
  const auto u = velocities(tree, y, f, a), truth = velocities(*direct, y, f, a);
  std::vector<double> at_spheres, truth_at_spheres;
  for (std::size_t i = 0; i < n; i += 50) {
    at_spheres.insert(at_spheres.end(), &u[3 * i], &u[3 * i] + 3);
    truth_at_spheres.insert(truth_at_spheres.end(), &truth[3 * i], &truth[3 * i] + 3);
  }
  EXPECT_LT(relative_l2(at_spheres, truth_at_spheres), 1e-4);
}

TEST(ShortTreeSum, PeriodicSpheresAreThoseOfTheEwaldSum) {
  constexpr std::size_t n = 60;
  const Box box{{2, 1, 1}, 3};
  std::vector<double> y = test::point_set("uniform", n, 41), f = test::normal_vectors(n, 42), a(n);
  for (std::size_t i = 0; i < n; ++i) {
    a[i] = 0.02 * double(1 + i % 3);
    y[3 * i] *= 2;
  }
  TreeParameters p;
  p.box = box;
  p.order = 16;
  p.leaf_points = 10;
  p.scheme = M2lScheme::rotation;
  TreeSum tree(Host(), p);
  EwaldOptions o;
  o.tolerance = 1e-7;
  SumCounts counts;
  counts.sources = counts.targets = n;
  counts.squared_force_sum = 3.0 * n;
  counts.largest_radius = 0.06;
  const auto ewald = make_sum_of_several_radii(Host(), select_ewald_parameters(box, o, counts));
  EXPECT_LT(relative_l2(velocities(tree, y, f, a), velocities(*ewald, y, f, a)), 2e-5);
}

}  // namespace
}  // namespace slurry::fmm
