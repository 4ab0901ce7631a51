// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <set>

#include "dynamics/contacts.hpp"
#include "scenario/placement.hpp"
#include "slurry/error.hpp"

namespace slurry {
namespace {

Domain pipe(double radius, double length) {
  return {DomainKind::pipe, radius, length, {1, 1, 1}};
}
Domain cube(double edge) {
  return {DomainKind::periodic_3, 1, 1, {edge, edge, edge}};
}

std::vector<BodyGroup> spheres(std::size_t count) {
  BodyGroup g;
  g.count = count;
  return {g};
}

double distance(const Domain& d, const std::vector<double>& x, std::size_t i, std::size_t j) {
  const Periods p = Periods::of(d);
  double r2 = 0;
  for (int k = 0; k < 3; ++k) {
    const double dx = p.nearest(k, x[3 * i + k] - x[3 * j + k]);
    r2 += dx * dx;
  }
  return std::sqrt(r2);
}

/// All pairs, one by one.
Gaps slow_gaps(const Domain& d, const std::vector<double>& x, const std::vector<double>& a) {
  Gaps g{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (d.kind == DomainKind::pipe) g.wall = std::min(g.wall, d.radius - a[i] - std::hypot(x[3 * i + 1], x[3 * i + 2]));
    for (std::size_t j = 0; j < i; ++j) g.bodies = std::min(g.bodies, distance(d, x, i, j) - a[i] - a[j]);
  }
  return g;
}

/// Points anywhere, overlaps and excursions through the wall included.
std::vector<double> cloud(const Domain& d, std::size_t n, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> u(0, 1);
  std::vector<double> x(3 * n);
  for (std::size_t i = 0; i < n; ++i)
    for (int k = 0; k < 3; ++k)
      x[3 * i + k] = d.kind == DomainKind::pipe
                         ? (k == 0 ? d.length * u(random) : 0.72 * d.radius * (2 * u(random) - 1))
                         : d.cell[k] * u(random);
  return x;
}

TEST(NeighbourList, HoldsTheSamePairsAsAllPairs_InEveryDomain) {
  const std::vector<Domain> domains{pipe(5, 40),
                                    pipe(2, 4.5),
                                    cube(9),
                                    cube(4.1),
                                    {DomainKind::free_space, 1, 1, {12, 3, 90}},
                                    {DomainKind::periodic_1, 1, 20, {20, 8, 8}}};
  for (const Domain& d : domains)
    for (std::size_t n : {1, 2, 150, 1200}) {
      Domain sampled = d;
      if (d.kind != DomainKind::pipe && d.kind != DomainKind::periodic_3) sampled.kind = DomainKind::periodic_3;
      const std::vector<double> x = cloud(sampled, n, n);
      NeighbourList list(d);
      const double cutoff = 2.05;
      list.build(x, cutoff);
      std::size_t expected = 0, found = 0;
      for (std::size_t i = 0; i < n; ++i) {
        std::set<int> mine;
        for (int m = 0; m < list.counts()(i); ++m) mine.insert(list.lists()(i, m));
        EXPECT_EQ(mine.size(), static_cast<std::size_t>(list.counts()(i)));
        found += mine.size();
        for (std::size_t j = 0; j < n; ++j) {
          if (j == i || distance(d, x, i, j) >= cutoff) continue;
          ++expected;
          EXPECT_TRUE(mine.contains(static_cast<int>(j)));
        }
      }
      EXPECT_EQ(found, expected);
    }
}

TEST(Contacts, LeaveNoOverlapAndNobodyOutside_OnRandomDenseClouds) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed)
    for (double fraction : {0.05, 0.1, 0.2, 0.3})
      for (const Domain& d : {pipe(6, 20), pipe(2.2, 60), cube(16)}) {
        const double volume = d.kind == DomainKind::pipe ? M_PI * d.radius * d.radius * d.length : 16.0 * 16 * 16;
        // Centres reach only a part of a narrow pipe: there the cloud is denser than the fraction says.
        const double narrow = d.kind == DomainKind::pipe ? std::pow(1 - 1 / d.radius, 2) : 1;
        const auto n = static_cast<std::size_t>(fraction * narrow * volume / (4 * M_PI / 3));
        std::vector<double> x = cloud(d, n, seed);
        const std::vector<double> a(n, 1.0);
        Contacts contacts(d, a, 1e-6);
        const ContactReport r = contacts.project(x, 20000);
        ASSERT_TRUE(r.converged) << fraction << " seed " << seed << " overlap " << r.largest_overlap;
        const Gaps g = slow_gaps(d, x, a);
        EXPECT_GE(g.bodies, -1e-6);
        EXPECT_GE(g.wall, -1e-6);
        const Gaps fast = contacts.gaps(x);
        EXPECT_NEAR(fast.bodies, g.bodies, 1e-12);
        EXPECT_NEAR(fast.wall == g.wall ? 0 : fast.wall - g.wall, 0, 1e-12);
      }
}

TEST(Contacts, UnequalSpheresAndOneOnTopOfTheOther) {
  const Domain d = pipe(6, 30);
  std::vector<double> a, x;
  for (int i = 0; i < 60; ++i) {
    a.push_back(i % 3 == 0 ? 1.5 : 0.4);
    x.insert(x.end(), {15 + 0.2 * (i / 4), 0.1 * (i / 8), 0.0});  // four and more at the very same point
  }
  Contacts contacts(d, a, 1e-6);
  ASSERT_TRUE(contacts.project(x, 20000).converged);
  const Gaps g = slow_gaps(d, x, a);
  EXPECT_GE(g.bodies, -1e-6);
  EXPECT_GE(g.wall, -1e-6);
}

TEST(Contacts, TouchNothingThatDoesNotOverlap) {
  const Domain d = pipe(10, 40);
  std::vector<double> x{5, 0, 0, 7.5, 0, 0, 20, 8.99, 0, 39.9, 0, 0, 2.4, 0, 0};
  const std::vector<double> before = x;
  Contacts contacts(d, std::vector<double>(5, 1.0), 1e-6);
  const ContactReport r = contacts.project(x);
  EXPECT_TRUE(r.converged);
  EXPECT_EQ(r.sweeps, 0);
  EXPECT_EQ(x, before);
}

TEST(Contacts, PairMovesApartByHalfTheOverlapEach) {
  Contacts contacts({DomainKind::free_space, 1, 1, {1, 1, 1}}, {1.0, 1.0}, 1e-6);
  std::vector<double> x{0, 0, 0, 0, 1.6, 0};
  ASSERT_TRUE(contacts.project(x).converged);
  EXPECT_NEAR(x[1], -0.2, 1e-6);
  EXPECT_NEAR(x[4], 1.8, 1e-6);
}

// A contact force F on one sphere and -F on the other move them by the mobilities of Rotne and Prager, which are here
// those of two touching spheres with radii 1 and 0.1: 1, 10, and 0.984 between them.
TEST(Contacts, UnequalSpheresMoveAsTheContactForceMovesThem) {
  constexpr double a = 1, b = 0.1, r = a + b;
  const double between = 3 / (4 * r) * (1 + (a * a + b * b) / (3 * r * r)) +
                         3 / (4 * r) * (1 - (a * a + b * b) / (r * r));  // of the unit tensor, and of r_hat r_hat
  const double big = 1 / a - between, small = 1 / b - between;
  for (const bool capsules : {false, true}) {
    const Domain open{DomainKind::free_space, 1, 1, {1, 1, 1}};
    std::vector<double> x{0, 0, 0, 0, 1, 0};
    if (capsules) x.insert(x.end(), {1, 0, 0, 1, 0, 0});
    Contacts contacts =
        capsules ? Contacts(open, {a, b}, {0, 0}, 1e-7, true) : Contacts(open, std::vector<double>{a, b}, 1e-7);
    ASSERT_TRUE(contacts.project(x).converged);
    EXPECT_NEAR(x[1], -0.1 * big / (big + small), 1e-6);
    EXPECT_NEAR(x[4], 1 + 0.1 * small / (big + small), 1e-6);
  }
}

TEST(Contacts, ListFollowsBodiesThatMoveFar) {
  // Many small moves of a crowd, the projection after each: never an overlap, compared with all pairs.
  const Domain d = pipe(6, 20);
  Scenario s;
  s.domain = d;
  s.bodies = spheres(100);
  PlacedBodies placed = place_bodies(s, 3);
  std::vector<double>& x = placed.positions;
  Contacts contacts(d, placed.radii, 1e-6);
  std::mt19937_64 random(5);
  std::normal_distribution<double> kick(0, 0.15);
  for (int step = 0; step < 200; ++step) {
    for (double& c : x) c += kick(random);
    for (std::size_t i = 0; i < x.size(); i += 3) x[i] += 0.7;  // and all of them along the pipe
    ASSERT_TRUE(contacts.project(x).converged);
    const Gaps g = slow_gaps(d, x, placed.radii);
    ASSERT_GE(g.bodies, -1e-6) << step;
    ASSERT_GE(g.wall, -1e-6) << step;
  }
}

TEST(Contacts, ImpossiblePackingIsReportedNotPublished) {
  const Domain d = pipe(1.5, 8);
  Contacts contacts(d, std::vector<double>(20, 1.0), 1e-6);
  std::vector<double> x = cloud(d, 20, 1);
  const ContactReport r = contacts.project(x, 200);
  EXPECT_FALSE(r.converged);
  EXPECT_GT(r.largest_overlap, 1e-6);
}

TEST(Contacts, SmallestGapIsFoundHoweverFarTheBodiesAre) {
  const Domain d{DomainKind::free_space, 1, 1, {1, 1, 1}};
  Contacts contacts(d, {1.0, 1.0, 1.0}, 1e-6);
  const std::vector<double> x{0, 0, 0, 0, 0, 70, 300, 0, 0};
  EXPECT_DOUBLE_EQ(contacts.gaps(x).bodies, 68);
  EXPECT_TRUE(std::isinf(contacts.gaps(x).wall));
  Contacts alone(d, {1.0}, 1e-6);
  EXPECT_TRUE(std::isinf(alone.gaps(std::vector<double>{1, 2, 3}).bodies));
}

TEST(Contacts, RelativeSpeedsOfNeighboursAndTowardsTheWall) {
  const Domain d = pipe(10, 40);
  Contacts contacts(d, std::vector<double>(4, 1.0), 1e-6);
  const std::vector<double> x{5, 0, 0, 7.5, 0, 0, 20, 8.5, 0, 30, 0, 0};
  const std::vector<double> v{1, 0, 0, -1, 0, 0, 5, 0.25, 7, 100, 0, 0};
  const RelativeSpeeds s = contacts.relative_speeds(x, v);
  EXPECT_DOUBLE_EQ(s.bodies, 2);
  EXPECT_DOUBLE_EQ(s.wall, 0.25);
}

TEST(Placement, LeavesNoOverlapAndGivesTheSameBitsForTheSameSeed) {
  for (double fraction : {0.05, 0.1, 0.2, 0.3})
    for (const Domain& d : {pipe(10, 40), pipe(2.5, 40), cube(20)}) {
      Scenario s;
      s.domain = d;
      BodyGroup g;
      const double volume = d.kind == DomainKind::pipe ? M_PI * d.radius * d.radius * d.length : 8000;
      g.count = static_cast<std::size_t>(fraction * volume / (4 * M_PI / 3));
      s.bodies = {g};
      const PlacedBodies one = place_bodies(s, 7), same = place_bodies(s, 7), other = place_bodies(s, 8);
      const Gaps gaps = slow_gaps(d, one.positions, one.radii);
      EXPECT_GE(gaps.bodies, -1e-6) << fraction << " R " << d.radius;
      EXPECT_GE(gaps.wall, -1e-6);
      EXPECT_EQ(one.positions, same.positions);
      EXPECT_NE(one.positions, other.positions);
      for (std::size_t i = 0; i < one.positions.size(); i += 3) {
        EXPECT_GE(one.positions[i], 0);
        EXPECT_LT(one.positions[i], d.kind == DomainKind::pipe ? d.length : 20);
      }
    }
}

TEST(Placement, FillsTheReachableSectionEvenly) {
  Scenario s;
  s.domain = pipe(10, 4000);
  s.solver.contacts = false;
  s.bodies = spheres(20000);
  const PlacedBodies p = place_bodies(s, 1);
  double mean_r2 = 0;
  for (std::size_t i = 0; i < p.radii.size(); ++i)
    mean_r2 += p.positions[3 * i + 1] * p.positions[3 * i + 1] + p.positions[3 * i + 2] * p.positions[3 * i + 2];
  // uniform over a disc of radius 9: <r^2> = 81/2, its standard error 0.17
  EXPECT_NEAR(mean_r2 / 20000, 40.5, 0.7);
}

TEST(Placement, SaysWhenThereIsNoRoom) {
  Scenario s;
  s.domain = pipe(1.2, 12);
  s.bodies = spheres(9);  // single file: six fit
  EXPECT_THROW(place_bodies(s, 1, 0.5), Error);
}

TEST(Contacts, TenThousandSpheresKickedAboutInAPipe) {
  Scenario s;
  s.domain = pipe(30, 148.148);
  s.bodies = spheres(10000);
  PlacedBodies p = place_bodies(s, 1);
  Contacts contacts(s.domain, p.radii, 1e-6);
  std::mt19937_64 random(5);
  std::normal_distribution<double> kick(0, 0.05);
  for (int step = 0; step < 10; ++step) {
    for (double& x : p.positions) x += kick(random);
    ASSERT_TRUE(contacts.project(p.positions).converged);
    const Gaps gaps = contacts.gaps(p.positions);
    EXPECT_GE(gaps.bodies, -1e-6);
    EXPECT_GE(gaps.wall, -1e-6);
  }
}

}  // namespace
}  // namespace slurry
