// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "base/instantiations.hpp"
#include "ewald/near/p2p.hpp"
#include "kernels/prolate_split.hpp"
#include "reference/image_sums.hpp"
#include "support/error_norms.hpp"
#include "support/suspension.hpp"

namespace slurry {
namespace {

using test::Host;
using Radii = std::array<double, 2>;  // target, source

/// The stage on sorted points, in its SIMD form and with one thread per target.  f alone, or f, q and n for a combined
/// pair.
template <class Real = double>
struct NearField {
  std::vector<double> vectorised, per_target;

  NearField(const test::Sorted& targets, const test::Sorted& sources, const NearPair& pair,
            const std::vector<double>& f, const std::vector<double>& q = {}, const std::vector<double>& n = {}) {
    const Host space;
    PackedSources<Host> packed("packed", sources.points.count, q.empty() ? packed_single : packed_combined);
    for (std::size_t k = 0; k < sources.points.count; ++k) {
      const int i = sources.points.order(k);
      for (int d = 0; d < 3; ++d) {
        packed(k, d) = sources.points.local(k, d);
        packed(k, 3 + d) = f[3 * i + d];
        if (q.empty()) continue;
        packed(k, 6 + d) = q[3 * i + d];
        packed(k, 9 + d) = n[3 * i + d];
        packed(k, 12) += q[3 * i + d] * n[3 * i + d];
      }
    }
    TargetGroups<Host> groups;
    groups.build(space, targets.points, group_width<Real>());
    Vectors<Host> u("u", targets.points.count), v("v", targets.points.count);
    Kokkos::deep_copy(u, NAN);
    Kokkos::deep_copy(v, NAN);
    p2p<Real, Host>(space, targets.points, groups, sources.points, packed, pair, u);
    p2p_per_target<Host>(space, targets.points, sources.points, packed, pair, v);
    vectorised = test::values_of(u);
    per_target = test::values_of(v);
  }
};

reference::Real polynomial(const double* c, int degree, reference::Real v) {
  reference::Real sum = 0;
  for (int k = degree; k >= 0; --k) sum = sum * v + c[k];
  return sum;
}

/// Exact pair minus the far part, image by image in extended precision; the polynomials themselves are checked in
/// test_prolate_split and test_near_pair.
std::vector<double> double_loop(const Box& box, const std::vector<double>& x, const reference::Suspension& sources,
                                const NearPair& pair) {
  const reference::Real rc2 = pair.rc2;
  std::vector<double> u(x.size());
  for (std::size_t t = 0; t < x.size() / 3; ++t) {
    reference::Real sum[3] = {0, 0, 0};
    test::for_images_within(box, &x[3 * t], sources.sources, std::sqrt(pair.rc2), [&](const double* d, std::size_t j) {
      const reference::Real r[3] = {d[0], d[1], d[2]};
      const reference::Density w = sources.density(j);
      const reference::Real s = reference::dot(r, r), v = 2 * s / rc2 - 1;
      const reference::Real rf = reference::dot(r, w.f), rq = reference::dot(r, w.q), rn = reference::dot(r, w.n);
      if (pair.kind == PairKind::combined) {
        reference::Stokeslet{}(r, w, sum);
        reference::Stresslet{}(r, w, sum);
        const reference::Real b1 = polynomial(pair.x, pair.degree, v), b2 = polynomial(pair.y, pair.degree - 1, v),
                              b3 = polynomial(pair.z, pair.degree - 2, v), A = 3 * b2 + s * b3;
        for (int c = 0; c < 3; ++c)
          sum[c] -= (2 * b1 + s * b2) * w.f[c] - b2 * rf * r[c] +
                    A * (rn * w.q[c] + rq * w.n[c] + reference::dot(w.q, w.n) * r[c]) - 2 * b3 * rq * rn * r[c];
        return;
      }
      if (pair.kind == PairKind::overlap)
        reference::RotnePrager{pair.a, pair.b}(r, w, sum);
      else
        reference::Stokeslet{pair.g}(r, w, sum);
      const reference::Real X = polynomial(pair.x, pair.degree, v), Y = polynomial(pair.y, pair.degree - 1, v);
      for (int c = 0; c < 3; ++c) sum[c] -= X * w.f[c] + Y * rf * r[c];
    });
    for (int c = 0; c < 3; ++c) u[3 * t + c] = double(sum[c]);
  }
  return u;
}

struct Layers {
  bool combined = false;
  Radii radii{0, 0};
};

template <class Real = double>
void expect_agreement(const Box& box, double cutoff, int degree, const Layers& layers, bool same, std::uint64_t seed) {
  const ProlateSplit split(1.35 * (degree - 2) + 1, degree);
  const NearPair pair = layers.combined ? make_combined_pair(split, cutoff)
                                        : make_near_pair(split, cutoff, layers.radii[0], layers.radii[1]);
  const test::Sorted sources(box, cutoff, test::uniform_points(150, box.lengths, seed));
  const test::Sorted targets(box, cutoff, same ? sources.xyz : test::uniform_points(43, box.lengths, seed + 1));
  reference::Suspension s{sources.xyz, {}, test::normal_vectors(150, seed + 2), {}, {}};
  if (layers.combined) {
    s.q = test::normal_vectors(150, seed + 3);
    s.n = test::normal_vectors(150, seed + 4);
  }
  const NearField<Real> near(targets, sources, pair, s.f, s.q, s.n);
  const auto truth = double_loop(box, targets.xyz, s, pair);
  const std::string what = "degree " + std::to_string(degree) + ", kind " + std::to_string(int(pair.kind)) +
                           ", periodicity " + std::to_string(box.periodicity);
  // a double layer grows like r^-5 r^2: the rounding of the nearest pair counts
  const double rounding = layers.combined ? 2e-13 : 2e-14;
  // 1/r of the vectors has a relative error up to 6e-13 (test_simd), and enters up to its fifth power
  const double vector_rounding = sizeof(Real) == 8 ? 5 * 6e-13 : (layers.combined ? 3e-5 : 3e-6);
  EXPECT_LT(test::relative_l2(near.vectorised, truth), vector_rounding) << what;
  EXPECT_LT(test::relative_l2(near.per_target, truth), rounding) << what;
}

const std::vector<Layers> all_layers{{false, {0, 0}},       {false, {0, 0.06}},   {false, {0.06, 0}},
                                     {false, {0.08, 0.08}}, {false, {0.03, 0.1}}, {true, {0, 0}}};

TEST(P2P, AgreesWithADoubleLoopOverImagesForEveryKindAndPeriodicity) {
  for (int periodicity : {0, 1, 2, 3})
    for (const Layers& layers : all_layers)
      for (bool same : {true, false})
        expect_agreement(Box{{1.1, 0.9, 1}, periodicity}, 0.29, compiled_near_degree(14), layers, same, 7);
}

template <class Real, int... Degree>
void at_every_degree(std::integer_sequence<int, Degree...>) {
  (expect_agreement<Real>(Box{{1, 1, 1}, 3}, 0.35, Degree, {false, {0, 0}}, true, 8), ...);
  (expect_agreement<Real>(Box{{1, 1, 1}, 1}, 0.35, Degree, {false, {0.07, 0.07}}, true, 9), ...);
  (expect_agreement<Real>(Box{{1, 1, 1}, 2}, 0.35, Degree, {false, {0, 0.07}}, false, 10), ...);
  (expect_agreement<Real>(Box{{1, 1, 1}, 1}, 0.35, Degree, {true, {0, 0}}, true, 11), ...);
}
TEST(P2P, AgreesWithADoubleLoopAtEveryCompiledDegree) {
  at_every_degree<double>(CompiledNearDegrees{});
}
TEST(P2P, AgreesWithADoubleLoopInSinglePrecision) {
  at_every_degree<float>(CompiledNearDegrees{});
}

TEST(P2P, CutoffsBeyondHalfABox) {
  for (int periodicity : {1, 3})
    for (double cutoff : {0.7, 1.3})
      for (bool combined : {false, true})
        expect_agreement(Box{{1, 0.8, 0.9}, periodicity}, cutoff, compiled_near_degree(16), {combined, {0, 0}}, true,
                         11);
}

TEST(P2P, PairsAtTinyDistances) {
  const Box box{{1, 1, 1}, 3};
  const double cutoff = 0.3;
  const ProlateSplit split(16.1, compiled_near_degree(12));
  reference::Suspension s{
      {0.5, 0.5, 0.5, 0.5 + 1e-3, 0.5, 0.5, 0.2, 1e-7, 0.3, 0.2, 1 - 1e-7, 0.3, 0.7, 0.7, 0.7 + 1e-6, 0.27, 1e-7, 0.3},
      {},
      {1, 2, 3, -1, 0.5, 2, 1, 0, 0, 0, 1, 1, 1, -1, 1, 2, 1, 0},
      {},
      {}};
  const test::Sorted points(box, cutoff, s.sources);
  const NearPair pair = make_near_pair(split, cutoff, 0, 0);
  const NearField<> near(points, points, pair, s.f);
  const auto truth = double_loop(box, s.sources, s, pair);
  // a difference of coordinates across the seam rounds at 1e-16 of the box
  EXPECT_LT(test::relative_l2(near.vectorised, truth), 1e-8);
  EXPECT_LT(test::relative_l2(near.per_target, truth), 1e-8);
  // rounded to single precision, most of these points would lie on each other
  const NearField<float> single(points, points, pair, s.f);
  EXPECT_LT(test::relative_l2(single.vectorised, truth), 1e-6);
}

// one sphere alone: what the near field leaves is the self-mobility minus the far part at distance 0
TEST(P2P, SelfTerm) {
  const Box box{{1, 1, 1}, 3};
  const double rc = 0.3;
  const ProlateSplit split(16.1, compiled_near_degree(12));
  for (double a : {0.0, 0.1}) {
    const test::Sorted one(box, rc, {0.25, 0.5, 0.75});
    const NearPair pair = make_near_pair(split, rc, a, a);
    const NearField<> near(one, one, pair, {1, -2, 3});
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
  const NearField<> near(targets, sources, make_near_pair(ProlateSplit(8.5, 8), 0.2, 0, 0), {1, 1, 1});
  for (double v : near.vectorised) EXPECT_EQ(v, 0);
  for (double v : near.per_target) EXPECT_EQ(v, 0);
}

TEST(P2P, RefusesADegreeThatIsNotCompiled) {
  const Box box{{1, 1, 1}, 3};
  const test::Sorted one(box, 0.3, {0.25, 0.5, 0.75});
  EXPECT_THROW(NearField<>(one, one, make_near_pair(ProlateSplit(9, 7), 0.3, 0, 0), {1, 1, 1}), std::exception);
}

}  // namespace
}  // namespace slurry
