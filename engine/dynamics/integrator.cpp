// SPDX-License-Identifier: BSD-3-Clause
#include "dynamics/integrator.hpp"

#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "slurry/error.hpp"

namespace slurry {

namespace {

constexpr int most_halvings = 20;
constexpr int calm_steps = 4;  // before a longer step is tried

double rms(std::span<const double> v) {
  double sum = 0;
  for (double x : v) sum += x * x;
  return v.empty() ? 0 : std::sqrt(3 * sum / static_cast<double>(v.size()));
}

void wrap_all(const Periods& periods, std::span<double> x, std::span<std::int32_t> images) {
  for (std::size_t i = 0; i < x.size(); ++i) {
    const int crossed = periods.wrap(static_cast<int>(i % 3), x[i]);
    if (!images.empty()) images[i] += crossed;
  }
}

}  // namespace

Integrator::Integrator(const IntegratorOptions& options, const Domain& domain, double radius)
    : options_(options), periods_(Periods::of(domain)), radius_(radius), slopes_(4) {}

void Integrator::restart() {
  last_step_ = 0;
}

void Integrator::set_options(const IntegratorOptions& options) {
  if (options.time_step != options_.time_step || options.adaptive != options_.adaptive) level_ = calm_ = 0;
  if (options.kind != options_.kind) restart();
  options_ = options;
}

double Integrator::allowed_by_movement(const BodyState& state, Contacts& contacts) const {
  const double speed = contacts.relative_speeds(state.positions, state.velocities).largest();
  return speed > 0 ? options_.largest_move * radius_ / speed : std::numeric_limits<double>::infinity();
}

StepReport Integrator::step(BodyState& state, const Velocity& velocity, Contacts& contacts, double longest) {
  StepReport report;
  double allowed = std::numeric_limits<double>::infinity();
  if (options_.adaptive) {
    allowed = allowed_by_movement(state, contacts);
    while (level_ < most_halvings && std::ldexp(options_.time_step, -level_) > allowed) ++level_, calm_ = 0;
  }
  double dt = std::min(std::ldexp(options_.time_step, -level_), longest);
  while (!move(state, dt, velocity, contacts, trial_, report)) {
    if (++report.halvings > most_halvings)
      throw Error(
          text("the contacts do not converge at step {}, however short the time step: the bodies are packed too "
               "densely; lower the volume fraction",
               state.step + 1));
    dt *= 0.5;
  }
  report.time_step = dt;

  std::vector<std::int32_t> images = state.images;
  wrap_all(periods_, trial_, images);
  end_.resize(trial_.size());
  velocity(trial_, end_);
  report.local_error = local_error(state, report.restarted, end_);

  state.positions.swap(trial_);
  state.images.swap(images);
  before_.swap(state.velocities);
  state.velocities = end_;
  last_step_ = dt;
  state.time += dt;
  ++state.step;
  if (options_.adaptive && dt < longest) adapt(report, allowed);
  return report;
}

/// A stage of a Runge-Kutta step: the slope at from + dt slope, with contacts kept there too.
bool Integrator::stage(const BodyState& from, double dt, std::span<const double> slope, Contacts& contacts,
                       const Velocity& velocity, std::vector<double>& slope_there, StepReport& report) {
  stage_.resize(from.positions.size());
  for (std::size_t i = 0; i < stage_.size(); ++i) stage_[i] = from.positions[i] + dt * slope[i];
  const ContactReport c = contacts.project(stage_);
  report.sweeps += c.sweeps;
  if (!c.converged) return false;
  wrap_all(periods_, stage_, {});
  slope_there.resize(stage_.size());
  velocity(stage_, slope_there);
  return true;
}

bool Integrator::move(const BodyState& from, double dt, const Velocity& velocity, Contacts& contacts,
                      std::vector<double>& to, StepReport& report) {
  const std::vector<double>&x = from.positions, &v = from.velocities;
  to.resize(x.size());
  const auto advance = [&](auto slope) {
    for (std::size_t i = 0; i < x.size(); ++i) to[i] = x[i] + dt * slope(i);
  };
  // A changed step has no equidistant past.
  report.restarted = options_.kind == IntegratorKind::adams_bashforth_2 && std::abs(last_step_ - dt) > 1e-12 * dt;
  if (options_.kind == IntegratorKind::euler) {
    advance([&](std::size_t i) { return v[i]; });
  } else if (options_.kind == IntegratorKind::adams_bashforth_2 && !report.restarted) {
    advance([&](std::size_t i) { return 1.5 * v[i] - 0.5 * before_[i]; });
  } else if (options_.kind == IntegratorKind::rk4) {
    std::vector<double>&k2 = slopes_[1], &k3 = slopes_[2], &k4 = slopes_[3];
    if (!stage(from, 0.5 * dt, v, contacts, velocity, k2, report)) return false;
    if (!stage(from, 0.5 * dt, k2, contacts, velocity, k3, report)) return false;
    if (!stage(from, dt, k3, contacts, velocity, k4, report)) return false;
    advance([&](std::size_t i) { return (v[i] + 2 * k2[i] + 2 * k3[i] + k4[i]) / 6; });
  } else {
    if (!stage(from, 0.5 * dt, v, contacts, velocity, slopes_[1], report)) return false;
    advance([&](std::size_t i) { return slopes_[1][i]; });
  }
  const ContactReport c = contacts.project(to);
  report.sweeps += c.sweeps;
  return c.converged;
}

/// Difference between the step's rule and one of another order, from slopes that are there anyway:
/// Euler - trapezoid; Adams-Bashforth 2 - Adams-Moulton 3; midpoint - Simpson; Runge-Kutta 4 - its third-order
/// companion with the slope at the end.  The positions differ by dt times this, so per unit of time dt cancels.
double Integrator::local_error(const BodyState& from, bool restarted, std::span<const double> end) const {
  const std::vector<double>& v = from.velocities;
  const std::size_t n = v.size();
  std::vector<double> difference(n);
  const auto fill = [&](auto rule) {
    for (std::size_t i = 0; i < n; ++i) difference[i] = rule(i);
  };
  switch (options_.kind) {
    case IntegratorKind::euler:
      fill([&](std::size_t i) { return (end[i] - v[i]) / 2; });
      break;
    case IntegratorKind::rk4:
      fill([&](std::size_t i) { return (slopes_[3][i] - end[i]) / 6; });
      break;
    case IntegratorKind::adams_bashforth_2:
      if (!restarted) {
        fill([&](std::size_t i) { return 5.0 / 12 * (end[i] - 2 * v[i] + before_[i]); });
        break;
      }
      [[fallthrough]];
    case IntegratorKind::midpoint:
      fill([&](std::size_t i) { return (v[i] - 2 * slopes_[1][i] + end[i]) / 6; });
      break;
  }
  const double scale = rms(end);
  return scale > 0 ? rms(difference) / scale : 0;
}

void Integrator::adapt(const StepReport& report, double allowed) {
  if (report.halvings > 0) {
    level_ = std::min(most_halvings, level_ + report.halvings);
    calm_ = 0;
  } else if (report.local_error > options_.tolerance) {
    level_ = std::min(most_halvings, level_ + 1);
    calm_ = 0;
  } else if (level_ > 0 && 2 * report.time_step < 0.8 * allowed && 8 * report.local_error < options_.tolerance) {
    if (++calm_ >= calm_steps) {
      --level_;
      calm_ = 0;
    }
  } else {
    calm_ = 0;
  }
}

}  // namespace slurry
