// SPDX-License-Identifier: BSD-3-Clause
// The stages of a sum, one by one: P2G takes what the near field has sorted, and nothing else; transforms, all rows
// that anybody needs.
#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "ewald/plan/parameter_selection.hpp"
#include "support/error_norms.hpp"
#include "support/ewald_case.hpp"
#include "support/suspension.hpp"

namespace slurry::test {
namespace {

constexpr std::size_t count = 20000;  // enough for blocks of pairs

Density<Host> random_density(Layer layer, std::uint64_t seed) {
  const auto random = [&](std::uint64_t more) { return to_space<Host>(normal_vectors(count, seed + more), "density"); };
  Density<Host> d;
  d.forces = random(1);
  if (layer == Layer::single) return d;
  d.dipoles = random(2);
  d.normals = random(3);
  return d;
}

struct Staged {
  SpectralEwald<Host> sum;
  int components;
  Vectors<Host> u{"u", count};

  Staged(const std::vector<double>& x, const EwaldParameters& p)
      : sum(Host(), p), components(p.layer == Layer::single ? 3 : 4) {
    const auto view = view_of(x);
    sum.set_points(view, 0, {{view, 0, true}});
  }
  std::vector<double> near(const Density<Host>& d) {
    sum.near(d, {u});
    return values_of(u);
  }
  /// Near part of the last near(), if it is to count, and the far part of d.
  std::vector<double> far(const Density<Host>& d, bool with_near = true) {
    if (!with_near) Kokkos::deep_copy(u, 0);
    sum.spread(d, components);
    sum.convolve();
    sum.gather({u});
    return values_of(u);
  }
  std::vector<double> both(const Density<Host>& of_near, const Density<Host>& of_far) {
    near(of_near);
    return far(of_far);
  }
};

std::vector<double> added(std::vector<double> a, const std::vector<double>& b, double factor = 1) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] += factor * b[i];
  return a;
}

TEST(Stages, SpreadTheDensityThatTheyAreGivenWhateverTheNearFieldSaw) {
  const Box box{{1, 0.9, 1.1}, 1};
  const auto x = uniform_points(count, box.lengths, 5);
  for (const Layer layer : {Layer::single, Layer::combined})
    for (const Precision precision : {Precision::fp64, Precision::fp32}) {
      SCOPED_TRACE(testing::Message() << "layer " << int(layer) << ", precision " << int(precision));
      EwaldOptions o = relative(1e-3, layer);
      o.precision = precision;
      Staged s(x, select_ewald_parameters(box, o, SumCounts{count, count, 3.0 * double(count)}));
      const double rounding = precision == Precision::fp64 ? 1e-13 : 2e-6;
      const Density<Host> a = random_density(layer, 10), b = random_density(layer, 20);
      const auto of_a = s.both(a, a), of_b = s.both(b, b);
      EXPECT_LT(relative_l2(added(s.both(a, b), s.both(b, a)), added(of_a, of_b)), rounding);
      // some of the arrays are the same
      Density<Host> mixed = a;
      (layer == Layer::single ? mixed.forces : mixed.normals) = layer == Layer::single ? b.forces : b.normals;
      const auto of_mixed = s.both(mixed, mixed);
      EXPECT_LT(relative_l2(added(s.both(mixed, a), s.both(a, mixed)), added(of_a, of_mixed)), rounding);
      // other numbers in the same arrays, without a near field in between; and a near field that was not followed up
      const auto far_of_b = added(of_b, s.near(b), -1);
      Density<Host> changing = random_density(layer, 10);
      s.both(changing, changing);
      const auto refill = [](const ConstVectors<Host>& to, const ConstVectors<Host>& from) {
        if (from.extent(0) == 0) return;
        const Vectors<Host> view(const_cast<double*>(to.data()), to.extent(0));
        Kokkos::deep_copy(view, from);
      };
      refill(changing.forces, b.forces);
      refill(changing.dipoles, b.dipoles);
      refill(changing.normals, b.normals);
      EXPECT_LT(relative_l2(s.far(changing, false), far_of_b), rounding);
      s.near(a);
      EXPECT_LT(relative_l2(s.far(b, false), far_of_b), rounding);
    }
}

// What lies between them on the grid is not transformed.
TEST(Stages, ReachTargetsFarFromTheSources) {
  const auto cluster = [](std::uint64_t seed, std::array<double, 3> lower) {
    auto x = uniform_points(200, {0.15, 0.15, 0.15}, seed);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] += lower[i % 3];
    return x;
  };
  const auto f = normal_vectors(200, 3);
  for (const int periodicity : {0, 1})
    for (const std::array<double, 3> at : {std::array{0.1, 0.9, 0.05}, {0.6, 0.05, 0.9}, {0.2, 0.45, 0.8}}) {
      const EwaldCase c{Box{{1, 1.1, 1.1}, periodicity}, cluster(1, {0.05, 0.05, 0.05}), cluster(2, at), f, {}, {}};
      EwaldOptions o = relative(1e-8);
      o.cutoff_radius = 0.12;  // fine enough a grid for rows between them
      EXPECT_LT(relative_l2(spectral_ewald(c, o), direct_sum(c)), 1e-8) << periodicity;
    }
}

}  // namespace
}  // namespace slurry::test
