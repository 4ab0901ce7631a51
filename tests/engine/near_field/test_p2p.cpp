// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "base/instantiations.hpp"
#include "near_field/p2p.hpp"
#include "reference/pairs.hpp"
#include "support/error_norms.hpp"
#include "support/suspension.hpp"

namespace slurry {
namespace {

using test::Host;
using Radii = std::array<double, 2>;  // target, source

/// The stage on sorted points, in its SIMD form and with one thread per target.
struct NearField {
  std::vector<double> vectorised, per_target;

  NearField(const test::Sorted& targets, const test::Sorted& sources, const std::vector<double>& f,
            const NearPair& pair) {
    const Host space;
    PackedSources<Host> packed("packed", sources.points.count);
    for (std::size_t k = 0; k < sources.points.count; ++k)
      for (int d = 0; d < 3; ++d) {
        packed(k, d) = sources.points.local(k, d);
        packed(k, 3 + d) = f[3 * sources.points.order(k) + d];
      }
    TargetGroups<Host> groups;
    groups.build(space, targets.points);
    Vectors<Host> u("u", targets.points.count), v("v", targets.points.count);
    Kokkos::deep_copy(u, NAN);
    Kokkos::deep_copy(v, NAN);
    p2p<Host>(space, targets.points, groups, sources.points, packed, pair, u);
    p2p_per_target<Host>(space, targets.points, sources.points, packed, pair, v);
    vectorised = test::values_of(u);
    per_target = test::values_of(v);
  }
};

/// Exact pair minus far polynomials, image by image; the polynomials are checked in test_prolate_split.
std::vector<double> double_loop(const Box& box, const std::vector<double>& x, const std::vector<double>& y,
                                const std::vector<double>& f, const ProlateSplit& split, double cutoff, Radii radii) {
  const reference::Real a = radii[0], b = radii[1], g = (a * a + b * b) / 6;
  const auto far = split.far_pair(cutoff, double(g));
  std::vector<double> u(x.size());
  for (std::size_t t = 0; t < x.size() / 3; ++t) {
    reference::Real sum[3] = {0, 0, 0};
    test::for_images_within(box, &x[3 * t], y, cutoff, [&](const double* d, std::size_t j) {
      const reference::Real separation[3] = {d[0], d[1], d[2]};
      reference::Density s;
      for (int c = 0; c < 3; ++c) s.f[c] = f[3 * j + c];
      if (a > 0 && b > 0)
        reference::RotnePrager{a, b}(separation, s, sum);
      else
        reference::Stokeslet{g}(separation, s, sum);
      const reference::Real r2 = reference::dot(separation, separation), v = 2 * r2 / (cutoff * cutoff) - 1;
      reference::Real X = 0, Y = 0;
      for (std::size_t k = far.x.size(); k-- > 0;) X = X * v + far.x[k];
      for (std::size_t k = far.y.size(); k-- > 0;) Y = Y * v + far.y[k];
      const reference::Real fd = reference::dot(s.f, separation);
      for (int c = 0; c < 3; ++c) sum[c] -= X * s.f[c] + Y * fd * separation[c];
    });
    for (int c = 0; c < 3; ++c) u[3 * t + c] = double(sum[c]);
  }
  return u;
}

void expect_agreement(const Box& box, double cutoff, int degree, Radii radii, bool same, std::uint64_t seed) {
  const ProlateSplit split(1.35 * (degree - 2) + 1, degree);
  const NearPair pair = make_near_pair(split, cutoff, radii[0], radii[1]);
  const test::Sorted sources(box, cutoff, test::uniform_points(150, box.lengths, seed));
  const test::Sorted targets(box, cutoff, same ? sources.xyz : test::uniform_points(43, box.lengths, seed + 1));
  const auto f = test::normal_vectors(150, seed + 2);
  const NearField near(targets, sources, f, pair);
  const auto truth = double_loop(box, targets.xyz, sources.xyz, f, split, cutoff, radii);
  const std::string what = "degree " + std::to_string(degree) + ", radii " + std::to_string(radii[0]) + ' ' +
                           std::to_string(radii[1]) + ", periodicity " + std::to_string(box.periodicity);
  EXPECT_LT(test::relative_l2(near.vectorised, truth), 2e-14) << what;
  EXPECT_LT(test::relative_l2(near.per_target, truth), 2e-14) << what;
  EXPECT_LT(test::relative_max(near.vectorised, near.per_target), 2e-14) << what;
}

const std::vector<Radii> all_radii{{0, 0}, {0, 0.06}, {0.06, 0}, {0.08, 0.08}, {0.03, 0.1}};

TEST(P2P, AgreesWithADoubleLoopOverImagesForEveryKindAndPeriodicity) {
  for (int periodicity : {0, 1, 2, 3})
    for (const Radii& radii : all_radii)
      for (bool same : {true, false})
        expect_agreement(Box{{1.1, 0.9, 1}, periodicity}, 0.29, compiled_near_degree(14), radii, same, 7);
}

template <int... Degree>
void at_every_degree(std::integer_sequence<int, Degree...>) {
  (expect_agreement(Box{{1, 1, 1}, 3}, 0.35, Degree, {0, 0}, true, 8), ...);
  (expect_agreement(Box{{1, 1, 1}, 1}, 0.35, Degree, {0.07, 0.07}, true, 9), ...);
  (expect_agreement(Box{{1, 1, 1}, 1}, 0.35, Degree, {0, 0.07}, false, 10), ...);
}
TEST(P2P, AgreesWithADoubleLoopAtEveryCompiledDegree) {
  at_every_degree(CompiledNearDegrees{});
}

TEST(P2P, CutoffsBeyondHalfABox) {
  for (int periodicity : {1, 3})
    for (double cutoff : {0.7, 1.3})
      expect_agreement(Box{{1, 0.8, 0.9}, periodicity}, cutoff, compiled_near_degree(16), {0, 0}, true, 11);
}

TEST(P2P, PairsAtTinyDistances) {
  const Box box{{1, 1, 1}, 3};
  const double cutoff = 0.3;
  const ProlateSplit split(16.1, compiled_near_degree(12));
  const std::vector<double> y{0.5, 0.5, 0.5,      0.5 + 1e-3, 0.5, 0.5, 0.2,       1e-7,
                              0.3, 0.2, 1 - 1e-7, 0.3,        0.7, 0.7, 0.7 + 1e-6};
  const std::vector<double> f{1, 2, 3, -1, 0.5, 2, 1, 0, 0, 0, 1, 1, 1, -1, 1};
  const test::Sorted points(box, cutoff, y);
  const NearField near(points, points, f, make_near_pair(split, cutoff, 0, 0));
  const auto truth = double_loop(box, y, y, f, split, cutoff, {0, 0});
  // a difference of coordinates across the seam rounds at 1e-16 of the box
  EXPECT_LT(test::relative_l2(near.vectorised, truth), 1e-8);
  EXPECT_LT(test::relative_l2(near.per_target, truth), 1e-8);
}

// one sphere alone: what the near field leaves is the self-mobility minus the far part at distance 0
TEST(P2P, SelfTerm) {
  const Box box{{1, 1, 1}, 3};
  const double rc = 0.3;
  const ProlateSplit split(16.1, compiled_near_degree(12));
  for (double a : {0.0, 0.1}) {
    const test::Sorted one(box, rc, {0.25, 0.5, 0.75});
    const NearPair pair = make_near_pair(split, rc, a, a);
    const NearField near(one, one, {1, -2, 3}, pair);
    const double far = a == 0 ? 8 * split.eta_at_zero() / (3 * rc) : 0;
    for (int c = 0; c < 3; ++c) {
      const double f = c == 0 ? 1 : (c == 1 ? -2 : 3);
      if (a == 0) {
        EXPECT_NEAR(near.vectorised[c], -far * f, 1e-12);
      }
      EXPECT_NEAR(near.vectorised[c], near.per_target[c], 1e-12);
    }
  }
}

TEST(P2P, NoSourcesWithinReachGiveExactlyZero) {
  const Box box{{1, 1, 1}, 0};
  const test::Sorted sources(box, 0.2, {0.1, 0.1, 0.1}), targets(box, 0.2, {0.9, 0.9, 0.9, 0.1, 0.1, 0.31});
  const NearField near(targets, sources, {1, 1, 1}, make_near_pair(ProlateSplit(8.5, 8), 0.2, 0, 0));
  for (double v : near.vectorised) EXPECT_EQ(v, 0);
  for (double v : near.per_target) EXPECT_EQ(v, 0);
}

TEST(P2P, RefusesADegreeThatIsNotCompiled) {
  const Box box{{1, 1, 1}, 3};
  const test::Sorted one(box, 0.3, {0.25, 0.5, 0.75});
  EXPECT_THROW(NearField(one, one, {1, 1, 1}, make_near_pair(ProlateSplit(9, 7), 0.3, 0, 0)), std::exception);
}

}  // namespace
}  // namespace slurry
