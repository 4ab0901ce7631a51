// SPDX-License-Identifier: BSD-3-Clause
// The near field of a sum with points that its sources meet, against three sums from one set to another.
#include <gtest/gtest.h>

#include <vector>

#include "ewald/plan/parameter_selection.hpp"
#include "support/error_norms.hpp"
#include "support/ewald_case.hpp"
#include "support/suspension.hpp"

namespace slurry::test {
namespace {

struct Set {
  std::vector<double> x;
  Density<Host> density;
  Set(const Box& box, std::size_t count, Layer layer, std::uint64_t seed)
      : x(uniform_points(count, box.lengths, seed)) {
    const auto random = [&](std::uint64_t more) {
      return to_space<Host>(normal_vectors(count, seed + more), "density");
    };
    density.forces = random(1);
    if (layer == Layer::single) return;
    density.dipoles = random(2);
    density.normals = random(3);
  }
};

const EwaldLevel near_alone{nullptr, true};

std::vector<double> seen(const EwaldParameters& p, const Set& targets, const Set& sources) {
  SpectralEwald<Host> sum(Host(), p, near_alone);
  const auto x = view_of(targets.x);
  Vectors<Host> u("u", x.extent(0));
  sum.set_points(view_of(sources.x), 0, {{x, 0, &targets == &sources}});
  sum.near(sources.density, {u});
  return values_of(u);
}

/// deterministic: where blocks are too few for four threads, pairs are evaluated for each of their points in turn.
void expect_agreement(std::size_t count, std::size_t met_count, Layer layer, bool deterministic) {
  SCOPED_TRACE(testing::Message() << count << " and " << met_count << " points, layer " << int(layer));
  const Box box{{1, 0.9, 1.1}, 1};
  const Set a(box, count, layer, 11), b(box, met_count, layer, 23);
  EwaldOptions o = relative(1e-4, layer);
  o.deterministic = deterministic;
  const EwaldParameters p = select_ewald_parameters(box, o, SumCounts{count, count, 3.0 * double(count)});
  for (const bool with_own : {true, false}) {
    SpectralEwald<Host> sum(Host(), p, near_alone);
    Vectors<Host> u("u", count), v("v", met_count);
    for (int twice = 0; twice < 2; ++twice) {
      Kokkos::deep_copy(u, NAN);
      Kokkos::deep_copy(v, NAN);
      const auto x = view_of(a.x);
      sum.set_points(x, 0, {{x, 0, true}}, nullptr, view_of(b.x), with_own);
      sum.near(a.density, {u}, b.density, v);
    }
    std::vector<double> of_a = seen(p, a, b);
    const std::vector<double> own = seen(p, a, a);
    for (std::size_t i = 0; with_own && i < own.size(); ++i) of_a[i] += own[i];
    EXPECT_LT(relative_l2(values_of(u), of_a), 1e-11) << with_own;
    EXPECT_LT(relative_l2(values_of(v), seen(p, b, a)), 1e-11) << with_own;
    // another set in its place, and none
    const auto y = view_of(b.x);
    Vectors<Host> w("w", met_count);
    sum.set_points(y, 0, {{y, 0, true}}, nullptr, view_of(a.x));
    sum.near(b.density, {w}, a.density, u);
    EXPECT_LT(relative_l2(values_of(u), seen(p, a, b)), 1e-11);
    sum.set_points(y, 0, {{y, 0, true}});
    sum.near(b.density, {w});
    EXPECT_LT(relative_l2(values_of(w), seen(p, b, b)), 1e-11);
  }
}

TEST(OtherPointsOfASum, SeeTheSourcesAndAreSeenByThem) {
  for (const Layer layer : {Layer::single, Layer::combined}) {
    expect_agreement(20000, 3000, layer, false);
    expect_agreement(400, 300, layer, false);
    expect_agreement(400, 300, layer, true);
  }
}

}  // namespace
}  // namespace slurry::test
