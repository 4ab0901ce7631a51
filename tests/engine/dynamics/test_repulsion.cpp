// SPDX-License-Identifier: BSD-3-Clause
// Steric repulsion of spheres and rods against its own potential, searched for and differentiated here, and closed
// forms.
#include "dynamics/repulsion.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "support/random_points.hpp"

namespace slurry {
namespace {

using V = std::array<double, 3>;

constexpr double strength = 7, range = 0.3;

V operator+(const V& a, const V& b) {
  return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}
V operator-(const V& a, const V& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
V operator*(double s, const V& a) {
  return {s * a[0], s * a[1], s * a[2]};
}
double dot(const V& a, const V& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
V cross(const V& a, const V& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
V unit(const V& a) {
  return (1 / std::sqrt(dot(a, a))) * a;
}

struct Body {
  V x, n;
  double radius, half;
};

double law(double gap) {
  return strength * (gap > 0 ? std::exp(-gap / range) : 1 - gap / range);
}
/// Minus the integral of the law from infinity.
double potential(double gap) {
  return strength * range * (gap > 0 ? std::exp(-gap / range) : 1 - gap / range + gap * gap / (2 * range * range));
}

/// Distance of two axes: the square is convex in the two places on them, so going to the minimum in one and then in the
/// other ends at the least.
double axis_distance(const V& d, const Body& a, const Body& b) {
  const auto clamp = [](double s, double h) { return std::max(-h, std::min(h, s)); };
  double t = 0;
  V w{};
  for (int k = 0; k < 2000; ++k) {
    const double s = clamp(dot(t * b.n - d, a.n), a.half);
    w = d + s * a.n;
    const double before = t;
    t = clamp(dot(w, b.n), b.half);
    w = w - t * b.n;
    if (t == before) break;
  }
  return std::sqrt(dot(w, w));
}

/// All images of the centres that are near, those of a body itself included, where there are periods.
double energy(const std::vector<Body>& bodies, const Domain& domain) {
  constexpr double images = 3;
  const V last = domain.kind == DomainKind::periodic_3 ? V{images, images, images}
                 : domain.kind == DomainKind::pipe     ? V{images, 0, 0}
                                                       : V{};
  const V period = domain.kind == DomainKind::periodic_3 ? V{domain.cell[0], domain.cell[1], domain.cell[2]}
                                                         : V{domain.length, 0, 0};
  double e = 0;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const Body& a = bodies[i];
    for (std::size_t j = 0; j <= i; ++j)
      for (double p = -last[0]; p <= last[0]; ++p)
        for (double q = -last[1]; q <= last[1]; ++q)
          for (double r = -last[2]; r <= last[2]; ++r) {
            if (i == j && p == 0 && q == 0 && r == 0) continue;
            const V d = a.x - bodies[j].x + V{p * period[0], q * period[1], r * period[2]};
            const double gap = axis_distance(d, a, bodies[j]) - a.radius - bodies[j].radius;
            e += (i == j ? 0.5 : 1) * potential(gap);  // a pair of own images stands there twice
          }
    if (domain.kind != DomainKind::pipe) continue;
    for (double end : {-a.half, a.half}) {
      const V tip = a.x + end * a.n;
      e += potential(domain.radius - a.radius - std::hypot(tip[1], tip[2]));
      if (a.half == 0) break;
    }
  }
  return e;
}

struct Loads {
  std::vector<double> f, t;
  V force(std::size_t i) const { return {f[3 * i], f[3 * i + 1], f[3 * i + 2]}; }
  V torque(std::size_t i) const { return {t[3 * i], t[3 * i + 1], t[3 * i + 2]}; }
};

Loads loads_of(const std::vector<Body>& bodies, const Domain& domain, Repulsion* used = nullptr) {
  const std::size_t n = bodies.size();
  std::vector<double> radii, half, x(6 * n);
  for (std::size_t i = 0; i < n; ++i) {
    radii.push_back(bodies[i].radius);
    half.push_back(bodies[i].half);
    for (std::size_t c = 0; c < 3; ++c) {
      x[3 * i + c] = bodies[i].x[c];
      x[3 * (n + i) + c] = bodies[i].n[c];
    }
  }
  Repulsion repulsion(domain, strength, range, radii, half);
  Loads loads{std::vector<double>(3 * n), std::vector<double>(3 * n)};
  repulsion.add(x, loads.f, loads.t);
  if (used) *used = repulsion;
  return loads;
}

Domain free_space() {
  Domain d;
  d.kind = DomainKind::free_space;
  return d;
}

Domain cell(double edge) {
  Domain d;
  d.kind = DomainKind::periodic_3;
  d.cell = {edge, edge, edge};
  return d;
}

Domain pipe() {
  Domain d;
  d.kind = DomainKind::pipe;
  d.radius = 4;
  d.length = 12;
  return d;
}

/// Rods of several shapes and spheres, dense enough that some overlap each other or the wall.
std::vector<Body> mixture(std::uint64_t seed) {
  test::Random random(seed);
  std::vector<Body> bodies;
  for (int k = 0; k < 24; ++k) {
    Body b;
    b.x = {random.uniform(0, 12), random.uniform(-2, 2), random.uniform(-2, 2)};
    b.n = unit({random.normal(), random.normal(), random.normal()});
    b.radius = random.uniform(0.2, 0.5);
    b.half = k % 3 == 0 ? 0 : random.uniform(0.4, 2);
    bodies.push_back(b);
  }
  return bodies;
}

/// Forces are minus the slopes of the potential energy along moves, torques those along turns.
void expect_gradient_of_potential(const std::vector<Body>& bodies, const Domain& domain) {
  const Loads loads = loads_of(bodies, domain);
  const double step = 1e-5;
  for (std::size_t i = 0; i < bodies.size(); ++i)
    for (std::size_t c = 0; c < 3; ++c) {
      V e{0, 0, 0};
      e[c] = 1;
      std::vector<Body> moved = bodies;
      moved[i].x = bodies[i].x + step * e;
      double ahead = energy(moved, domain);
      moved[i].x = bodies[i].x - step * e;
      EXPECT_NEAR(loads.force(i)[c], -(ahead - energy(moved, domain)) / (2 * step), 2e-6 * strength) << i << " " << c;
      if (bodies[i].half == 0) {
        EXPECT_EQ(loads.torque(i)[c], 0);
        continue;
      }
      const V turn = step * cross(e, bodies[i].n);
      moved[i] = bodies[i];
      moved[i].n = unit(bodies[i].n + turn);
      ahead = energy(moved, domain);
      moved[i].n = unit(bodies[i].n - turn);
      EXPECT_NEAR(loads.torque(i)[c], -(ahead - energy(moved, domain)) / (2 * step), 2e-6 * strength) << i << " " << c;
    }
}

/// Rod and rod, rod and sphere, sphere and sphere, both and the wall, apart and overlapping.
TEST(Repulsion, IsTheGradientOfItsPotential_OfRodsAndSpheresInThePipe) {
  const std::vector<Body> bodies = mixture(3);
  expect_gradient_of_potential(bodies, pipe());
  double largest = 0;
  for (const double f : loads_of(bodies, pipe()).f) largest = std::max(largest, std::abs(f));
  EXPECT_GT(largest, strength);  // some overlap
}

/// In a cell of twice the length of its rods, bodies meet several images of the same neighbour, and rods their own.
TEST(Repulsion, IsTheGradientOfItsPotential_OfAllImagesInAShortCell) {
  const Body rod{{0.3, 0.2, 0.5}, unit({1, 0.4, 0.2}), 0.4, 0.6};
  const Body other{{2.2, 2.1, 2.3}, unit({-0.3, 1, 0.5}), 0.3, 0.7}, ball{{2.3, 0.1, 1.9}, {1, 0, 0}, 0.5, 0};
  expect_gradient_of_potential({rod}, cell(2.2));
  expect_gradient_of_potential({rod, other, ball}, cell(4));
}

void expect_loads(const Loads& l, std::size_t i, const V& force, const V& torque) {
  for (std::size_t c = 0; c < 3; ++c) {
    EXPECT_NEAR(l.force(i)[c], force[c], 1e-12) << i << " " << c;
    EXPECT_NEAR(l.torque(i)[c], torque[c], 1e-12) << i << " " << c;
  }
}

/// A sphere between two images of another one is pushed by both; in the middle nothing is left.
TEST(Repulsion, OfBothSidesOfANeighbour) {
  for (const double place : {1.9, 2.1, 2.3}) {
    const Loads l = loads_of({{{0, 0, 0}, {1, 0, 0}, 0.9, 0}, {{place, 0, 0}, {1, 0, 0}, 0.9, 0}}, [] {
      Domain d = cell(40);
      d.cell[0] = 4.2;
      return d;
    }());
    double force = 0;  // of the two nearest images on each side; those behind are more than 16 ranges away
    for (const double image : {0.0, 4.2}) force += law(place + image - 1.8) - law(4.2 + image - place - 1.8);
    expect_loads(l, 1, {force, 0, 0}, {0, 0, 0});
  }
}

TEST(Repulsion, ForcesAndMomentsOfForceBalance_InFreeSpace) {
  const std::vector<Body> bodies = mixture(5);
  const Loads loads = loads_of(bodies, free_space());
  V force{}, moment{};
  double most = 0;
  const V about{2, -1, 5};
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    force = force + loads.force(i);
    moment = moment + loads.torque(i) + cross(bodies[i].x - about, loads.force(i));
    most = std::max(most, std::sqrt(dot(loads.torque(i), loads.torque(i))));
  }
  EXPECT_GT(most, 1);
  for (std::size_t c = 0; c < 3; ++c) {
    EXPECT_NEAR(force[c], 0, 1e-12);
    EXPECT_NEAR(moment[c], 0, 1e-11);
  }
}

TEST(Repulsion, ClosedForms_ParallelCrossedEndOn) {
  const double b = 0.4, h = 0.25, gap = 0.17, r = 2 * b + gap, f = law(gap);
  const Body along{{0, 0, 0}, {1, 0, 0}, b, 2};
  // side by side, the second shifted by 1: in the middle of what they have beside each other, at x = 1/2
  const Loads parallel = loads_of({along, {{1, 0, r}, {1, 0, 0}, b, 2}}, free_space());
  expect_loads(parallel, 0, {0, 0, -f}, cross({0.5, 0, 0}, {0, 0, -f}));
  expect_loads(parallel, 1, {0, 0, f}, cross({-0.5, 0, 0}, {0, 0, f}));
  // at right angles, crossing at (1.5, 0): levers 1.5 and -h
  const Loads crossed = loads_of({along, {{1.5, h, -r}, {0, 1, 0}, b, 2}}, free_space());
  expect_loads(crossed, 0, {0, 0, f}, cross({1.5, 0, 0}, {0, 0, f}));
  expect_loads(crossed, 1, {0, 0, -f}, cross({0, -h, 0}, {0, 0, -f}));
  // end to end: as two spheres of the rods' thickness
  const Loads ends = loads_of({along, {{4 + r, 0, 0}, {-1, 0, 0}, b, 2}}, free_space());
  expect_loads(ends, 0, {-f, 0, 0}, {0, 0, 0});
  expect_loads(ends, 1, {f, 0, 0}, {0, 0, 0});
  // one through the other: the straight line goes on to a gap of -2b
  const Loads through = loads_of({along, {{1, 0, 0}, {0, 0, 1}, b, 2}}, free_space());
  EXPECT_NEAR(std::abs(through.force(0)[1]), law(-2 * b), 1e-12);
}

/// A sphere beside a rod, and one before its end: the law of two spheres at the nearest place of the axis.
TEST(Repulsion, OfARodAndASphere_IsThatOfASphereAtTheNearestPlaceOfTheAxis) {
  const Body rod{{0.3, -0.2, 0.1}, unit({1, 2, -0.5}), 0.4, 2};
  const V across = unit(cross(rod.n, {0, 0, 1}));
  for (const auto& [lever, direction] : {std::pair<double, V>{1.1, across}, {2, unit(rod.n + 0.3 * across)}}) {
    const V touch = rod.x + lever * rod.n;
    const Body ball{touch + 1.45 * direction, {1, 0, 0}, 0.9, 0};
    const Loads of_rod = loads_of({rod, ball}, free_space());
    const Loads of_spheres = loads_of({{touch, {1, 0, 0}, rod.radius, 0}, ball}, free_space());
    expect_loads(of_rod, 0, of_spheres.force(0), cross(lever * rod.n, of_spheres.force(0)));
    expect_loads(of_rod, 1, of_spheres.force(1), {0, 0, 0});
    EXPECT_NEAR(std::sqrt(dot(of_rod.force(0), of_rod.force(0))), law(0.15), 1e-12);
  }
}

/// A rod that meets the wall with one end is pushed like a sphere there, one that lies along the wall at both ends.
TEST(Repulsion, FromTheWall) {
  const Domain d = pipe();
  const double b = 0.3, gap = 0.12;
  const V out = unit({0, 0.6, 0.8});
  const double f = law(gap);
  const Loads standing = loads_of({{(d.radius - b - gap - 1.5) * out, out, b, 1.5}}, d);
  const double other_end = law(gap + 3);  // 3 farther in, on the same side of the axis
  expect_loads(standing, 0, -(f + other_end) * out, {0, 0, 0});
  const Loads lying = loads_of({{(d.radius - b - gap) * out, {1, 0, 0}, b, 1.5}}, d);
  expect_loads(lying, 0, -2 * f * out, {0, 0, 0});
  const Loads sphere = loads_of({{(d.radius - b - gap) * out, {1, 0, 0}, b, 0}}, d);
  expect_loads(sphere, 0, -f * out, {0, 0, 0});
}

TEST(Repulsion, LongestStep_IsThatOfTheMoreMobileOfAPair) {
  Repulsion repulsion(free_space(), 1, 1, {}, {});
  loads_of({{{0, 0, 0}, {1, 0, 0}, 3, 0}, {{3.7, 0, 0}, {1, 0, 0}, 0.5, 0}}, free_space(), &repulsion);
  const double viscosity = 2, mobility = 1 / (6 * std::numbers::pi * viscosity * 0.5);
  EXPECT_NEAR(repulsion.longest_step(viscosity), 0.25 * range / (mobility * law(0.2)), 1e-12);
  EXPECT_NEAR(repulsion.largest(), law(0.2), 1e-12);
}

}  // namespace
}  // namespace slurry
