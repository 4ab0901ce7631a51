// SPDX-License-Identifier: BSD-3-Clause
#include "dynamics/integrator.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <numbers>

#include "base/same_time.hpp"
#include "base/text.hpp"
#include "bodies/director.hpp"
#include "slurry/error.hpp"

namespace slurry {

namespace {

constexpr int most_halvings = 20;
constexpr int most_rejections = 20;  // of a step of the embedded pair
constexpr int calm_steps = 4;        // before a longer step is tried

/// Root of the sum of squares. lever: what the rate of a director counts.
double size_of(std::span<const double> slopes, std::size_t positions, double lever) {
  double squares = 0;
  for (std::size_t i = 0; i < slopes.size(); ++i)
    squares += (i < positions ? 1 : lever * lever) * slopes[i] * slopes[i];
  return std::sqrt(squares);
}

/// size_of() of the slopes beside the flow that carries all bodies together, if anything moves beside it.
double size_beside_shear(std::span<const double> centres, std::span<const double> slopes, double lever,
                         double shear_rate, double drive) {
  const std::size_t n = centres.size();
  if (shear_rate == 0) return size_of(slopes, n, lever);
  double height = 0;
  for (std::size_t i = 0; i < n; i += 3) height += 3 * centres[i + 1] / static_cast<double>(n);
  std::vector<double> beside(slopes.begin(), slopes.end());
  for (std::size_t i = 0; i < n; i += 3) beside[i] -= shear_rate * drive * height;
  const double found = size_of(beside, n, lever);
  const double rounding = 1e-9 * std::abs(shear_rate * height);  // of the whole flow: its drive may be zero just now
  return found > rounding ? found : size_of(slopes, n, lever);
}

/// Error of Simpson's rule for the mean of a cosine over a step, relative to the result of the rule.
double simpson_error(double dt, double period) {
  const double half = std::numbers::pi * dt / period;  // phase that passes in half of the step
  if (half < 0.01) return std::pow(half, 4) / 180;
  return std::abs(1 - 3 * std::sin(half) / (half * (2 + std::cos(half))));
}

std::vector<double> joined(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> both = a;
  both.insert(both.end(), b.begin(), b.end());
  return both;
}

}  // namespace

double step_speed(std::span<const double> centres, std::span<const double> slopes, double lever, double shear_rate,
                  double drive) {
  if (centres.empty()) return 0;
  const std::size_t bodies = centres.size() / 3;
  return size_beside_shear(centres, slopes, lever, shear_rate, drive) / std::sqrt(static_cast<double>(bodies));
}

std::vector<double> BodyState::coordinates() const {
  return joined(positions, directors);
}
std::vector<double> BodyState::slopes() const {
  return joined(velocities, rates);
}
void BodyState::set_coordinates(std::span<const double> x) {
  std::copy_n(x.begin(), positions.size(), positions.begin());
  std::copy_n(x.begin() + static_cast<std::ptrdiff_t>(positions.size()), directors.size(), directors.begin());
}
void BodyState::set_slopes(std::span<const double> v) {
  velocities.assign(v.begin(), v.begin() + static_cast<std::ptrdiff_t>(positions.size()));
  rates.assign(v.begin() + static_cast<std::ptrdiff_t>(positions.size()), v.end());
}

void Integrator::settle(std::span<double> x, std::span<std::int32_t> images) const {
  for (std::size_t i = 0; i < positions_; ++i) {
    const int crossed = periods_.wrap(static_cast<int>(i % 3), x[i]);
    if (!images.empty()) images[i] += crossed;
  }
  normalise_directors(x.subspan(positions_));
}

Integrator::Integrator(const IntegratorOptions& options, const Domain& domain, double radius)
    : options_(options), periods_(Periods::of(domain)), radius_(radius), slopes_(7) {}

void Integrator::save(State& to) const {
  to.put("integrator/pair_step", pair_step_);
  to.put("integrator/last_step", last_step_);
  to.put("integrator/begun", begun_ ? 1.0 : 0.0);
  to.put("integrator/level", static_cast<double>(level_));
  to.put("integrator/calm", static_cast<double>(calm_));
  to.put("integrator/level_by", static_cast<double>(level_by_));
  if (options_.kind == IntegratorKind::adams_bashforth_2 || options_.kind == IntegratorKind::midpoint)
    to.put("integrator/before", before_);
  to.put("integrator/carry", carry_);
  if (speed_ > 0) to.put("integrator/speed", speed_);
  save_count(to);
}

void Integrator::save_count(State& to) const {
  to.put("integrator/count", std::vector<double>{count_from_, counted_step_, static_cast<double>(count_first_)});
}

void Integrator::load(const State& from) {
  const SharedList<double> count = from.list("integrator/count");
  counted_step_ = 0;  // files of earlier versions do not say it: the count begins at their end
  if (count.size() == 3) {
    count_from_ = count[0];
    counted_step_ = count[1];
    count_first_ = static_cast<long>(count[2]);
  }
  if (!from.has("integrator/pair_step")) return;
  pair_step_ = from.number("integrator/pair_step");
  last_step_ = from.number("integrator/last_step");
  level_ = static_cast<int>(from.number("integrator/level"));
  calm_ = static_cast<int>(from.number("integrator/calm"));
  level_by_ = static_cast<StepLimit>(static_cast<int>(from.number("integrator/level_by", 0)));
  speed_ = from.number("integrator/speed", 0);
  before_ = from.list("integrator/before").values();
  carry_ = from.list("integrator/carry").values();
  if (before_.empty()) restart();  // another rule has made the state
  begun_ = from.number("integrator/begun", from.number("integrator/last_step") > 0 ? 1 : 0) != 0;
}

void Integrator::restart() {
  last_step_ = speed_ = 0;
  begun_ = false;
}

void Integrator::set_options(const IntegratorOptions& options) {
  if (options.time_step != options_.time_step || options.adaptive != options_.adaptive)
    level_ = calm_ = 0, pair_step_ = 0;
  if (options.kind != options_.kind) restart();
  options_ = options;
}

double Integrator::allowed_by_movement(Contacts& contacts) const {
  double speed = contacts.relative_speeds(x_, v_).largest();
  for (std::size_t i = positions_; i + 2 < v_.size(); i += 3)  // a rod's end, relative to its centre
    speed = std::max(speed, contacts.largest_half_axis() * std::hypot(v_[i], v_[i + 1], v_[i + 2]));
  return speed > 0 ? options_.largest_move * radius_ / speed : std::numeric_limits<double>::infinity();
}

double Integrator::time_after(const BodyState& state, double dt) const {
  if (dt != counted_step_) return state.time + dt;
  return count_from_ + static_cast<double>(state.step + 1 - count_first_) * dt;
}

StepReport Integrator::step(BodyState& state, const Velocity& velocity, Contacts& contacts, double longest, double meet,
                            const LawTimes& law) {
  StepReport report;
  law_ = law;
  x_ = state.coordinates();
  v_ = state.slopes();
  positions_ = state.positions.size();
  start_ = state.time;
  double allowed = std::numeric_limits<double>::infinity();
  if (options_.adaptive) allowed = allowed_by_movement(contacts);
  if (options_.adaptive && !own_control()) {
    while (level_ < most_halvings && std::ldexp(options_.time_step, -level_) > allowed)
      ++level_, calm_ = 0, level_by_ = StepLimit::movement;
  }
  report.limit = level_ > 0 ? level_by_ : StepLimit::none;
  double wanted = std::ldexp(options_.time_step, -level_);
  if (own_control()) {
    if (pair_step_ > 0) wanted = pair_step_;
    report.limit = wanted > allowed ? StepLimit::movement : StepLimit::error;
    wanted = std::min(wanted, std::max(allowed, std::ldexp(options_.time_step, -most_halvings)));
  }
  if (wanted > law_.longest) {  // not a level: where the law allows longer steps again, they are taken at once
    wanted = law_.longest;
    report.limit = law_.limit;
  }
  longest = std::min(longest, meet - start_);
  // A step that ends there but for the rounding of times is not changed by it: its length is a part of the state.
  const bool cut = longest < wanted - time_rounding(start_, wanted);
  double dt = cut ? longest : wanted;
  // A first step has no step before it whose error could have shortened it: it is tried again until it keeps its
  // tolerance.
  const bool first = options_.adaptive && !begun_;
  const double lever = contacts.largest_half_axis();
  if (std::isfinite(law_.period) && speed_ == 0)
    if (const double drive = std::abs(weight_at(start_)); drive > 0) speed_ = speed_of(x_, v_, start_, lever) / drive;
  if (cut) report.limit = StepLimit::time;
  const auto end_of = [&] {
    const double counted = time_after(state, dt);
    const bool met = is_same_time(counted, meet, wanted) && (options_.adaptive || cut);
    return met ? meet : counted;
  };
  std::vector<std::int32_t> images;
  for (;;) {
    while (!move(dt, velocity, contacts, trial_, report)) {
      if (++report.halvings > most_halvings)
        throw Error(
            text("the contacts do not converge at step {}, however short the time step: the bodies are packed too "
                 "densely; lower the volume fraction",
                 state.step + 1));
      dt *= 0.5;
      report.limit = StepLimit::contacts;
    }
    images = state.images;
    settle(trial_, images);
    end_.resize(trial_.size());
    now_ = end_of();
    velocity(trial_, end_);
    find_error(dt, end_, lever, report);
    if (!(own_control() || first) || std::max(relative_error(report), report.next_error) <= options_.tolerance ||
        ++report.rejections > most_rejections)
      break;
    if (own_control()) {
      dt = controlled(dt, relative_error(report));
    } else {
      dt *= 0.5;
      level_ = level_within(dt);
      level_by_ = StepLimit::error;
      calm_ = 0;
    }
    report.limit = StepLimit::error;
  }
  report.time_step = dt;
  report.cut = cut;
  // a step that was cut short by the caller says nothing about the next one
  if (own_control() && (!cut || dt < longest || pair_step_ == 0 || dt > pair_step_))
    pair_step_ = controlled(dt, relative_error(report));
  speed_ = std::isfinite(law_.period) ? report.reference * speed_of(trial_, end_, start_ + dt, lever) : 0;

  find_means(dt);
  carry_.swap(new_carry_);
  state.set_coordinates(trial_);
  state.images.swap(images);
  state.set_slopes(end_);
  before_.swap(v_);
  last_step_ = dt;
  begun_ = true;
  if (dt != counted_step_) {
    count_from_ = state.time;
    counted_step_ = dt;
    count_first_ = state.step;
  }
  state.time = now_;
  ++state.step;
  if (options_.adaptive && !own_control()) adapt(report, allowed, cut && dt == longest);
  return report;
}

/// A stage of a Runge-Kutta step: the slope at from + dt slope, `after` later than the start, with contacts kept there
/// too.
bool Integrator::stage(double dt, std::span<const double> slope, Contacts& contacts, const Velocity& velocity,
                       std::vector<double>& slope_there, StepReport& report, double after) {
  stage_.resize(x_.size());
  for (std::size_t i = 0; i < stage_.size(); ++i) stage_[i] = x_[i] + dt * slope[i];
  normalise_directors(std::span(stage_).subspan(positions_));
  const ContactReport c = contacts.project(stage_);
  report.sweeps += c.sweeps;
  if (!c.converged) return false;
  settle(stage_, {});
  slope_there.resize(stage_.size());
  now_ = start_ + after;
  velocity(stage_, slope_there);
  return true;
}

bool Integrator::move(double dt, const Velocity& velocity, Contacts& contacts, std::vector<double>& to,
                      StepReport& report) {
  const std::vector<double>&x = x_, &v = v_;
  to.resize(x.size());
  if (carry_.size() != x.size()) carry_.assign(x.size(), 0.0);
  new_carry_.resize(x.size());
  moved_.resize(positions_);
  // Compensated: a body that has fallen far has coarse coordinates, and their rounding must not add up over the steps.
  const auto advance = [&](auto slope) {
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double way = dt * slope(i), move = way + carry_[i], sum = x[i] + move, part = sum - x[i];
      if (i < positions_) moved_[i] = way;
      to[i] = sum;
      new_carry_[i] = (x[i] - (sum - part)) + (move - part);
    }
  };
  // A changed step has no equidistant past.
  report.restarted = options_.kind == IntegratorKind::adams_bashforth_2 && std::abs(last_step_ - dt) > 1e-12 * dt;
  if (options_.kind == IntegratorKind::euler) {
    advance([&](std::size_t i) { return v[i]; });
  } else if (options_.kind == IntegratorKind::adams_bashforth_2 && !report.restarted) {
    advance([&](std::size_t i) { return 1.5 * v[i] - 0.5 * before_[i]; });
  } else if (options_.kind == IntegratorKind::rk4) {
    std::vector<double>&k2 = slopes_[1], &k3 = slopes_[2], &k4 = slopes_[3];
    if (!stage(0.5 * dt, v, contacts, velocity, k2, report, 0.5 * dt)) return false;
    if (!stage(0.5 * dt, k2, contacts, velocity, k3, report, 0.5 * dt)) return false;
    if (!stage(dt, k3, contacts, velocity, k4, report, dt)) return false;
    advance([&](std::size_t i) { return (v[i] + 2 * k2[i] + 2 * k3[i] + k4[i]) / 6; });
  } else if (options_.kind == IntegratorKind::implicit_midpoint) {
    if (!implicit_midpoint(dt, velocity, contacts, report)) return false;
    advance([&](std::size_t i) { return slopes_[1][i]; });
  } else if (options_.kind == IntegratorKind::dormand_prince) {
    if (!dormand_prince(dt, velocity, contacts, report)) return false;
    const auto& k = slopes_;
    advance([&](std::size_t i) {
      return 35.0 / 384 * v[i] + 500.0 / 1113 * k[2][i] + 125.0 / 192 * k[3][i] - 2187.0 / 6784 * k[4][i] +
             11.0 / 84 * k[5][i];
    });
  } else {
    std::vector<double>&k = slopes_[1], &beyond = slopes_[3];
    if (!stage(0.5 * dt, v, contacts, velocity, k, report, 0.5 * dt)) return false;
    if (last_step_ == 0) {  // no slope from before tells the error: that of Kutta's rule does
      beyond.resize(k.size());
      for (std::size_t i = 0; i < k.size(); ++i) beyond[i] = 2 * k[i] - v[i];
      if (!stage(dt, beyond, contacts, velocity, slopes_[2], report, dt)) return false;
    }
    advance([&](std::size_t i) { return k[i]; });
  }
  normalise_directors(std::span(to).subspan(positions_));
  pushed_.assign(to.begin(), to.begin() + static_cast<std::ptrdiff_t>(positions_));
  const ContactReport c = contacts.project(to);
  report.sweeps += c.sweeps;
  for (std::size_t i = 0; i < positions_; ++i) pushed_[i] = to[i] - pushed_[i];
  return c.converged;
}

/// k = V(x + dt/2 k) by iteration from the slope at the start; what the halves of the step see is the same from both
/// ends, so the step taken back from its end leads to its start.
bool Integrator::implicit_midpoint(double dt, const Velocity& velocity, Contacts& contacts, StepReport& report) {
  constexpr int most_iterations = 100;
  constexpr double enough = 1e-15, tolerable = 1e-9;  // of the slope's largest component, relative
  std::vector<double>&k = slopes_[1], &next = slopes_[2];
  k = v_;
  double change = 0, before = 1e300;
  for (int i = 0; i < most_iterations; ++i) {
    if (!stage(0.5 * dt, k, contacts, velocity, next, report, 0.5 * dt)) return false;
    if (i == 0) slopes_[3] = next;  // the stage of the explicit rule
    double largest = 0;
    change = 0;
    for (std::size_t c = 0; c < k.size(); ++c) {
      change = std::max(change, std::abs(next[c] - k[c]));
      largest = std::max(largest, std::abs(next[c]));
    }
    k.swap(next);
    if (change <= enough * largest) return true;
    // rounding, or a step too long to converge
    if (change >= before && i > 3) return change <= tolerable * largest;
    before = change;
  }
  return false;
}

/// The stages but the first, which is v_, and the last, which is the slope at the end.
bool Integrator::dormand_prince(double dt, const Velocity& velocity, Contacts& contacts, StepReport& report) {
  static constexpr double a[5][5] = {{1.0 / 5},
                                     {3.0 / 40, 9.0 / 40},
                                     {44.0 / 45, -56.0 / 15, 32.0 / 9},
                                     {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
                                     {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656}};
  static constexpr double at[5] = {1.0 / 5, 3.0 / 10, 4.0 / 5, 8.0 / 9, 1};
  slopes_[0] = v_;
  std::vector<double>& sum = slopes_[6];
  for (std::size_t s = 0; s < 5; ++s) {
    sum.assign(v_.size(), 0.0);
    for (std::size_t j = 0; j <= s; ++j)
      for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += a[s][j] * slopes_[j][i];
    if (!stage(dt, sum, contacts, velocity, slopes_[s + 1], report, at[s] * dt)) return false;
  }
  return true;
}

double Integrator::weight_at(double time) const {
  return weight_ ? weight_(time) : 1;
}

double Integrator::speed_of(std::span<const double> coordinates, std::span<const double> slopes, double time,
                            double lever) const {
  return size_beside_shear(coordinates.first(positions_), slopes, lever, law_.shear_rate, weight_at(time));
}

double Integrator::controlled(double dt, double error) const {
  const double factor =
      error > 0 ? 0.9 * std::pow(options_.tolerance / error, 0.25) : 5;  // the error per unit of time is of order 4
  return std::min(options_.time_step, dt * std::clamp(factor, 0.2, 5.0));
}

/// Difference between the step's rule and one of another order, from slopes that are there anyway, but for a first
/// midpoint step: Euler - trapezoid; Adams-Bashforth 2 - Adams-Moulton 3; midpoint - the integral of the parabola
/// through the slopes at the ends of this step and the last one, or Kutta's third-order rule; implicit midpoint - its
/// leading error; Runge-Kutta 4 - its third-order companion with the slope at the end; Dormand-Prince - its
/// fourth-order rule.  The positions differ by dt times this, so per unit of time dt cancels.  Both rules of
/// Runge-Kutta 4 take the mean of a slope that depends on time alone by Simpson's rule, and do not differ.  The error
/// of that rule is known for an oscillating drive, and is added.
void Integrator::find_error(double dt, std::span<const double> end, double lever, StepReport& report) const {
  const std::vector<double>& v = v_;
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
      if (!report.restarted) {
        fill([&](std::size_t i) { return 5.0 / 12 * (end[i] - 2 * v[i] + before_[i]); });
        break;
      }
      [[fallthrough]];
    case IntegratorKind::midpoint:
      if (last_step_ > 0) {
        const double parabola = dt * dt / (6 * (dt + last_step_));
        fill([&](std::size_t i) {
          return (v[i] + end[i]) / 2 - slopes_[1][i] -
                 parabola * ((end[i] - v[i]) / dt - (v[i] - before_[i]) / last_step_);
        });
      } else {
        fill([&](std::size_t i) { return (v[i] - 2 * slopes_[1][i] + slopes_[2][i]) / 6; });
      }
      break;
    case IntegratorKind::implicit_midpoint:
      fill(
          [&](std::size_t i) { return (v[i] - 2 * slopes_[1][i] + end[i]) / 6 - (slopes_[1][i] - slopes_[3][i]) / 3; });
      break;
    case IntegratorKind::dormand_prince:
      fill([&](std::size_t i) {
        return 71.0 / 57600 * v[i] - 71.0 / 16695 * slopes_[2][i] + 71.0 / 1920 * slopes_[3][i] -
               17253.0 / 339200 * slopes_[4][i] + 22.0 / 525 * slopes_[5][i] - 1.0 / 40 * end[i];
      });
      break;
  }
  // a director's error counts as that of the end of the longest rod; the mean is over the bodies either way
  double error = size_of(difference, positions_, lever);
  if (options_.kind == IntegratorKind::rk4 && std::isfinite(law_.period)) {
    fill([&](std::size_t i) { return (v[i] + 2 * slopes_[1][i] + 2 * slopes_[2][i] + slopes_[3][i]) / 6; });
    error = std::hypot(error, simpson_error(dt, law_.period) * size_of(difference, positions_, lever));
  }
  double at_end = speed_of(trial_, end, start_ + dt, lever);
  if (at_end == 0) at_end = speed_of(x_, v, start_, lever);  // the step has brought all bodies to rest
  report.local_error = at_end > 0 ? error / at_end : 0;
  report.next_error = 0;
  const std::size_t bodies = positions_ / 3;
  double reference = law_.rest * std::sqrt(static_cast<double>(bodies));
  if (std::isfinite(law_.period))
    reference = std::max({reference, speed_ * std::exp(-dt / law_.period), speed_of(x_, v, start_, lever)});
  report.reference = at_end > 0 ? std::max(1.0, reference / at_end) : 1;
  // Steps of Adams and Bashforth that follow have a larger error than the first one, a midpoint step.
  if (options_.kind == IntegratorKind::adams_bashforth_2 && last_step_ == 0 && at_end > 0) {
    fill([&](std::size_t i) {
      const double with_end = v[i] - 2 * slopes_[1][i] + end[i], with_kutta = v[i] - 2 * slopes_[1][i] + slopes_[2][i];
      return 5.0 / 12 * (6 * with_end - 2 * with_kutta);
    });
    report.next_error = size_of(difference, positions_, lever) / at_end / report.reference;
  }
}

/// Averages by the step's own weights, each with the drive of its own time.
void Integrator::find_means(double dt) {
  struct Node {
    double after, part;  ///< time since the start of the step, in steps; share of the mean
    const std::vector<double>& slope;
  };
  const auto add_up = [&](std::initializer_list<Node> nodes) {
    mean_.assign(positions_, 0.0);
    weighted_mean_.assign(positions_, 0.0);
    for (const Node& node : nodes) {
      const double weighted = node.part * weight_at(start_ + node.after * dt);
      for (std::size_t i = 0; i < positions_; ++i) {
        mean_[i] += node.part * node.slope[i];
        weighted_mean_[i] += weighted * node.slope[i];
      }
    }
  };
  const auto& k = slopes_;
  mean_.clear();
  weighted_mean_.clear();
  if (options_.kind == IntegratorKind::rk4)
    add_up({{0, 1.0 / 6, v_}, {0.5, 2.0 / 6, k[1]}, {0.5, 2.0 / 6, k[2]}, {1, 1.0 / 6, k[3]}});
  if (options_.kind == IntegratorKind::dormand_prince)
    add_up({{0, 35.0 / 384, v_},
            {0.3, 500.0 / 1113, k[2]},
            {0.8, 125.0 / 192, k[3]},
            {8.0 / 9, -2187.0 / 6784, k[4]},
            {1, 11.0 / 84, k[5]}});
}

int Integrator::level_within(double dt) const {
  int level = level_;
  while (level < most_halvings && std::ldexp(options_.time_step, -level) > dt * (1 + 1e-12)) ++level;
  return level;
}

void Integrator::adapt(const StepReport& report, double allowed, bool shortened) {
  const double dt = report.time_step;
  // the error of a step under an oscillating drive rises and falls twice in a period
  const bool oscillates = std::isfinite(law_.period);
  const double enough = std::max<double>(calm_steps, oscillates ? 0.5 * law_.period / dt : 0);
  // of twice the step, over that of this one: at most the fourth power of two, and some room
  const double grows = oscillates && options_.kind == IntegratorKind::rk4 ? 20 : 8;
  if (report.halvings > 0) {
    level_ = std::min(most_halvings, level_ + report.halvings);
    level_by_ = StepLimit::contacts;
    calm_ = 0;
  } else if (relative_error(report) > options_.tolerance) {
    level_ = level_within(0.5 * dt);
    level_by_ = StepLimit::error;
    calm_ = 0;
  } else if (shortened) {
    // it says nothing of a longer one
  } else if (level_ > 0 && 2 * dt < 0.8 * allowed && 2 * dt <= law_.longest &&
             grows * relative_error(report) < options_.tolerance) {
    if (++calm_ >= enough) {
      --level_;
      calm_ = 0;
    }
  } else {
    calm_ = 0;
  }
}

}  // namespace slurry
