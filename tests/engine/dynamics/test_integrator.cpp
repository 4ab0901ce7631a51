// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "dynamics/integrator.hpp"
#include "slurry/error.hpp"
#include "support/free_space_spheres.hpp"
#include "support/step.hpp"

namespace slurry {
namespace {

using testing_support::free_space_spheres;

// theory/contacts-and-integrators.md: own integration of order 8 at 1e-12, half width 5, separation 10, Rotne-Prager.
constexpr double period = 517.03598403;
const Domain open{DomainKind::free_space, 1, 1, {1, 1, 1}};
const std::array<double, 3> down{0, 0, -1};

/// The meter of the table, of bodies that fall down in free space.
class PeriodMeter {
 public:
  void see(const BodyState& s) { meter_->see(test::step_of(s, scenario_, radii_)); }
  double period() const { return meter_->value(); }

 private:
  static Scenario falling() {
    Scenario s;
    s.domain = open;
    s.gravity = down;
    return s;
  }
  Scenario scenario_ = falling();
  std::vector<double> radii_{1, 1};
  std::unique_ptr<Meter> meter_ = find_quantity(quantities(), "period")->make_meter(scenario_);
};

void settle(std::span<const double> x, std::span<double> v) {
  std::vector<double> f(x.size(), 0.0);
  for (std::size_t i = 2; i < f.size(); i += 3) f[i] = -1;
  free_space_spheres(x, f, 1, 1 / (6 * std::numbers::pi), v);
}

BodyState begin(std::vector<double> x, const Integrator::Velocity& velocity) {
  BodyState s;
  s.images.assign(x.size(), 0);
  s.velocities.resize(x.size());
  s.positions = std::move(x);
  velocity(s.positions, s.velocities);
  return s;
}

struct Orbit {
  double period_error, smallest_distance, largest_local_error;
};

Orbit four_spheres(IntegratorKind kind, double dt) {
  BodyState s = begin({5, 0, 5, 0, 5, -5, -5, 0, 5, 0, -5, -5}, settle);
  Contacts contacts(open, std::vector<double>(4, 1.0), 1e-6);
  Integrator integrator({.kind = kind, .time_step = dt, .adaptive = false}, open, 1);
  PeriodMeter meter;
  meter.see(s);
  Orbit out{0, 1e9, 0};
  while (std::isnan(meter.period())) {
    out.largest_local_error = std::max(out.largest_local_error, integrator.step(s, settle, contacts).local_error);
    meter.see(s);
    out.smallest_distance = std::min(out.smallest_distance, contacts.gaps(s.positions).bodies + 2);
    EXPECT_LT(s.time, 700);
  }
  out.period_error = meter.period() - period;
  return out;
}

TEST(RungeKutta4, FourSphereOrbit_PeriodOf517_03598_AndOrderFour) {
  const double e4 = four_spheres(IntegratorKind::rk4, 4).period_error;
  const double e2 = four_spheres(IntegratorKind::rk4, 2).period_error;
  const Orbit fine = four_spheres(IntegratorKind::rk4, 1);
  // theory/contacts-and-integrators.md, reference values
  EXPECT_NEAR(e4, -4.0e-5, 0.2e-5);
  EXPECT_NEAR(e2, -2.2e-6, 0.06e-6);
  EXPECT_NEAR(fine.period_error, -1.2e-7, 0.06e-7);
  EXPECT_NEAR(std::log2(e4 / e2), 4, 0.35) << e4 << " " << e2;
  // the smallest distance over the orbit, theory/contacts-and-integrators.md
  EXPECT_NEAR(fine.smallest_distance, 4.616212, 1e-4);
}

TEST(ImplicitMidpoint, FourSphereOrbit_OrderTwo) {
  const double e2 = four_spheres(IntegratorKind::implicit_midpoint, 2).period_error;
  const double e1 = four_spheres(IntegratorKind::implicit_midpoint, 1).period_error;
  const double e05 = four_spheres(IntegratorKind::implicit_midpoint, 0.5).period_error;
  EXPECT_NEAR(std::log2(std::abs(e2 / e1)), 2, 0.2) << e2 << " " << e1;
  EXPECT_NEAR(std::log2(std::abs(e1 / e05)), 2, 0.1) << e1 << " " << e05;
}

/// One reversal, a quarter of the period there and back; returns the distance from the start.
double back_to_the_start(IntegratorKind kind, double dt) {
  BodyState s = begin({5, 0, 5, 0, 5, -5, -5, 0, 5, 0, -5, -5}, settle);
  const std::vector<double> start = s.positions;
  double sense = 1;
  const auto law = [&](std::span<const double> x, std::span<double> v) {
    settle(x, v);
    for (double& c : v) c *= sense;
  };
  Contacts contacts(open, std::vector<double>(4, 1.0), 1e-6);
  Integrator integrator({.kind = kind, .time_step = dt, .adaptive = false}, open, 1);
  for (int i = 0; i < 64; ++i) integrator.step(s, law, contacts);
  sense = -1;
  integrator.restart();
  law(s.positions, s.velocities);
  for (int i = 0; i < 64; ++i) integrator.step(s, law, contacts);
  double largest = 0;
  for (std::size_t i = 0; i < start.size(); ++i) largest = std::max(largest, std::abs(s.positions[i] - start[i]));
  return largest;
}

TEST(ImplicitMidpoint, ReturnsToRoundingWhateverTheStep_AndTheExplicitOneDoesNot) {
  EXPECT_LT(back_to_the_start(IntegratorKind::implicit_midpoint, 2), 1e-11);
  EXPECT_LT(back_to_the_start(IntegratorKind::implicit_midpoint, 4), 1e-10);
  EXPECT_GT(back_to_the_start(IntegratorKind::midpoint, 2), 1e-6);
}

TEST(DormandPrince, FourSphereOrbit_OrderFive) {
  const double e8 = four_spheres(IntegratorKind::dormand_prince, 8).period_error;
  const double e4 = four_spheres(IntegratorKind::dormand_prince, 4).period_error;
  EXPECT_LT(std::abs(e4), 1e-5) << e4;  // the period itself is interpolated by a cubic
  EXPECT_GT(std::abs(e8), 16 * std::abs(e4)) << e8 << " " << e4;
}

/// x' = (-z, 0, x) of one body: the exact end is known, so the order shows without an interpolation.
double circle_error(double dt) {
  const auto law = [](std::span<const double> x, std::span<double> v) {
    v[0] = -x[2];
    v[1] = 0;
    v[2] = x[0];
  };
  BodyState s = begin({1, 0, 0}, law);
  Contacts contacts(open, {0.1}, 1e-6);
  Integrator integrator({.kind = IntegratorKind::dormand_prince, .time_step = dt, .adaptive = false}, open, 1);
  while (s.time < 4 - 1e-9) integrator.step(s, law, contacts);
  return std::hypot(s.positions[0] - std::cos(4.0), s.positions[2] - std::sin(4.0));
}

TEST(DormandPrince, CircleOfOrderFive) {
  EXPECT_NEAR(std::log2(circle_error(0.2) / circle_error(0.1)), 5, 0.25);
  EXPECT_NEAR(std::log2(circle_error(0.1) / circle_error(0.05)), 5, 0.25);
}

TEST(DormandPrince, Adaptive_KeepsTheLocalErrorBelowTheTolerance_AndTheStepFollowsIt) {
  double errors[2];
  long steps[2];
  for (int k = 0; k < 2; ++k) {
    const double tolerance = k == 0 ? 1e-6 : 1e-9;
    BodyState s = begin({5, 0, 5, 0, 5, -5, -5, 0, 5, 0, -5, -5}, settle);
    Contacts contacts(open, std::vector<double>(4, 1.0), 1e-6);
    Integrator integrator({.kind = IntegratorKind::dormand_prince, .time_step = 50, .tolerance = tolerance}, open, 1);
    double shortest = 1e9, longest = 0;
    while (s.time < period) {
      const StepReport r = integrator.step(s, settle, contacts, period - s.time);
      EXPECT_LE(r.local_error, tolerance);
      shortest = std::min(shortest, s.time < period ? r.time_step : 1e9);
      longest = std::max(longest, r.time_step);
    }
    EXPECT_GT(longest, 1.5 * shortest);
    errors[k] = std::hypot(s.positions[0] - 5, s.positions[1]);
    steps[k] = s.step;
  }
  EXPECT_LT(errors[0], 0.1);
  EXPECT_LT(errors[1], 0.01 * errors[0] + 1e-6);
  // the error per unit of time is of order 4: a thousandth of it takes 10^(3/4) times the steps
  EXPECT_NEAR(static_cast<double>(steps[1]) / static_cast<double>(steps[0]), std::pow(10, 0.75), 1);
}

TEST(Midpoint, FourSphereOrbit_OrderTwo_AndTheNotesErrors) {
  const double e2 = four_spheres(IntegratorKind::midpoint, 2).period_error;
  const double e1 = four_spheres(IntegratorKind::midpoint, 1).period_error;
  const double e05 = four_spheres(IntegratorKind::midpoint, 0.5).period_error;
  // theory/contacts-and-integrators.md, reference values
  EXPECT_NEAR(e2, -1.2e-2, 0.06e-2);
  EXPECT_NEAR(e1, -3.6e-3, 0.06e-3);
  EXPECT_NEAR(e05, -9.7e-4, 0.06e-4);
  EXPECT_NEAR(std::log2(e2 / e05) / 2, 2, 0.3);
}

TEST(AdamsBashforth2, FourSphereOrbit_OrderTwo_AndTheNotesErrors) {
  const double e1 = four_spheres(IntegratorKind::adams_bashforth_2, 1).period_error;
  const double e05 = four_spheres(IntegratorKind::adams_bashforth_2, 0.5).period_error;
  const double e025 = four_spheres(IntegratorKind::adams_bashforth_2, 0.25).period_error;
  // theory/contacts-and-integrators.md, reference values
  EXPECT_NEAR(e1, -1.2e-2, 0.06e-2);
  EXPECT_NEAR(e05, -3.2e-3, 0.06e-3);
  EXPECT_NEAR(e025, -8.2e-4, 0.06e-4);
  EXPECT_NEAR(std::log2(e1 / e025) / 2, 2, 0.3);
}

TEST(Euler, FourSphereOrbit_OrderOne_AndTheNotesErrors) {
  const double e2 = four_spheres(IntegratorKind::euler, 0.2).period_error;
  const double e1 = four_spheres(IntegratorKind::euler, 0.1).period_error;
  // theory/contacts-and-integrators.md, reference values
  EXPECT_NEAR(e2, 3.39, 0.01);
  EXPECT_NEAR(e1, 1.69, 0.01);
  EXPECT_NEAR(std::log2(e2 / e1), 1, 0.1);
}

/// A rotation with a growing rate: slopes that change in time without any mobility.
void spiral(std::span<const double> x, std::span<double> v) {
  for (std::size_t i = 0; i < x.size(); i += 3) {
    const double rate = 1 + 0.3 * x[i];
    v[i] = -rate * x[i + 1];
    v[i + 1] = rate * x[i];
    v[i + 2] = 0.5 * x[i];
  }
}

TEST(LocalError, ShrinksWithTheOrderOfTheLowerRule) {
  const auto measured = [](IntegratorKind kind, double dt) {
    BodyState s = begin({1, 0, 0}, spiral);
    Contacts contacts(open, {1.0}, 1e-6);
    Integrator integrator({.kind = kind, .time_step = dt, .adaptive = false}, open, 1);
    StepReport r;
    while (s.time < 1 - 1e-9) r = integrator.step(s, spiral, contacts);
    return r.local_error;
  };
  using enum IntegratorKind;
  EXPECT_NEAR(std::log2(measured(euler, 0.02) / measured(euler, 0.01)), 1, 0.1);
  EXPECT_NEAR(std::log2(measured(midpoint, 0.02) / measured(midpoint, 0.01)), 2, 0.1);
  EXPECT_NEAR(std::log2(measured(adams_bashforth_2, 0.02) / measured(adams_bashforth_2, 0.01)), 2, 0.1);
  EXPECT_NEAR(std::log2(measured(rk4, 0.02) / measured(rk4, 0.01)), 3, 0.2);
}

/// Bodies that springs pull to the origin: all that a step lacks comes from the change of the slope along itself.
void relaxing(std::span<const double> x, std::span<double> v) {
  for (std::size_t i = 0; i < x.size(); ++i) v[i] = -x[i];
}

void relaxing_faster(std::span<const double> x, std::span<double> v) {
  for (std::size_t i = 0; i < x.size(); ++i) v[i] = -x[i] * x[i] * x[i] - x[i];
}

/// The error of a step against many short ones from the same state, in a first step, in equal steps, and where a step
/// is cut short.
TEST(LocalError, IsTheTrueOne) {
  using enum IntegratorKind;
  const double dt = 0.01;
  Contacts contacts(open, {1.0}, 1e-6);
  for (const auto law : {spiral, relaxing, relaxing_faster})
    for (const auto kind : {euler, adams_bashforth_2, midpoint, implicit_midpoint}) {
      BodyState s = begin({1, 0.5, 0.2}, law);
      Integrator integrator({.kind = kind, .time_step = dt, .adaptive = false}, open, 1);
      for (int i = 0; i < 8; ++i) {
        BodyState exact = s;
        const StepReport r = integrator.step(s, law, contacts, i == 4 ? 0.6 * dt : dt);
        const double taken = r.time_step;
        Integrator fine({.kind = rk4, .time_step = taken / 4, .adaptive = false}, open, 1);
        for (int k = 0; k < 4; ++k) fine.step(exact, law, contacts);
        double error = 0, speed = 0;
        for (std::size_t k = 0; k < 3; ++k) {
          error += std::pow(s.positions[k] - exact.positions[k], 2);
          speed += std::pow(s.velocities[k], 2);
        }
        EXPECT_NEAR(r.local_error / (std::sqrt(error / speed) / taken), 1, 0.06)
            << "law "
            << (law == spiral     ? 0
                : law == relaxing ? 1
                                  : 2)
            << ", rule " << static_cast<int>(kind) << ", step " << i;
      }
    }
}

/// The steps of Adams and Bashforth that follow a first one have larger errors than it has.
TEST(StepControl, NoStepOfARelaxationExceedsTheToleranceByMuch) {
  using enum IntegratorKind;
  for (const auto kind : {euler, midpoint, implicit_midpoint, adams_bashforth_2, rk4, dormand_prince})
    for (const double tolerance : {1e-2, 1e-4}) {
      BodyState s = begin({1, 0, 0}, relaxing);
      Contacts contacts(open, {1.0}, 1e-6);
      Integrator integrator(
          {.kind = kind, .time_step = 1, .adaptive = true, .largest_move = 10, .tolerance = tolerance}, open, 1);
      double largest = 0;
      while (s.time < 2) {
        const double before = s.positions[0];
        const StepReport r = integrator.step(s, relaxing, contacts);
        const double error = std::abs(s.positions[0] - before * std::exp(-r.time_step)) / r.time_step;
        largest = std::max(largest, error / std::abs(s.velocities[0]));
      }
      EXPECT_LE(largest, 1.2 * tolerance) << static_cast<int>(kind);
    }
}

TEST(StepControl, NeighboursMoveNoFurtherThanAsked) {
  // two spheres that pass each other fast
  const auto pass = [](std::span<const double>, std::span<double> v) {
    const double values[6] = {10, 0, 0, -10, 0, 0};
    std::copy(values, values + 6, v.begin());
  };
  using enum IntegratorKind;
  for (const auto kind : {euler, midpoint, implicit_midpoint, adams_bashforth_2, rk4, dormand_prince}) {
    BodyState s = begin({-6, 0, 0, 6, 0, 2.2}, pass);
    Contacts contacts(open, {1.0, 1.0}, 1e-6);
    Integrator integrator({.kind = kind, .time_step = 0.1, .largest_move = 0.25}, open, 1);
    double near = 0, far = 0, last = 0;
    while (s.time < 1.2) {
      const bool close = contacts.gaps(s.positions).bodies < 1;
      last = integrator.step(s, pass, contacts).time_step;
      (close ? near : far) = std::max(close ? near : far, last);
    }
    EXPECT_LE(near * 20, 0.25 + 1e-12) << static_cast<int>(kind);
    EXPECT_DOUBLE_EQ(far, 0.1) << static_cast<int>(kind);
    EXPECT_DOUBLE_EQ(last, 0.1) << static_cast<int>(kind) << ": it grows again afterwards";
  }
}

TEST(StepControl, LocalErrorHalvesTheStep) {
  BodyState s = begin({1, 0, 0}, spiral);
  Contacts contacts(open, {1.0}, 1e-6);
  Integrator integrator(
      {.kind = IntegratorKind::adams_bashforth_2, .time_step = 0.5, .adaptive = true, .tolerance = 1e-3}, open, 1);
  StepReport r;
  while (s.time < 3) r = integrator.step(s, spiral, contacts);
  EXPECT_LE(r.time_step, 0.0625);
  EXPECT_LE(r.local_error, 2e-3);
}

TEST(AdamsBashforth2, RestartsByMidpointWhenTheStepChanges) {
  BodyState s = begin({1, 0, 0}, spiral);
  Contacts contacts(open, {1.0}, 1e-6);
  Integrator integrator({.kind = IntegratorKind::adams_bashforth_2, .time_step = 0.1, .adaptive = false}, open, 1);
  EXPECT_TRUE(integrator.step(s, spiral, contacts).restarted);
  EXPECT_FALSE(integrator.step(s, spiral, contacts).restarted);
  EXPECT_TRUE(integrator.step(s, spiral, contacts, 0.03).restarted);
  EXPECT_TRUE(integrator.step(s, spiral, contacts).restarted);
  EXPECT_FALSE(integrator.step(s, spiral, contacts).restarted);
  integrator.restart();
  EXPECT_TRUE(integrator.step(s, spiral, contacts).restarted);
}

TEST(Integrator, LeavesTheStateWhenTheVelocityThrows) {
  BodyState s = begin({1, 0, 0}, spiral);
  Contacts contacts(open, {1.0}, 1e-6);
  for (auto kind : {IntegratorKind::euler, IntegratorKind::midpoint, IntegratorKind::rk4}) {
    Integrator integrator({.kind = kind, .time_step = 0.1}, open, 1);
    const BodyState before = s;
    EXPECT_THROW(integrator.step(
                     s, [](auto, auto) { throw Error("no"); }, contacts),
                 Error);
    EXPECT_EQ(s.positions, before.positions);
    EXPECT_EQ(s.velocities, before.velocities);
    EXPECT_EQ(s.time, before.time);
    EXPECT_EQ(s.step, before.step);
  }
}

TEST(Integrator, WrapsIntoThePeriodAndCountsTheCrossings) {
  const Domain pipe{DomainKind::pipe, 5, 10, {1, 1, 1}};
  const auto drift = [](std::span<const double>, std::span<double> v) {
    for (std::size_t i = 0; i < v.size(); i += 3) v[i] = i ? -1.0 : 1.0;
  };
  BodyState s = begin({9.5, 0, 0, 0.5, 3, 0}, drift);
  Contacts contacts(pipe, {1.0, 1.0}, 1e-6);
  Integrator integrator({.kind = IntegratorKind::rk4, .time_step = 0.25, .adaptive = false}, pipe, 1);
  for (int i = 0; i < 100; ++i) integrator.step(s, drift, contacts);
  EXPECT_NEAR(s.positions[0] + 10 * s.images[0], 34.5, 1e-12);
  EXPECT_NEAR(s.positions[3] + 10 * s.images[3], -24.5, 1e-12);
  EXPECT_EQ(s.images[0], 3);
  EXPECT_EQ(s.images[3], -3);
  EXPECT_EQ(s.images[1], 0);
}

TEST(Integrator, ContactsThatDoNotConvergeHalveTheStepAndThenStop) {
  // Pressed into a wedge without room: every step fails.
  const Domain pipe{DomainKind::pipe, 1.05, 8, {1, 1, 1}};
  const auto press = [](std::span<const double>, std::span<double> v) { std::fill(v.begin(), v.end(), 0.0); };
  BodyState s = begin({0, 0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0, 4, 0, 0, 5, 0, 0, 6, 0, 0, 7, 0, 0}, press);
  Contacts contacts(pipe, std::vector<double>(8, 1.0), 1e-6);
  Integrator integrator({.kind = IntegratorKind::euler, .time_step = 0.1}, pipe, 1);
  EXPECT_THROW(integrator.step(s, press, contacts), Error);
  EXPECT_EQ(s.step, 0);
}

TEST(PeriodMeter, MeasuresALapExactlyEnough) {
  PeriodMeter meter;
  for (int i = 0; i < 140; ++i) {
    BodyState s;
    s.time = 0.1 * i;
    const double z = 3 * std::cos(s.time + 0.3), rate = -3 * std::sin(s.time + 0.3);
    s.positions = {0, 0, 100 + z, 0, 0, 100};
    s.velocities = {0, 0, rate, 0, 0, 0};
    s.images.assign(6, 0);
    meter.see(s);
  }
  EXPECT_NEAR(meter.period(), 2 * std::numbers::pi, 1e-6);
}

}  // namespace
}  // namespace slurry
