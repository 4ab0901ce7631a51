// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "bodies/director.hpp"
#include "support/rods.hpp"

namespace slurry {
namespace {

using std::numbers::pi;
using test::Bodies;

/// Runge-Kutta 4 for the director of one body, the position held.
template <class Rate>
void step(std::vector<double>& n, double dt, const Rate& rate) {
  const auto at = [&](const std::vector<double>& slope, double h) {
    std::vector<double> m = n;
    for (std::size_t c = 0; c < 3; ++c) m[c] += h * slope[c];
    normalise_directors(m);
    return m;
  };
  const std::vector<double> k1 = rate(n), k2 = rate(at(k1, dt / 2)), k3 = rate(at(k2, dt / 2)), k4 = rate(at(k3, dt));
  std::vector<double> mean(3);
  for (std::size_t c = 0; c < 3; ++c) mean[c] = (k1[c] + 2 * k2[c] + 2 * k3[c] + k4[c]) / 6;
  n = at(mean, dt);
}

/// Time between two crossings of n_x = 0 in the same sense, times the rate, for a rod in the plane of shear u_x = rate
/// y.
double period(const BodyKind& kind, double rate, double dt) {
  BodyMobilitySetup s = test::free_space(kind, 1);
  s.sums.surroundings.flow = BackgroundFlow::shear(rate);
  BodyMobility m(s);
  Bodies b(1);
  std::vector<double> n{0.1, std::sqrt(0.99), 0};
  double t = 0, last = 0;
  std::vector<double> crossings;
  while (crossings.size() < 3) {
    last = n[0];
    const double before = t;
    step(n, dt, [&](const std::vector<double>& at) {
      b.n = at;
      b.solve(m);
      return b.rate;
    });
    t += dt;
    if ((last < 0) != (n[0] < 0)) crossings.push_back(before + dt * last / (last - n[0]));
  }
  return (crossings[2] - crossings[0]) * rate;
}

/// theory/rods.md: period * rate = 2 pi (r + 1/r) of a spheroid.
TEST(Jeffery, PeriodOfLineRods) {
  const double truth[3][2] = {{5, 32.672564}, {10, 63.460172}, {20, 125.977865}};
  for (const auto& row : truth) {
    EXPECT_NEAR(2 * pi * (row[0] + 1 / row[0]), row[1], 1e-6);
    EXPECT_NEAR(period(BodyKind::of(make_rod_line(1, row[0])), 1.7, 0.1 / 1.7), row[1], 1e-5 * row[1]) << row[0];
  }
}

/// A chain turns like the spheroid of its turning aspect ratio.
TEST(Jeffery, PeriodOfChains) {
  EXPECT_NEAR(period(BodyKind::of(fit_rod_chain(1, 10, ChainTarget::spheroid)), 1, 0.1), 63.460172, 1e-3);
  const double r = 1.24 * 10 / std::sqrt(std::log(10.0));
  EXPECT_NEAR(period(BodyKind::of(fit_rod_chain(1, 10, ChainTarget::cylinder)), 1, 0.1), 2 * pi * (r + 1 / r), 1e-3);
}

/// A director out of the plane: the orbit constant C = sqrt(n_x^2/r^2 + n_y^2)/|n_z| of Jeffery (1922) stays, and the
/// error of a period falls with the fourth power of the step.
TEST(Jeffery, OrbitConstantStays) {
  const double r = 5, t_end = 2 * pi * (r + 1 / r);
  BodyMobilitySetup s = test::free_space(BodyKind::of(make_rod_line(1, r)), 1);
  s.sums.surroundings.flow = BackgroundFlow::shear(1);
  BodyMobility m(s);
  double error[2], drift[2];
  for (int k = 0; k < 2; ++k) {
    const int steps = 200 << k;
    Bodies b(1);
    b.n = {0.3, 0.5, std::sqrt(1 - 0.09 - 0.25)};
    const std::vector<double> start = b.n;
    const auto constant = [r](const std::vector<double>& n) { return std::hypot(n[0] / r, n[1]) / std::abs(n[2]); };
    std::vector<double> n = start;
    for (int i = 0; i < steps; ++i)
      step(n, t_end / steps, [&](const std::vector<double>& at) {
        b.n = at;
        b.solve(m);
        return b.rate;
      });
    error[k] = std::hypot(n[0] - start[0], n[1] - start[1], n[2] - start[2]);
    drift[k] = std::abs(constant(n) / constant(start) - 1);
  }
  EXPECT_LT(error[1], 1e-4);
  EXPECT_LT(drift[1], 1e-5);
  EXPECT_GT(error[0] / error[1], 12);
}

/// Drift of an oblique settling rod (theory/rods.md): largest angle at tan(theta) = sqrt(q), and sideways
/// over settling velocity at 45 degrees.
TEST(LineRod, DriftOfObliqueRod) {
  const double truth[3][4] = {{5, 1.328414929, 8.10841, 0.14104657},
                              {10, 1.439868765, 10.38629, 0.18028378},
                              {20, 1.525837764, 12.01592, 0.20818351}};
  for (const auto& row : truth) {
    BodyMobility m(test::free_space(BodyKind::of(make_rod_line(1, row[0])), 1));
    const auto ratio = [&](double angle) {
      Bodies b(1);
      b.n = {std::sin(angle), 0, -std::cos(angle)};
      b.force = {0, 0, -1};
      b.solve(m);
      EXPECT_NEAR(b.rate[0], 0, 1e-15);
      return b.u[0] / -b.u[2];
    };
    const double angle = std::atan(std::sqrt(row[1])), most = std::atan(ratio(angle));
    EXPECT_NEAR(most * 180 / pi, row[2], 6e-6) << row[0];
    for (double away = 1e-3; away < 0.5; away *= 2) {
      EXPECT_LT(std::atan(ratio(angle + away)), most);
      EXPECT_LT(std::atan(ratio(angle - away)), most);
    }
    EXPECT_NEAR(ratio(pi / 4), row[3], 6e-9);
  }
}

}  // namespace
}  // namespace slurry
