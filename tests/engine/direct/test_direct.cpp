// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "direct/direct.hpp"
#include "direct/image_series.hpp"
#include "reference/image_sums.hpp"
#include "slurry/error.hpp"
#include "support/error_norms.hpp"
#include "support/host.hpp"
#include "support/random_points.hpp"
#include "support/reference_groups.hpp"

namespace slurry {
namespace {

using test::Host;

std::vector<double> direct(const Box& box, const std::vector<double>& sources, double source_radius,
                           const std::vector<double>& targets, double target_radius, const std::vector<double>& forces,
                           double tolerance = 1e-15) {
  DirectSum<Host> sum(Host(), box, tolerance);
  const auto x = test::view_of(targets);
  const Vectors<Host> u("u", x.extent(0));
  sum.set_points(test::view_of(sources), source_radius, {{x, target_radius, false}});
  sum.apply(test::view_of(forces), {u});
  Kokkos::fence();
  return test::values_of(u);
}

reference::Suspension suspension(std::size_t n, std::size_t m, std::uint64_t seed) {
  reference::Suspension s;
  s.sources = test::uniform_points(n, {1, 0.8, 0.6}, seed);
  s.targets = test::uniform_points(m, {1, 0.8, 0.6}, seed + 1);
  s.f = test::normal_vectors(n, seed + 2);
  return s;
}

TEST(DirectSum0P, PointsMatchReferenceGroups_To1e13) {
  for (const auto& g : test::reference_groups(0))
    EXPECT_LT(test::relative_l2(direct(g.box, g.sources, 0, g.targets, 0, g.f), g.u_single), 1e-13) << g.name;
}

TEST(DirectSum1P, PointsMatchReferenceGroups_To1e13) {
  for (const auto& g : test::reference_groups(1))
    EXPECT_LT(test::relative_l2(direct(g.box, g.sources, 0, g.targets, 0, g.f), g.u_single), 1e-13) << g.name;
}

TEST(DirectSum0P, SpheresOfUnequalRadiiMatchPairFormula_OverlappingContainedAndApart) {
  const auto s = suspension(37, 23, 1);
  for (const double a : {0.02, 0.2, 0.5})
    for (const double b : {0.02, 0.15, 0.6}) {
      const auto u = direct({{1, 1, 1}, 0}, s.sources, b, s.targets, a, s.f);
      EXPECT_LT(test::relative_l2(u, reference::free_space_sum(s, reference::RotnePrager{a, b})), 1e-13)
          << a << " " << b;
    }
}

/// A radius each, zero among them, on both sides; pairs that overlap, touch, hold each other, coincide.
TEST(DirectSum, ARadiusEach_MatchesPairFormula_InFreeSpaceAndWithImages) {
  for (const int periodicity : {0, 1}) {
    auto s = suspension(37, 41, 3);
    for (int c = 0; c < 9; ++c) s.targets[c] = s.sources[c];
    std::vector<double> a, b;
    for (int i = 0; i < 41; ++i) a.push_back(i % 5 == 0 ? 0 : 0.007 * i);
    for (int j = 0; j < 37; ++j) b.push_back(j % 7 == 0 ? 0 : 0.2 - 0.005 * j);
    DirectSum<Host> sum(Host(), {{1, 1, 1}, periodicity});
    const auto y = test::view_of(s.sources), x = test::view_of(s.targets), f = test::view_of(s.f);
    const Kokkos::View<const double*, Kokkos::HostSpace> of_targets(a.data(), 41), of_sources(b.data(), 37);
    const Vectors<Host> u("u", 41), v("v", 37);
    sum.set_points({y, 0, of_sources}, {{x, 0, false, of_targets}, {y, 0, true, {}}});
    sum.apply(f, {u, v});
    Kokkos::fence();
    const auto truth_at = [&](const std::vector<double>& targets, const std::vector<double>& radii) {
      std::vector<double> truth(targets.size(), 0.0);
      for (std::size_t i = 0; i < radii.size(); ++i)
        for (std::size_t j = 0; j < 37; ++j) {
          const auto three = [](const std::vector<double>& w, std::size_t k) {
            return std::vector<double>(w.begin() + 3 * k, w.begin() + 3 * k + 3);
          };
          const reference::Suspension pair{three(s.sources, j), three(targets, i), three(s.f, j), {}, {}};
          const auto add = [&](const auto& kernel) {
            const auto part =
                periodicity == 0 ? reference::free_space_sum(pair, kernel) : reference::image_sum_1p(pair, 1, kernel);
            for (int c = 0; c < 3; ++c) truth[3 * i + c] += double(part[c]);
          };
          if (radii[i] > 0 && b[j] > 0)
            add(reference::RotnePrager{radii[i], b[j]});
          else
            add(reference::Stokeslet{reference::Real(radii[i] * radii[i] + b[j] * b[j]) / 6});
        }
      return truth;
    };
    EXPECT_LT(test::relative_l2(test::values_of(u), truth_at(s.targets, a)), 3e-13) << periodicity;
    EXPECT_LT(test::relative_l2(test::values_of(v), truth_at(s.sources, b)), 3e-13) << periodicity;
    const Kokkos::View<const double*, Kokkos::HostSpace> few(b.data(), 30);
    EXPECT_THROW(sum.set_points({y, 0, few}, {}), InputError);
  }
}

/// Terms in single precision, sums in double: the rounding stays at the stated floor however many there are, however
/// far from the origin, in any unit, and for neighbours far closer than the extent.
TEST(DirectSum0P, SinglePrecisionTermsKeepTheirFloor) {
  for (const std::size_t n : {50, 3000})
    for (const double unit : {1.0, 1e-9, 1e12}) {
      const double a = 0.002 * unit;
      std::vector<double> x = test::uniform_points(n, {unit, unit, unit}, 5), f = test::normal_vectors(n, 6);
      for (std::size_t i = 0; i + 1 < n; i += 2)
        for (int c = 0; c < 3; ++c) x[3 * i + 3 + c] = x[3 * i + c] + (c == 0 ? 2.05 * a : 0);
      for (double& c : x) c += 30 * unit;
      const auto y = test::view_of(x), force = test::view_of(f);
      const Vectors<Host> u("u", n), v("v", n);
      DirectSum<Host> exact(Host(), {{1, 1, 1}, 0}), quick(Host(), {{1, 1, 1}, 0}, 1e-15, Precision::fp32);
      for (DirectSum<Host>* sum : {&exact, &quick}) {
        sum->set_points(y, a, {{y, a, true, {}}});
        sum->apply(force, {sum == &exact ? u : v});
      }
      const double error = test::relative_l2(test::values_of(v), test::values_of(u));
      EXPECT_LT(error, single_terms_floor) << n << " " << unit;
      EXPECT_GT(error, 1e-9) << "the terms are not single";
    }
  EXPECT_THROW((DirectSum<Host>(Host(), Box{{1, 1, 1}, 1}, 1e-15, Precision::fp32)), InputError);
}

TEST(DirectSum0P, FieldOfFiniteSpheresMatchesPairFormula) {
  const auto s = suspension(19, 31, 5);
  const double a = 0.03;
  const auto u = direct({{1, 1, 1}, 0}, s.sources, a, s.targets, 0, s.f);
  EXPECT_LT(test::relative_l2(u, reference::free_space_sum(s, reference::Stokeslet{a * a / 6})), 1e-13);
}

TEST(DirectSum0P, BodyMeetsItself_SelfMobilityOrNothing) {
  const std::vector<double> x{0.1, 0.2, 0.3}, f{1, -2, 3};
  const double a = 0.25;
  const auto sphere = direct({{1, 1, 1}, 0}, x, a, x, a, f), point = direct({{1, 1, 1}, 0}, x, 0, x, 0, f);
  for (std::size_t c = 0; c < 3; ++c) {
    EXPECT_DOUBLE_EQ(sphere[c], 4 / (3 * a) * f[c]);  // 8 pi eta / (6 pi eta a)
    EXPECT_EQ(point[c], 0);
  }
}

TEST(DirectSum1P, SpheresMatchImageByImageSum_ShortAndLongPeriods) {
  for (const double period : {0.7, 1.0, 5.0}) {
    auto s = suspension(11, 13, 9);
    const auto u = direct({{period, 1, 1}, 1}, s.sources, 0.05, s.targets, 0.05, s.f);
    EXPECT_LT(test::relative_l2(u, reference::image_sum_1p(s, period, reference::RotnePrager{0.05, 0.05})), 2e-13)
        << period;
  }
}

/// pipe_reference.h5 keeps another gauge: diag(4,3,3)/L times the sum of the forces more
/// (theory/conventions-and-gauges.md).
TEST(DirectSum1P, FreeGroupsOfPipeReference_OverlapIncluded_To1e13) {
  for (const auto& g : test::free_spheres()) {
    const Box box{{g.period, 1, 1}, 1};
    double net[3] = {0, 0, 0};
    for (std::size_t i = 0; i < g.forces.size(); ++i) net[i % 3] += g.forces[i];
    const auto in_their_gauge = [&](std::vector<double> u) {
      const double shift[3] = {4, 3, 3};
      for (std::size_t i = 0; i < u.size(); ++i)
        u[i] = (u[i] + shift[i % 3] * net[i % 3] / g.period) / (8 * std::numbers::pi * g.viscosity);
      return u;
    };
    const double a = g.radius;
    EXPECT_LT(test::relative_l2(in_their_gauge(direct(box, g.centres, a, g.centres, a, g.forces)), g.velocities), 1e-13)
        << g.name;
    EXPECT_LT(test::relative_l2(in_their_gauge(direct(box, g.centres, a, g.points, 0, g.forces)), g.field_of_spheres),
              1e-13)
        << g.name;
    EXPECT_LT(test::relative_l2(in_their_gauge(direct(box, g.centres, 0, g.points, 0, g.forces)), g.field_of_points),
              1e-13)
        << g.name;
  }
}

TEST(DirectSum1P, SeriesToleranceIsKept) {
  const auto s = suspension(20, 20, 21);
  const auto exact = reference::image_sum_1p(s, 1, reference::Stokeslet{});
  double forces = 0;
  for (std::size_t i = 0; i < 20; ++i) forces += std::hypot(s.f[3 * i], s.f[3 * i + 1], s.f[3 * i + 2]);
  for (const double tolerance : {1e-3, 1e-6, 1e-9})
    EXPECT_LT(test::rms_over_targets(direct({{1, 1, 1}, 1}, s.sources, 0, s.targets, 0, s.f, tolerance), exact),
              tolerance * forces);
}

TEST(DirectSum1P, TargetsAndSourcesMayLieAnyNumberOfPeriodsAway) {
  auto s = suspension(8, 8, 31);
  const Box box{{1, 1, 1}, 1};
  const auto u = direct(box, s.sources, 0, s.targets, 0, s.f);
  for (std::size_t i = 0; i < 8; ++i) {
    s.sources[3 * i] += 3;
    s.targets[3 * i] -= 5;
  }
  EXPECT_LT(test::relative_l2(direct(box, s.sources, 0, s.targets, 0, s.f), u), 1e-13);
}

TEST(DirectSum, RefusesBoxesItDoesNotSum) {
  EXPECT_THROW((DirectSum<Host>(Host(), Box{{1, 1, 1}, 2})), InputError);
  EXPECT_THROW((DirectSum<Host>(Host(), Box{{1, 1, 1}, 3})), InputError);
  EXPECT_THROW((DirectSum<Host>(Host(), Box{{0, 1, 1}, 1})), InputError);
}

TEST(HurwitzZeta, MatchesClosedForms) {
  const double pi2 = std::numbers::pi * std::numbers::pi;
  EXPECT_NEAR(direct::hurwitz_zeta(2, 1), pi2 / 6, 1e-15);
  EXPECT_NEAR(direct::hurwitz_zeta(2, 5), pi2 / 6 - 1 - 1.0 / 4 - 1.0 / 9 - 1.0 / 16, 1e-15);
  EXPECT_NEAR(direct::hurwitz_zeta(3, 1), 1.2020569031595942, 1e-15);
  EXPECT_NEAR(direct::hurwitz_zeta(4, 2), pi2 * pi2 / 90 - 1, 1e-15);
}

}  // namespace
}  // namespace slurry
