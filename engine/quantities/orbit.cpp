// SPDX-License-Identifier: BSD-3-Clause
#include <array>
#include <cmath>
#include <memory>
#include <optional>

#include "geometry/periods.hpp"
#include "quantities/rows.hpp"

// Periods of motions that come back.
namespace slurry {

using namespace quantity;

namespace {

/// A number that is followed from step to step, with its rate.
struct Followed {
  double time, value, rate;
};

/// Where Hermite's cubic through values and rates at two times is zero; the values differ in sign.
double zero_between(const Followed& first, const Followed& second) {
  const double dt = second.time - first.time;
  const auto value = [&](double u) {  // u in [0,1]
    const double w = 1 - u;
    return w * w * ((1 + 2 * u) * first.value + u * dt * first.rate) +
           u * u * ((3 - 2 * u) * second.value - w * dt * second.rate);
  };
  double low = 0, high = 1;
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (low + high);
    (value(middle) * first.value > 0 ? low : high) = middle;
  }
  return first.time + 0.5 * (low + high) * dt;
}

std::vector<double> list(const MeterState& state, const std::string& name, std::size_t length) {
  const auto at = state.find(name);
  return at != state.end() && at->second.size() == length ? at->second : std::vector<double>();
}

/// Of an orbit: the time between two crossings, in the same sense, of the heights of bodies 0 and 1.  A crossing is
/// located between two steps by the cubic through both heights and speeds.
class PeriodMeter final : public Meter {
 public:
  void see(const Step& s) override {
    if (s.positions.size() < 6) return;
    const Periods periods = Periods::of(s.scenario->domain);
    Followed now{s.time, 0, 0};
    for (int k = 0; k < 3; ++k) {
      const double crossed = periods.length[k] * (s.images[k] - s.images[3 + k]), down = s.scenario->gravity[k];
      now.value -= (s.positions[k] - s.positions[3 + k] + crossed) * down;
      now.rate -= (s.velocities[k] - s.velocities[3 + k]) * down;
    }
    if (last_ && last_->value != 0 && last_->value * now.value <= 0) {
      const double time = zero_between(*last_, now);
      double& before = crossed_[last_->value > 0 ? 0 : 1];
      if (std::isfinite(before)) period_ = time - before;
      before = time;
    }
    last_ = now;
  }
  /// Another orbit begins.
  void changed(const Step& s, Change change) override {
    if (change == Change::drive || (change == Change::resumed && last_ && last_->time == s.time)) return;
    *this = {};
    see(s);
  }
  double value() const override { return period_; }
  MeterState state() const override {
    MeterState s{{"found", {crossed_[0], crossed_[1], period_}}};
    if (last_) s["last"] = {last_->time, last_->value, last_->rate};
    return s;
  }
  void restore(const MeterState& state) override {
    if (const auto last = list(state, "last", 3); !last.empty()) last_ = Followed{last[0], last[1], last[2]};
    if (const auto found = list(state, "found", 3); !found.empty()) {
      crossed_ = {found[0], found[1]};
      period_ = found[2];
    }
  }

 private:
  std::optional<Followed> last_;  ///< height of body 0 above body 1, against gravity
  std::array<double, 2> crossed_{unknown, unknown};
  double period_ = unknown;
};

/// Twice the time between two passages of the first director through the plane across x, when it tumbles.
class RotationMeter final : public Meter {
 public:
  void see(const Step& s) override {
    if (s.directors.empty()) return;
    const Followed now{s.time, s.directors[0], s.rates[0]};
    if (last_.value != 0 && last_.value * now.value <= 0 && now.time > last_.time) {
      const double time = zero_between(last_, now);
      if (std::isfinite(crossed_)) period_ = 2 * (time - crossed_);
      crossed_ = time;
    }
    last_ = now;
  }
  void changed(const Step& s, Change change) override {
    if (change == Change::drive) return;
    if (change != Change::resumed || last_.time != s.time) *this = {};
    see(s);
  }
  double value() const override { return period_; }
  MeterState state() const override { return {{"rotation", {last_.time, last_.value, last_.rate, crossed_, period_}}}; }
  void restore(const MeterState& state) override {
    const auto r = list(state, "rotation", 5);
    if (r.empty()) return;
    last_ = {r[0], r[1], r[2]};
    crossed_ = r[3];
    period_ = r[4];
  }

 private:
  Followed last_{0, 0, 0};  ///< x component of the director
  double crossed_ = unknown, period_ = unknown;
};

}  // namespace

std::vector<Quantity> orbit_quantities() {
  return {
      {.name = "period",
       .symbol = "period",
       .title = "Period",
       .description = "Time between two crossings, in the same sense, of the heights of the first two bodies",
       .unit = "time",
       .of = Of::run,
       .shown = nowhere,
       .valid = of_pairs,
       .make_meter = [](const Scenario&) { return std::make_unique<PeriodMeter>(); }},
      {.name = "rotation_period",
       .symbol = "rotation period",
       .title = "Period of rotation",
       .description = "Twice the time between two passages of the first rod through the plane across x",
       .unit = "time",
       .of = Of::run,
       .shown = nowhere,
       .valid = [](const Scenario& s, std::size_t n) { return of_rods(s, n) || s.shear_rate != 0; },
       .make_meter = [](const Scenario&) { return std::make_unique<RotationMeter>(); }},
  };
}

}  // namespace slurry
