// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "dynamics/capsule_contacts.hpp"
#include "dynamics/integrator.hpp"
#include "support/random_points.hpp"

namespace slurry {
namespace {

using std::numbers::pi;

std::array<double, 3> random_direction(test::Random& random) {
  std::array<double, 3> n{random.normal(), random.normal(), random.normal()};
  const double length = std::hypot(n[0], n[1], n[2]);
  for (double& c : n) c /= length;
  return n;
}

/// Against a search over both axes on a fine grid, parallel ones included.
TEST(NearestPoints, MatchesSearch) {
  test::Random random(1);
  for (int k = 0; k < 200; ++k) {
    const auto n = random_direction(random), m = k % 5 == 0 ? n : random_direction(random);
    const double h = random.uniform(0, 1.5), t = k % 7 == 0 ? 0 : random.uniform(0, 1.5);
    const double d[3] = {random.normal(), random.normal(), random.normal()};
    double least = 1e300;
    for (int i = -200; i <= 200; ++i)
      for (int j = -200; j <= 200; ++j) {
        double r2 = 0;
        for (std::size_t c = 0; c < 3; ++c) r2 += std::pow(d[c] + h * i / 200 * n[c] - t * j / 200 * m[c], 2);
        least = std::min(least, r2);
      }
    const NearestPoints p = nearest_points(d, n.data(), h, m.data(), t);
    EXPECT_LE(p.distance, std::sqrt(least) + 1e-12);
    EXPECT_GE(p.distance, std::sqrt(least) - 0.01);
    EXPECT_LE(std::abs(p.s), h + 1e-15);
    EXPECT_LE(std::abs(p.t), t + 1e-15);
  }
}

Domain free_space() {
  Domain d;
  d.kind = DomainKind::free_space;
  return d;
}

/// Two equal rods that touch end to middle: the impulses are opposite, so that momentum and moment of momentum of the
/// projection stay, with the inertia l^2/3.
TEST(CapsuleContacts, PushKeepsMomenta) {
  const double b = 0.1, h = 0.9, l = 1;
  CapsuleContacts contacts(free_space(), {b, b}, {h, h}, 1e-9, true);
  const std::vector<double> start{0, 0, 0, 0.5, 0.15, 0.85, 1, 0, 0, 0, 0, 1};
  std::vector<double> x = start;
  EXPECT_LT(contacts.gaps(x).bodies, 0);
  const ContactReport r = contacts.project(x, 100);
  EXPECT_TRUE(r.converged);
  EXPECT_LE(r.largest_overlap, 1e-9);
  EXPECT_GE(contacts.gaps(x).bodies, -1e-9);
  for (std::size_t c = 0; c < 3; ++c) EXPECT_NEAR(x[c] + x[3 + c], start[c] + start[3 + c], 1e-14);
  // one small push: first order in the overlap
  double moment[3] = {0, 0, 0};
  const auto add = [&](const double* a, const double* v, double weight) {
    moment[0] += weight * (a[1] * v[2] - a[2] * v[1]);
    moment[1] += weight * (a[2] * v[0] - a[0] * v[2]);
    moment[2] += weight * (a[0] * v[1] - a[1] * v[0]);
  };
  for (std::size_t i = 0; i < 2; ++i) {
    double dx[3], dn[3];
    for (std::size_t c = 0; c < 3; ++c) {
      dx[c] = x[3 * i + c] - start[3 * i + c];
      dn[c] = x[6 + 3 * i + c] - start[6 + 3 * i + c];
    }
    add(&start[3 * i], dx, 1);
    add(&start[6 + 3 * i], dn, l * l / 3);
  }
  for (double m : moment) EXPECT_NEAR(m, 0, 3e-4);
}

TEST(CapsuleContacts, RodIsTurnedOffTheWall) {
  Domain pipe;
  pipe.radius = 1;
  pipe.length = 5;
  CapsuleContacts contacts(pipe, {0.05}, {0.45}, 1e-8, true);
  std::vector<double> x{0.1, 0.6, 0.1, 0.3, std::sqrt(1 - 0.09), 0};
  const double before = x[4];
  EXPECT_LT(contacts.gaps(x).wall, 0);
  EXPECT_TRUE(contacts.project(x, 100).converged);
  EXPECT_GE(contacts.gaps(x).wall, -1e-8);
  EXPECT_LT(x[4], before);
  EXPECT_NEAR(std::hypot(x[3], x[4], x[5]), 1, 1e-14);
}

/// Rods and spheres thrown into a pipe: no overlap is left, across the period too.
TEST(CapsuleContacts, RandomRodsAreParted) {
  Domain pipe;
  pipe.radius = 3;
  pipe.length = 8;
  const std::size_t n = 60;
  test::Random random(3);
  std::vector<double> radii(n, 0.1), half(n, 0.9), x(6 * n);
  for (std::size_t i = 0; i < n; ++i) {
    if (i % 6 == 0) {
      radii[i] = 0.3;
      half[i] = 0;
    }
    x[3 * i] = random.uniform(0, 8);
    x[3 * i + 1] = random.uniform(-1.5, 1.5);
    x[3 * i + 2] = random.uniform(-1.5, 1.5);
    const auto d = random_direction(random);
    std::copy(d.begin(), d.end(), &x[3 * (n + i)]);
  }
  CapsuleContacts contacts(pipe, radii, half, 1e-7, true);
  EXPECT_LT(contacts.gaps(x).bodies, -0.05);
  EXPECT_TRUE(contacts.project(x, 500).converged);
  // independent of its own lists: every pair, every image
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < i; ++j)
      for (const double image : {-8.0, 0.0, 8.0}) {
        double d[3];
        for (std::size_t c = 0; c < 3; ++c) d[c] = x[3 * i + c] - x[3 * j + c];
        d[0] += image;
        const auto p = nearest_points(d, &x[3 * (n + i)], half[i], &x[3 * (n + j)], half[j]);
        EXPECT_GE(p.distance - radii[i] - radii[j], -1.01e-7) << i << " " << j;
      }
  const Gaps g = contacts.gaps(x);
  EXPECT_GE(g.bodies, -1.01e-7);
  EXPECT_GE(g.wall, -1.01e-7);
}

/// Jeffery's rotation of a spheroid of aspect 5 in u_x = y, carried along by the flow at its centre.
void jeffery(std::span<const double> x, std::span<double> v) {
  const double b = 24.0 / 26, *n = &x[3];
  v[0] = x[1];
  v[1] = v[2] = 0;
  const double e[3] = {0.5 * n[1], 0.5 * n[0], 0}, w[3] = {0.5 * n[1], -0.5 * n[0], 0};
  const double nen = n[0] * n[1];
  for (std::size_t c = 0; c < 3; ++c) v[3 + c] = w[c] + b * (e[c] - nen * n[c]);
}

/// Order of convergence of every rule for directors, against the period 2 pi (r + 1/r) in closed form.
TEST(Integrator, DirectorsConvergeWithTheOrderOfTheRule) {
  const double period = 2 * pi * 5.2;
  const struct {
    IntegratorKind kind;
    double order;
    int steps;
  } rules[] = {{IntegratorKind::euler, 1, 4000},
               {IntegratorKind::midpoint, 2, 400},
               {IntegratorKind::adams_bashforth_2, 2, 800},
               {IntegratorKind::rk4, 4, 200}};
  for (const auto& rule : rules) {
    double error[2];
    for (int k = 0; k < 2; ++k) {
      IntegratorOptions options;
      options.kind = rule.kind;
      options.adaptive = false;
      options.time_step = period / (rule.steps << k);
      BodyState s;
      s.positions = {0.3, 0, 0.1};
      s.images = {0, 0, 0};
      s.directors = {0.3, 0.5, std::sqrt(1 - 0.34)};
      s.velocities.resize(3);
      s.rates.resize(3);
      std::vector<double> v(6);
      jeffery(s.coordinates(), v);
      s.set_slopes(v);
      Contacts contacts(free_space(), {0.1}, {0.4}, 1e-6, true);
      Integrator integrator(options, free_space(), 0.1);
      const std::vector<double> start = s.directors;
      for (int i = 0; i < rule.steps << k; ++i) integrator.step(s, jeffery, contacts);
      EXPECT_NEAR(s.time, period, 1e-9);
      EXPECT_NEAR(std::hypot(s.directors[0], s.directors[1], s.directors[2]), 1, 1e-14);
      error[k] = std::hypot(s.directors[0] - start[0], s.directors[1] - start[1], s.directors[2] - start[2]);
    }
    EXPECT_NEAR(std::log2(error[0] / error[1]), rule.order, 0.35) << int(rule.kind);
    EXPECT_LT(error[1], 0.05) << int(rule.kind);
  }
}

}  // namespace
}  // namespace slurry
