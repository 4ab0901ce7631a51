// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include "geometry/periods.hpp"
#include "quantities/rows.hpp"

// What a run has come to: over all steps since time 0, whether a snapshot showed them or not.
namespace slurry {

using namespace quantity;

namespace {

/// Takes a number of a state over; one that is not there, or not known, stays.  Whether it was there.
bool take(const MeterState& state, const char* name, double& number) {
  const auto at = state.find(name);
  if (at == state.end() || at->second.size() != 1 || !std::isfinite(at->second.front())) return false;
  number = at->second.front();
  return true;
}

/// The smallest that a number ever was.
class Smallest final : public Meter {
 public:
  explicit Smallest(double Step::*number) : number_(number) {}
  void see(const Step& s) override { smallest_ = std::min(smallest_, s.*number_); }
  void changed(const Step& s, Change change) override {
    if (change == Change::resumed) see(s);
  }
  double value() const override { return smallest_; }
  MeterState state() const override { return {{"value", {smallest_}}}; }
  MeterState frame_state() const override { return std::isfinite(smallest_) ? state() : MeterState(); }
  void restore(const MeterState& s) override { take(s, "value", smallest_); }

 private:
  double Step::*number_;
  double smallest_ = std::numeric_limits<double>::infinity();
};

bool settles(const Step& s) {
  return of_settling(*s.scenario, s.bodies());
}

class InitialSettlingVelocity final : public Meter {
 public:
  void see(const Step& s) override {
    if (std::isnan(velocity_) && s.bodies() > 0 && settles(s)) velocity_ = settling_velocity(s);
  }
  void changed(const Step&, Change) override {}
  double value() const override { return velocity_; }
  MeterState state() const override { return {{"value", {velocity_}}}; }
  void restore(const MeterState& s) override { take(s, "value", velocity_); }

 private:
  double velocity_ = unknown;
};

/// Integral over each step of a number that is known at the steps' ends: of the parabola through the last three
/// (theory/contacts-and-integrators.md, I3).
class StepIntegral {
 public:
  /// The integral up to `now`, dt after the last number.
  double up_to(double now, double dt) {
    double integral = 0.5 * dt * (last_ + now);
    if (step_ > 0 && dt <= 2 * step_) {  // a longer step would see far beyond what it knows
      const double curvature = ((now - last_) / dt - (last_ - before_) / step_) / (step_ + dt);
      integral -= curvature * dt * dt * dt / 6;
    }
    before_ = last_;
    last_ = now;
    step_ = dt;
    return integral;
  }
  /// The number jumps to another value between two steps.
  void jump(double to) { last_ = to, step_ = 0; }
  /// The number as it is where a state was resumed.
  void go_on(double from) { last_ = from; }
  void put(MeterState& to) const {
    to["before"] = {before_};
    to["step"] = {step_};
  }
  void restore(const MeterState& from) {
    if (!take(from, "before", before_) || !take(from, "step", step_)) step_ = 0;
  }

 private:
  double last_ = 0, before_ = 0, step_ = 0;  ///< the last two numbers; time between them, 0: there are not two
};

/// Average over the time since the first step that it knows of; before a step was made, its limit, the velocity there.
class AverageSettlingVelocity final : public Meter {
 public:
  void see(const Step& s) override {
    const double dt = s.time_step, now = settling_velocity(s);
    if (dt > 0) {
      const double by_ends = integral_.up_to(now, dt);
      const double way = s.mean_velocities.empty() ? by_ends : dt * settling_velocity(s, s.mean_velocities);
      average_ += (way - average_ * dt) / std::max(s.time - since_, dt);
    } else {
      average_ = now;
      integral_.jump(now);
    }
    settled_ = settled_ || settles(s);
  }
  void changed(const Step& s, Change change) override {
    settled_ = settled_ || settles(s);
    const double now = settling_velocity(s);
    if (change != Change::resumed) return integral_.jump(now);
    integral_.go_on(now);
    if (known_) return;
    since_ = s.time;  // nothing is known of the time before
    average_ = now;
  }
  double value() const override { return settled_ ? average_ : unknown; }
  MeterState state() const override {
    MeterState s{{"value", {average_}}, {"since", {since_}}};
    integral_.put(s);
    return s;
  }
  void restore(const MeterState& s) override {
    integral_.restore(s);
    known_ = take(s, "value", average_);
    take(s, "since", since_);
  }

 private:
  StepIntegral integral_;
  double average_ = 0;
  double since_ = 0;      ///< time at which the average begins
  bool known_ = false;    ///< continues the totals of another run
  bool settled_ = false;  ///< something has ever pulled the bodies
};

/// Integral of the power of gravity's forces.
class WorkOfGravity final : public Meter {
 public:
  void see(const Step& s) override {
    const double now = s.driving * power(s, s.velocities);
    if (s.time_step > 0) {
      const double by_ends = integral_.up_to(now, s.time_step);
      work_ += s.mean_velocities.empty() ? by_ends : s.time_step * power(s, s.driven_mean_velocities);
    } else {
      integral_.jump(now);
    }
    settled_ = settled_ || settles(s);
  }
  void changed(const Step& s, Change change) override {
    settled_ = settled_ || settles(s);
    const double now = s.driving * power(s, s.velocities);
    if (change == Change::resumed)
      integral_.go_on(now);
    else
      integral_.jump(now);
  }
  double value() const override { return settled_ ? work_ : unknown; }
  MeterState state() const override {
    MeterState s{{"value", {work_}}};
    integral_.put(s);
    return s;
  }
  void restore(const MeterState& s) override {
    integral_.restore(s);
    take(s, "value", work_);
  }

 private:
  /// Of gravity's forces, undriven, with these velocities (N,3).
  static double power(const Step& s, std::span<const double> velocities) {
    const Vector3& g = s.scenario->gravity;
    double sum = 0;
    for (std::size_t i = 0; i < s.groups.size(); ++i) {
      const double* v = &velocities[3 * i];
      sum +=
          s.scenario->bodies[static_cast<std::size_t>(s.groups[i])].force * (g[0] * v[0] + g[1] * v[1] + g[2] * v[2]);
    }
    return sum;
  }
  StepIntegral integral_;
  double work_ = 0;
  bool settled_ = false;  ///< something has ever pulled the bodies
};

/// Gravity's forces, undriven, times the ways gone.
class PotentialEnergyLoss final : public Meter {
 public:
  void see(const Step& s) override {
    if (!positions_.empty()) loss_ += lost(s);
    remember(s);
    settled_ = settled_ || settles(s);
  }
  void changed(const Step& s, Change change) override {
    if (change == Change::resumed) remember(s);
    settled_ = settled_ || settles(s);
  }
  double value() const override { return settled_ ? loss_ : unknown; }
  MeterState state() const override { return {{"value", {loss_}}}; }
  void restore(const MeterState& s) override { take(s, "value", loss_); }

 private:
  double lost(const Step& s) const {
    const Periods periods = Periods::of(s.scenario->domain);
    double sum = 0;
    for (std::size_t i = 0; i < s.positions.size(); ++i) {
      const double way = s.positions[i] - positions_[i] + periods.length[i % 3] * (s.images[i] - images_[i]);
      sum += s.scenario->bodies[static_cast<std::size_t>(s.groups[i / 3])].force * s.scenario->gravity[i % 3] * way;
    }
    return sum;
  }
  void remember(const Step& s) {
    positions_.assign(s.positions.begin(), s.positions.end());
    images_.assign(s.images.begin(), s.images.end());
  }
  double loss_ = 0;
  bool settled_ = false;  ///< something has ever pulled the bodies
  std::vector<double> positions_;
  std::vector<std::int32_t> images_;
};

/// When two bodies came farther apart than run.exit_distance; between two steps the distance is a straight line.  A
/// run that is resumed with another distance looks for it from there on.
class ExitTime final : public Meter {
 public:
  explicit ExitTime(std::optional<double> distance) : distance_(distance) {}
  void see(const Step& s) override {
    if (!distance_ || s.positions.empty()) return;
    const double now = largest_separation(s);
    if (!std::isfinite(time_) && now > *distance_) {
      const double part = (*distance_ - last_) / (now - last_);
      time_ = std::isfinite(part) ? last_time_ + part * (s.time - last_time_) : s.time;
    }
    last_ = now;
    last_time_ = s.time;
  }
  void changed(const Step& s, Change change) override {
    if (change == Change::resumed) see(s);
  }
  double value() const override { return time_; }
  MeterState state() const override {
    return {{"exit", {time_}},
            {"separation", {last_}},
            {"time", {last_time_}},
            {"distance", {distance_ ? *distance_ : unknown}}};
  }
  MeterState frame_state() const override { return distance_ ? state() : MeterState(); }
  void restore(const MeterState& s) override {
    take(s, "value", time_);  // of a frame of an earlier version
    take(s, "exit", time_);
    take(s, "separation", last_);
    take(s, "time", last_time_);
    double then = unknown;
    if (take(s, "distance", then) && distance_ && std::isfinite(then) && then != *distance_) time_ = unknown;
  }

 private:
  std::optional<double> distance_;
  double time_ = unknown, last_ = unknown, last_time_ = 0;
};

/// 1 until the time of exit, 0 afterwards.
class Bound final : public Meter {
 public:
  explicit Bound(std::optional<double> distance) : asked_(distance.has_value()), exit_(distance) {}
  void see(const Step& s) override { exit_.see(s); }
  void changed(const Step& s, Change change) override { exit_.changed(s, change); }
  double value() const override { return !asked_ ? unknown : std::isfinite(exit_.value()) ? 0 : 1; }
  MeterState state() const override { return exit_.state(); }
  MeterState frame_state() const override { return exit_.frame_state(); }
  void restore(const MeterState& state) override {
    MeterState exit = state;
    exit.erase("value");
    double bound = 1;  // of a frame of an earlier version
    if (take(state, "value", bound) && bound == 0 && !exit.contains("exit")) exit["exit"] = {0.0};
    exit_.restore(exit);
  }

 private:
  bool asked_;
  ExitTime exit_;
};

bool may_exit(const Scenario& s, std::size_t) {
  return s.run.exit_distance.has_value();
}

}  // namespace

std::vector<Quantity> total_quantities() {
  return {
      {.name = "smallest_gap",
       .symbol = "smallest gap ever",
       .title = "Smallest gap of the run",
       .description = "Smallest distance between the surfaces of two bodies in any step of the run; rods count as "
                      "cylinders with round ends",
       .unit = "length",
       .of = Of::run,
       .shown = nowhere,
       .valid = of_pairs,
       .make_meter = [](const Scenario&) { return std::make_unique<Smallest>(&Step::smallest_gap); }},
      {.name = "smallest_wall_gap",
       .symbol = "to the wall ever",
       .title = "Smallest gap to the wall of the run",
       .description = "Smallest distance between the surface of a body and the wall in any step of the run; rods "
                      "count as cylinders with round ends",
       .unit = "length",
       .of = Of::run,
       .shown = nowhere,
       .valid = in_pipes,
       .make_meter = [](const Scenario&) { return std::make_unique<Smallest>(&Step::smallest_wall_gap); }},
      {.name = "initial_settling_velocity",
       .symbol = "⟨v·g⟩ at first",
       .title = "First settling velocity",
       .description = "Mean velocity of the bodies along gravity at the first step",
       .unit = "velocity",
       .of = Of::run,
       .shown = nowhere,
       .beside = "mean_settling_velocity",
       .of_the_frame = true,
       .valid = of_settling,
       .make_meter = [](const Scenario&) { return std::make_unique<InitialSettlingVelocity>(); }},
      {.name = "average_settling_velocity",
       .symbol = "⟨v·g⟩ on average",
       .title = "Average settling velocity",
       .description = "Mean velocity of the bodies along gravity, averaged over the time of the run; the rule of the "
                      "integral is of third order or higher in the time step",
       .unit = "velocity",
       .of = Of::run,
       .shown = nowhere,
       .beside = "mean_settling_velocity",
       .of_the_frame = true,
       .valid = of_settling,
       .make_meter = [](const Scenario&) { return std::make_unique<AverageSettlingVelocity>(); }},
      {.name = "work_of_gravity",
       .symbol = "work",
       .title = "Work of gravity",
       .description = "Integral over time of gravity's forces times the velocities of the bodies; its rule is of third "
                      "order or higher in the time step",
       .unit = "energy",
       .of = Of::run,
       .shown = nowhere,
       .of_the_frame = true,
       .valid = of_settling,
       .make_meter = [](const Scenario&) { return std::make_unique<WorkOfGravity>(); }},
      {.name = "potential_energy_loss",
       .symbol = "energy lost",
       .title = "Loss of potential energy",
       .description = "Gravity's forces, without driving and reversals, times the displacements of the bodies, "
                      "including displacements by contacts",
       .unit = "energy",
       .of = Of::run,
       .shown = nowhere,
       .of_the_frame = true,
       .valid = of_settling,
       .make_meter = [](const Scenario&) { return std::make_unique<PotentialEnergyLoss>(); }},
      {.name = "exit_time",
       .symbol = "exit",
       .title = "Time of exit",
       .description = "First time at which two bodies are farther apart than run.exit_distance",
       .unit = "time",
       .of = Of::run,
       .shown = nowhere,
       .sometimes = true,
       .valid = may_exit,
       .make_meter = [](const Scenario& s) { return std::make_unique<ExitTime>(s.run.exit_distance); }},
      {.name = "bound",
       .symbol = "bound",
       .title = "Bound",
       .description = "1 until two bodies are farther apart than run.exit_distance for the first time, 0 afterwards",
       .of = Of::run,
       .shown = nowhere,
       .valid = may_exit,
       .make_meter = [](const Scenario& s) { return std::make_unique<Bound>(s.run.exit_distance); }},
  };
}

}  // namespace slurry
