// SPDX-License-Identifier: BSD-3-Clause
// Angular velocities of spheres without torques: closed forms, quadrature, exact wall modes, slopes of the field.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <numeric>

#include "base/quadrature.hpp"
#include "kernels/sphere_turn.hpp"
#include "mobility/point_mobility.hpp"
#include "mobility/rotlet_sum.hpp"
#include "support/random_points.hpp"

namespace slurry {
namespace {

using std::numbers::pi;
using V = std::array<double, 3>;

constexpr double viscosity = 0.7;

std::vector<std::size_t> all(std::size_t n) {
  std::vector<std::size_t> i(n);
  std::iota(i.begin(), i.end(), std::size_t{0});
  return i;
}

PointMobilitySetup setup_for(DomainKind kind, std::vector<double> radii, double tolerance) {
  PointMobilitySetup s;
  s.domain.kind = kind;
  s.surroundings.viscosity = viscosity;
  s.radii = std::move(radii);
  s.tolerance = tolerance;
  return s;
}

std::vector<double> solve_and_turn(PointMobility& m, const std::vector<double>& x, const std::vector<double>& f) {
  std::vector<double> v(x.size()), w(x.size());
  m.solve(x, f, v);
  m.angular_velocities(all(x.size() / 3), w);
  return w;
}

double rms(const std::vector<double>& v) {
  double s = 0;
  for (double c : v) s += c * c;
  return std::sqrt(3 * s / static_cast<double>(v.size()));
}

double rms_difference(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> d(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) d[i] = a[i] - b[i];
  return rms(d);
}

/// Flow (no 1/(8 pi eta)) at r from the middle of a sphere of radius b with the force f: (1 + b^2/6 Lap) G f outside,
/// 4/(3b) f inside.
V flow_of_sphere(const V& r, const V& f, double b) {
  const double r2 = r[0] * r[0] + r[1] * r[1] + r[2] * r[2], d = std::sqrt(r2), q = b * b / 6;
  V u{};
  for (std::size_t c = 0; c < 3; ++c) {
    const double along = (r[0] * f[0] + r[1] * f[1] + r[2] * f[2]) * r[c] / r2;
    u[c] = d < b ? 4 / (3 * b) * f[c] : (f[c] + along) / d + 2 * q * (f[c] - 3 * along) / (r2 * d);
  }
  return u;
}

/// 3/(2a) times the mean of n x u over the sphere of radius a (Faxen's law for rotation), r away from the other one
/// along z, which has its force along x: about y.  Rings around z; the flow has a kink where the spheres meet, at which
/// the rule is parted.
double turn_by_quadrature(double r, double a, double b) {
  const GaussRule<double> rule = gauss_legendre(40);
  const double kink = std::clamp((b * b - r * r - a * a) / (2 * r * a), -1.0, 1.0);
  double sum = 0;
  for (const auto& [low, high] : {std::pair(-1.0, kink), {kink, 1.0}})
    for (std::size_t k = 0; k < rule.nodes.size(); ++k) {
      const double z = (low + high) / 2 + (high - low) / 2 * rule.nodes[k], across = std::sqrt(1 - z * z);
      for (int j = 0; j < 8; ++j) {
        const V n{across * std::cos(2 * pi * j / 8), across * std::sin(2 * pi * j / 8), z};
        const V u = flow_of_sphere({a * n[0], a * n[1], r + a * n[2]}, {1, 0, 0}, b);
        sum += rule.weights[k] * (high - low) / 2 / 8 / 2 * (n[2] * u[0] - n[0] * u[2]);
      }
    }
  return 3 / (2 * a) * sum;
}

/// f x r about y for f along x and r along z is -r.
TEST(SphereTurn, MatchesTheMeanOverTheSphere_ApartOverlappingAndInside) {
  for (const auto& [r, a, b] : {std::array{2.5, 1.0, 1.0},
                                {3.0, 0.5, 2.0},
                                {1.0, 1.0, 1.0},
                                {1.9, 1.0, 1.0},
                                {1.2, 0.5, 1.0},
                                {1.2, 1.0, 0.5},
                                {0.3, 1.0, 0.5},
                                {0.3, 0.5, 1.0}})
    EXPECT_NEAR(turn_by_quadrature(r, a, b), -r * sphere_turn(r, a, b), 1e-12) << r << " " << a << " " << b;
  // equal spheres, Wajnryb et al. (2013): (1/(16 pi eta a^2)) (r/a - 3 r^2/(8 a^2))
  const double a = 0.7, r = 0.9;
  EXPECT_NEAR(r * sphere_turn(r, a, a), (r / a - 3 * r * r / (8 * a * a)) / (2 * a * a), 1e-14);
}

/// Two spheres side by side settle and turn like F/(8 pi eta r^2), each in the other's flow, the finer of unequal ones
/// too; so do overlapping ones by the regularised tensor.
TEST(AngularVelocity, OfAPairSideBySide_InFreeSpace) {
  for (const auto& [r, a, b] : {std::array{3.0, 1.0, 1.0}, {2.0, 0.5, 1.2}, {1.5, 1.0, 1.0}}) {
    const auto m = make_point_mobility(setup_for(DomainKind::free_space, {a, b}, 1e-10));
    const std::vector<double> w = solve_and_turn(*m, {0, 0, 0, r, 0, 0}, {0, 0, -1, 0, 0, -2});
    const double unit = 1 / (8 * pi * viscosity);
    // f x (x_i - x_j): (0, 0, -f) x (-r, 0, 0) = (0, f r, 0)
    const std::vector<double> expected{0, 2 * r * unit * sphere_turn(r, a, b), 0,
                                       0, -r * unit * sphere_turn(r, b, a),    0};
    for (std::size_t c = 0; c < 6; ++c) EXPECT_NEAR(w[c], expected[c], 1e-14);
    if (r >= a + b) {
      EXPECT_NEAR(w[1], 2 / (8 * pi * viscosity * r * r), 1e-14);
    }
  }
}

/// In a short period a sphere overlaps the same neighbour on both sides: the sum over all images, one by one.
TEST(AngularVelocity, OfASphereThatOverlapsBothSidesOfANeighbour) {
  const double length = 2.5, radii[2] = {1, 0.8};
  PointMobilitySetup s = setup_for(DomainKind::periodic_1, {radii[0], radii[1]}, 1e-9);
  s.domain.length = length;
  const std::vector<double> x{0.2, 0, 0, 1.4, 0.3, -0.2}, f{0.3, -0.2, -1, 0.5, 1, 2};
  const std::vector<double> w = solve_and_turn(*make_point_mobility(s), x, f);
  for (std::size_t i = 0; i < 2; ++i) {
    V truth{};
    for (std::size_t j = 0; j < 2; ++j)
      for (int p = -20000; p <= 20000; ++p) {
        const V d{x[3 * i] - x[3 * j] + p * length, x[3 * i + 1] - x[3 * j + 1], x[3 * i + 2] - x[3 * j + 2]};
        const double r = std::hypot(d[0], d[1], d[2]);
        if (r == 0) continue;
        const double turn = sphere_turn(r, radii[i], radii[j]) / (8 * pi * viscosity);
        for (std::size_t c = 0; c < 3; ++c) {
          const std::size_t a = (c + 1) % 3, b = (c + 2) % 3;
          truth[c] += turn * (f[3 * j + a] * d[b] - f[3 * j + b] * d[a]);
        }
      }
    for (std::size_t c = 0; c < 3; ++c) EXPECT_NEAR(w[3 * i + c], truth[c], 1e-6) << i << " " << c;
  }
}

TEST(AngularVelocity, InPoiseuilleFlow_IsHalfItsShear) {
  PointMobilitySetup s = setup_for(DomainKind::pipe, {0.3}, 1e-6);
  s.domain.radius = 2;
  s.domain.length = 6;
  s.surroundings.net_flow = {NetFlowKind::flux, 5};
  const auto m = make_point_mobility(s);
  const double fastest = 2 * 5 / (pi * 4);
  const std::vector<double> w = solve_and_turn(*m, {1, 0.6, 1.1}, {0, 0, 0});
  // u_max rho/R^2 about the direction across x and rho
  EXPECT_NEAR(w[0], 0, 1e-14);
  EXPECT_NEAR(w[1], -fastest * 1.1 / 4, 1e-14);
  EXPECT_NEAR(w[2], fastest * 0.6 / 4, 1e-14);
}

/// Numbers of tests/reference/data/turning_spheres.py: exact modes of the wall.
TEST(AngularVelocity, BesideTheWallOfAPipe_MatchesExactModes) {
  const std::vector<double> x{0.4, 1.685, 0, 1.6, 0.6, 0.9, 5.9, -0.7, 0.2},
      f{1, 0.3, -0.2, 0.7, -0.5, 0.4, -0.4, 0.2, 0.6};
  const std::vector<double> open{0.00269156899,   -0.000240986845, 0.07248244154,   0.0008176367403, -0.0009944991474,
                                 -0.003960531444, -0.002818596111, -0.001411584556, -0.004633489652};
  const std::vector<double> closed{0.00269156899,   -0.000240986845, 0.06705127733,    0.0008176367403, 0.001906419421,
                                   -0.005894477157, -0.002818596111, -0.0007669359855, -0.002377219654};
  for (const double tolerance : {1e-3, 1e-5})
    for (const NetFlowKind kind : {NetFlowKind::zero_gradient, NetFlowKind::zero_flux}) {
      PointMobilitySetup s = setup_for(DomainKind::pipe, {0.3, 0.5, 0.2}, tolerance);
      s.domain.radius = 2;
      s.domain.length = 7;
      s.surroundings.net_flow.kind = kind;
      const auto m = make_point_mobility(s);
      const std::vector<double> w = solve_and_turn(*m, x, f);
      const std::vector<double>& truth = kind == NetFlowKind::zero_flux ? closed : open;
      // relative to 3/4 mu0 F/a
      double scale = 0;
      const double radii[3] = {0.3, 0.5, 0.2};
      for (std::size_t i = 0; i < 3; ++i)
        scale += std::pow(std::hypot(f[3 * i], f[3 * i + 1], f[3 * i + 2]) / (radii[i] * radii[i]), 2) / 3;
      scale = std::sqrt(scale) / (8 * pi * viscosity);
      EXPECT_LT(rms_difference(w, truth), 3 * tolerance * scale) << tolerance;  // 0.6 and 1.6 times
      // one of them alone
      std::vector<double> one(3);
      m->angular_velocities(std::vector<std::size_t>{1}, one);
      for (std::size_t c = 0; c < 3; ++c) EXPECT_NEAR(one[c], w[3 + c], 2 * tolerance * scale);
    }
}

/// Half the curl of the field by central differences of sixth order.  What a body itself makes is even about its
/// centre, its own images with it, and drops out.
std::vector<double> by_differences(PointMobility& m, const std::vector<double>& x, double step) {
  const double weights[3] = {45.0 / 60, -9.0 / 60, 1.0 / 60};
  std::vector<double> points;
  for (std::size_t i = 0; i < x.size(); i += 3)
    for (std::size_t axis = 0; axis < 3; ++axis)
      for (int k = 1; k <= 3; ++k)
        for (const int sign : {1, -1}) {
          points.insert(points.end(), &x[i], &x[i] + 3);
          points[points.size() - 3 + axis] += sign * k * step;
        }
  std::vector<double> u(points.size()), w;
  m.field(points, u);
  for (std::size_t i = 0; i < x.size() / 3; ++i) {
    double slope[3][3] = {};
    for (std::size_t axis = 0; axis < 3; ++axis)
      for (std::size_t c = 0; c < 3; ++c)
        for (std::size_t k = 0; k < 3; ++k) {
          const std::size_t at = 3 * (18 * i + 6 * axis + 2 * k) + c;
          slope[c][axis] += weights[k] * (u[at] - u[at + 3]) / step;
        }
    w.insert(w.end(),
             {(slope[2][1] - slope[1][2]) / 2, (slope[0][2] - slope[2][0]) / 2, (slope[1][0] - slope[0][1]) / 2});
  }
  return w;
}

/// Spheres of one radius that do not overlap, in the cube from `low` to `high`, with forces of any direction.
void place(double low, double high, double a, std::size_t n, test::Random& random, std::vector<double>& x,
           std::vector<double>& f) {
  while (x.size() < 3 * n) {
    const V p{random.uniform(low, high), random.uniform(low, high), random.uniform(low, high)};
    bool free = true;
    for (std::size_t j = 0; j < x.size(); j += 3)
      free = free && std::hypot(p[0] - x[j], p[1] - x[j + 1], p[2] - x[j + 2]) > 2.2 * a;
    if (!free) continue;
    x.insert(x.end(), p.begin(), p.end());
    for (int c = 0; c < 3; ++c) f.push_back(random.normal());
  }
}

TEST(AngularVelocity, OfManySpheres_IsHalfTheCurlOfTheField_InEveryDomain) {
  for (const DomainKind kind : {DomainKind::free_space, DomainKind::periodic_1, DomainKind::periodic_3}) {
    test::Random random(7);
    std::vector<double> x, f;
    place(0.5, 9.5, 0.5, 40, random, x, f);
    PointMobilitySetup s = setup_for(kind, {0.5}, 1e-9);
    s.domain.length = 10;
    s.domain.cell = {10, 10, 10};
    const auto exact = make_point_mobility(s);
    solve_and_turn(*exact, x, f);
    const std::vector<double> truth = by_differences(*exact, x, 0.08);
    for (const double tolerance : {1e-3, 1e-6}) {
      s.tolerance = tolerance;
      const auto m = make_point_mobility(s);
      const double scale = std::max(rms(truth), rms(f) / (8 * pi * viscosity * 0.25));
      const std::vector<double> w = solve_and_turn(*m, x, f);
      EXPECT_LT(rms_difference(w, truth), 1.5 * tolerance * scale + 1e-7) << static_cast<int>(kind);
    }
    EXPECT_GT(rms(truth), 0.01);
  }
}

/// Above a number of pairs free space goes by Ewald's sum: the answer is that of all pairs, which a few targets keep.
TEST(AngularVelocity, EwaldSumMatchesAllPairs_InFreeSpace) {
  test::Random random(3);
  std::vector<double> x, f;
  for (int i = 0; i < 3 * 6000; ++i) {
    x.push_back(random.uniform(0, 40));
    f.push_back(i % 3 == 2 ? -1.0 : 0.0);
  }
  const auto m = make_point_mobility(setup_for(DomainKind::free_space, {0.2}, 1e-3));
  std::vector<double> w = solve_and_turn(*m, x, f), few(30);
  const std::vector<std::size_t> ten{0, 7, 100, 1000, 2000, 3000, 4000, 5000, 5500, 5999};
  m->angular_velocities(ten, few);
  std::vector<double> same;
  for (std::size_t i : ten) same.insert(same.end(), &w[3 * i], &w[3 * i] + 3);
  EXPECT_LT(rms_difference(same, few), 2e-3 * std::max(rms(w), 1 / (8 * pi * viscosity * 0.04)));
}

}  // namespace
}  // namespace slurry
