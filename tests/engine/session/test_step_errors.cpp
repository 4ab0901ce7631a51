// SPDX-License-Identifier: BSD-3-Clause
// The measured error of the time step, and the steps that follow from it, where the law of motion depends on time. One
// sphere in free space follows integrals that are known.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "session/simulation.hpp"

namespace slurry {
namespace {

using std::numbers::pi;

constexpr double period = 1.3;
const std::vector<std::string> kinds{"euler", "adams-bashforth-2", "midpoint", "implicit-midpoint",
                                     "rk4",   "dormand-prince"};

/// Falls along x with the velocity 1 at the full drive, or is carried along x by a shear with this velocity.
const std::string falling =
    "schema = 1\n[domain]\nkind = \"free-space\"\n[solver]\nmethod = \"direct\"\n[[bodies]]\npositions = [[0, 0, 0]]\n";
const std::string sheared =
    "schema = 1\n[domain]\nkind = \"free-space\"\n[solver]\nmethod = \"direct\"\n[flow]\nshear_rate = 0.5\n"
    "[[bodies]]\nforce = 0\npositions = [[0, 2, 0]]\n";

Simulation driven(const std::string& bodies, const std::string& drive, const std::string& kind,
                  const std::vector<std::string>& more) {
  Scenario s = parse_scenario(bodies, "x.toml");
  std::vector<std::string> options{"driving.kind=" + drive, "driving.period=" + std::to_string(period),
                                   "integrator.kind=" + kind};
  options.insert(options.end(), more.begin(), more.end());
  set_options(s, options);
  return Simulation(s);
}

struct Errors {
  double told = 0, reached = 0;  ///< rms over the steps, of the velocity 1
  double largest =
      0;  ///< largest reached error after a quarter of a period, within which adaptive steps find their length
  double least_allowed = 1e9;  ///< smallest error that was allowed
  int steps = 0;
};

/// Steps until this time, each beside the integral of a cosine over it.
Errors of_steps(Simulation& sim, double until) {
  Errors e;
  while (sim.state().time < until - 1e-9) {
    const double from = sim.state().time, x = sim.state().positions[0];
    sim.step(until - from);
    const double to = sim.state().time, w = 2 * pi / period;
    const double error = (sim.state().positions[0] - x - (std::sin(w * to) - std::sin(w * from)) / w) / (to - from);
    Snapshot s;
    sim.fill(s);
    const ErrorReport& r = s.errors;
    e.told += std::pow(r.time_step.measured * r.scale, 2);
    e.reached += error * error;
    if (from > period / 4) e.largest = std::max(e.largest, std::abs(error));
    e.least_allowed = std::min(e.least_allowed, r.time_step.asked * r.scale);
    ++e.steps;
  }
  e.told = std::sqrt(e.told / e.steps);
  e.reached = std::sqrt(e.reached / e.steps);
  return e;
}

TEST(StepErrors, SeeADriveThatOscillates) {
  for (const std::string& bodies : {falling, sheared})
    for (const std::string& kind : kinds)
      for (const double dt : {0.1, 0.025}) {
        Simulation sim = driven(bodies, "oscillating", kind,
                                {"integrator.adaptive=false", "integrator.time_step=" + std::to_string(dt)});
        const Errors e = of_steps(sim, 2 * period);
        EXPECT_GT(e.told, 0.7 * e.reached) << kind << " " << dt;
        // the pair says the error of its fourth order, and goes on with the fifth
        const double most = kind == "dormand-prince" ? 1e3 : 1.4;
        EXPECT_LT(e.told, most * e.reached) << kind << " " << dt;
      }
}

/// Through many zeros of the drive, at which nothing moves.
TEST(StepErrors, AdaptiveStepsUnderADriveKeepTheirTolerance) {
  for (const std::string& bodies : {falling, sheared})
    for (const std::string& kind : kinds) {
      const bool fourth = kind == "rk4" || kind == "dormand-prince";
      const double order = fourth ? 4 : kind == "euler" ? 1 : 2;
      const double finer = fourth ? 256 : 16;
      const double coarse = kind == "rk4" ? 1e-6 : fourth ? 1e-7 : kind == "euler" ? 5e-2 : 1e-2;
      const auto at = [&](double tolerance) {
        Simulation sim =
            driven(bodies, "oscillating", kind, {"integrator.tolerance=" + std::to_string(1e9 * tolerance) + "e-9"});
        return of_steps(sim, 2 * period);
      };
      const Errors loose = at(coarse), tight = at(coarse / finer);
      for (const auto& [e, asked] : {std::pair(loose, coarse), {tight, coarse / finer}}) {
        // a step of a fixed rule that errs too much is followed by shorter ones; it was longer by one step
        EXPECT_LT(e.largest, 1.3 * asked) << kind << " " << asked;
        EXPECT_GT(e.reached, (kind == "dormand-prince" ? 1e-3 : 0.02) * asked) << kind << " " << asked;
        EXPECT_NEAR(e.least_allowed, asked, 0.5 * asked) << kind << ": relative to the drive at its full strength";
      }
      const double times = static_cast<double>(tight.steps) / loose.steps, expected = std::pow(finer, 1 / order);
      EXPECT_GT(times, 0.45 * expected) << kind << " " << loose.steps << " " << tight.steps;
      EXPECT_LT(times, 2.2 * expected) << kind << " " << loose.steps << " " << tight.steps;
    }
}

/// Against a count of the steps themselves, and in a run that goes on from the middle of another.
TEST(StepErrors, OfAllStepsAreKept) {
  const auto begin = [] { return driven(falling, "oscillating", "euler", {"integrator.tolerance=0.05"}); };
  Simulation whole = begin(), second = begin();
  StepErrors counted;
  for (int step = 1; step <= 200; ++step) {
    whole.step();
    Snapshot s;
    whole.fill(s);
    const ErrorEntry& e = s.errors.time_step;
    counted.added_up += e.measured * s.errors.scale * s.time_step;
    if (e.measured > e.asked) {
      ++counted.above;
      if (e.measured / e.asked > counted.largest) {
        counted.largest = e.measured / e.asked;
        counted.largest_at = step;
      }
    }
    if (step == 100) {
      EXPECT_GT(counted.above, 0);
      second.restore(whole.checkpoint());
    }
    if (step > 100) second.step();
  }
  EXPECT_GT(counted.above, 1);
  for (const Simulation* sim : {&whole, &second}) {
    Snapshot s;
    sim->fill(s);
    EXPECT_EQ(s.step_errors.above, counted.above);
    EXPECT_EQ(s.step_errors.largest, counted.largest);
    EXPECT_EQ(s.step_errors.largest_at, counted.largest_at);
    EXPECT_NEAR(s.step_errors.added_up, counted.added_up, 1e-12 * counted.added_up);
  }
}

/// Against the integral of the cosine, and against a rod whose turns Jeffery knew.
TEST(StepErrors, AddUpToNoLessThanTheErrorOfTheWay) {
  for (const std::string& kind : kinds) {
    Simulation sim = driven(falling, "oscillating", kind, {"integrator.adaptive=false", "integrator.time_step=0.05"});
    while (sim.state().time < 1.3 * period) sim.step();
    const double w = 2 * pi / period, error = std::abs(sim.state().positions[0] - std::sin(w * sim.state().time) / w);
    Snapshot s;
    sim.fill(s);
    EXPECT_GT(1.2 * s.step_errors.added_up, error) << kind;
  }
  Scenario tumbling = parse_scenario(
      "schema = 1\n[domain]\nkind = \"free-space\"\n[solver]\nmethod = \"direct\"\n[flow]\nshear_rate = 0.5\n"
      "[[bodies]]\nkind = \"rod\"\naspect = 5\nforce = 0\ndirector = [1, 0, 0]\npositions = [[0, 0, 0]]\n",
      "x.toml");
  set_options(tumbling, {"integrator.adaptive=false", "integrator.time_step=0.2", "integrator.kind=adams-bashforth-2"});
  Simulation sim(tumbling);
  while (sim.state().time < 60) sim.step();
  // tan(angle) = r tan(rate t/(r + 1/r)), from the axis across the flow (Jeffery 1922)
  const double r = 5, phase = 0.5 * sim.state().time / (r + 1 / r),
               from_y = std::atan2(r * std::sin(phase + pi / 2), std::cos(phase + pi / 2));
  const std::vector<double>& n = sim.state().directors;
  const double turned =
      std::abs(n[0] * std::cos(from_y) - n[1] * std::sin(from_y));  // sine of the angle between the two
  Snapshot s;
  sim.fill(s);
  const double half_length = s.half_lengths[0];
  EXPECT_GT(half_length * turned, 1e-4) << "the run is too exact to show anything";
  EXPECT_GT(s.step_errors.added_up, half_length * turned);
}

/// In a shear, bodies that are shifted together move as before beside a uniform flow. Their steps and the errors of
/// these, in units of velocity, are the same, however fast that flow is.
TEST(StepErrors, AShiftInAShear_ChangesNoStep) {
  for (const char* bodies : {"[[bodies]]\nkind = \"rod\"\naspect = 10\nforce = 0\npositions = [[0, HEIGHT, 0]]\n",
                             "[[bodies]]\nforce = 0\npositions = [[0, HEIGHT, 0], [-4, HEIGHT.5, 0]]\n"})
    for (const std::string& kind : kinds) {
      const auto at = [&](const std::string& height) {
        std::string text =
            "schema = 1\n[domain]\nkind = \"free-space\"\n[solver]\nmethod = \"direct\"\n[flow]\n"
            "shear_rate = 0.5\n" +
            std::string(bodies);
        for (std::size_t i; (i = text.find("HEIGHT")) != std::string::npos;) text.replace(i, 6, height);
        Scenario s = parse_scenario(text, "x.toml");
        set_options(s, {"integrator.kind=" + kind, "integrator.tolerance=1e-3", "integrator.time_step=1"});
        return Simulation(s);
      };
      Simulation here = at("0"), there = at("1000");
      for (int step = 0; step < 20; ++step) {
        here.step();
        there.step();
        ASSERT_NEAR(here.state().time, there.state().time, 1e-6 * here.state().time) << kind << " " << step;
        Snapshot a, b;
        here.fill(a);
        there.fill(b);
        const double told = a.errors.time_step.measured * a.errors.scale;
        EXPECT_NEAR(b.errors.time_step.measured * b.errors.scale, told, 1e-3 * told + 1e-10) << kind << " " << step;
      }
    }
}

/// A drive that is constant between its switches, and a reversal, leave nothing but rounding.
TEST(StepErrors, SeeNoSwitchAndNoReversal) {
  for (const char* adaptive : {"true", "false"})
    for (const std::string& kind : kinds) {
      Simulation sim =
          driven(falling, "reversing", kind, {"run.reverse_at=1.07", std::string("integrator.adaptive=") + adaptive});
      double x = 0;
      while (sim.state().time < 2) {
        const double from = sim.state().time;
        sim.step();
        const double to = sim.state().time;
        const double middle = (from + to) / 2;
        const int sign =
            (static_cast<int>(std::floor(2 * middle / period)) % 2 == 0 ? 1 : -1) * (middle < 1.07 ? 1 : -1);
        x += sign * (to - from);
        EXPECT_NEAR(sim.state().positions[0], x, 1e-12) << kind << " " << to;
        Snapshot s;
        sim.fill(s);
        EXPECT_LT(s.errors.time_step.measured, 1e-12) << kind << " " << to;
      }
    }
}

/// Steps that end at the times of frames are shorter than the integrator chose, and keep the tolerance nevertheless.
TEST(StepErrors, StepsThatFramesShortenKeepTheTolerance) {
  for (const char* kind : {"euler", "adams-bashforth-2", "midpoint", "rk4"}) {
    // two spheres that fall around each other: x is their distance, which the finer run knows
    Scenario s = parse_scenario(
        "schema = 1\n[domain]\nkind = \"free-space\"\n[solver]\nmethod = \"direct\"\n[[bodies]]\n"
        "positions = [[0, 0, 0], [2.3, 0.4, 0], [0, 2.5, 1]]\n[run]\nuntil = 3\n",
        "x.toml");
    const double tolerance = std::string(kind) == "rk4" ? 1e-7 : 1e-4;
    set_options(s, {std::string("integrator.kind=") + kind, "integrator.time_step=0.5", "output.interval=0.11",
                    std::string("integrator.tolerance=") + (tolerance < 1e-5 ? "1e-7" : "1e-4")});
    Simulation sim(s);
    int above = 0, steps = 0;
    while (sim.state().time < 3) {
      sim.step();
      Snapshot at;
      sim.fill(at);
      ++steps;
      above += at.errors.time_step.measured > 1.3 * at.errors.time_step.asked;
    }
    EXPECT_LE(above, 2) << kind << " of " << steps;
  }
}

}  // namespace
}  // namespace slurry
