// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <optional>

#include "quantities/rows.hpp"

// Periods of motions that come back.
namespace slurry {

using namespace quantity;

namespace {

/// How near a motion has to come to where it was to be one that returns: of the largest rms distance of the bodies from
/// their mean, or of a unit vector.
constexpr double returned = 0.01;

/// A number that is followed from step to step, with its rate.
struct Followed {
  double time, value, rate;
};

/// Hermite's cubic through values and rates at two times that are dt apart; u from 0 to 1.
double between(double u, double dt, double first, double first_rate, double second, double second_rate) {
  const double w = 1 - u;
  return w * w * ((1 + 2 * u) * first + u * dt * first_rate) + u * u * ((3 - 2 * u) * second - w * dt * second_rate);
}

/// Where it is zero, as a part of the way; the values differ in sign.
double zero_between(const Followed& first, const Followed& second) {
  double low = 0, high = 1;
  for (int i = 0; i < 60; ++i) {
    const double u = 0.5 * (low + high);
    const double value = between(u, second.time - first.time, first.value, first.rate, second.value, second.rate);
    (value * first.value > 0 ? low : high) = u;
  }
  return 0.5 * (low + high);
}

double time_between(const Followed& first, const Followed& second, double u) {
  return first.time + u * (second.time - first.time);
}

std::vector<double> list(const MeterState& state, const std::string& name, std::size_t length) {
  const auto at = state.find(name);
  return at != state.end() && at->second.size() == length ? at->second.values() : std::vector<double>();
}

/// Where all bodies are, without wrapping, and how fast they move, both relative to their mean.
struct Shape {
  std::vector<double> places, rates;

  static std::vector<double> about_mean(std::vector<double> x) {
    const double n = static_cast<double>(x.size()) / 3;
    for (std::size_t k = 0; k < 3; ++k) {
      double mean = 0;
      for (std::size_t i = k; i < x.size(); i += 3) mean += x[i] / n;
      for (std::size_t i = k; i < x.size(); i += 3) x[i] -= mean;
    }
    return x;
  }
};

double norm(const std::vector<double>& x) {
  double sum = 0;
  for (const double c : x) sum += c * c;
  return std::sqrt(sum);
}

/// Period of an orbit: the time between two crossings, in the same sense, of the heights of bodies 0 and 1, if all
/// bodies have come back to their places among each other.  A crossing, and the places of the bodies then, are found
/// between two steps by the cubic through places and velocities.
class PeriodMeter final : public Meter {
 public:
  void see(const Step& s) override {
    if (s.positions.size() < 6 || s.positions.size() > 3 * most_bodies_with_all_pairs) return;
    const Shape shape{Shape::about_mean(places(s)), Shape::about_mean({s.velocities.begin(), s.velocities.end()})};
    Followed now{s.time, 0, 0};
    for (std::size_t k = 0; k < 3; ++k) {
      const double down = s.scenario->gravity[k];
      now.value -= (shape.places[k] - shape.places[3 + k]) * down;
      now.rate -= (shape.rates[k] - shape.rates[3 + k]) * down;
    }
    if (last_ && last_->value != 0 && last_->value * now.value <= 0) cross(now, shape);
    last_ = now;
    last_shape_ = shape;
    size_ = std::max(size_, norm(shape.places));
  }
  /// Another orbit begins, unless the same one is gone on with: then the last state is the present one.
  void changed(const Step& s, Change change) override {
    if (change == Change::drive) return;
    if (change == Change::resumed)
      last_.reset();
    else
      *this = {};
    see(s);
  }
  double value() const override { return period_; }
  MeterState state() const override {
    return {
        {"found", {crossed_[0], crossed_[1], period_}}, {"size", {size_}}, {"places_0", at_[0]}, {"places_1", at_[1]}};
  }
  MeterState frame_state() const override { return size_ > 0 ? state() : MeterState(); }
  void restore(const MeterState& state) override {
    const auto take = [&state](const char* name) {
      const auto at = state.find(name);
      return at == state.end() ? std::vector<double>() : at->second.values();
    };
    if (const auto found = list(state, "found", 3); !found.empty()) {
      crossed_ = {found[0], found[1]};
      period_ = found[2];
    }
    at_ = {take("places_0"), take("places_1")};
    if (const auto size = list(state, "size", 1); !size.empty()) size_ = size[0];
  }

 private:
  void cross(const Followed& now, const Shape& shape) {
    const double u = zero_between(*last_, now), dt = now.time - last_->time, time = time_between(*last_, now, u);
    std::vector<double> here(shape.places.size()), way(shape.places.size());
    for (std::size_t i = 0; i < here.size(); ++i)
      here[i] = between(u, dt, last_shape_.places[i], last_shape_.rates[i], shape.places[i], shape.rates[i]);
    const std::size_t sense = last_->value > 0 ? 0 : 1;
    period_ = unknown;
    if (at_[sense].size() == here.size()) {
      for (std::size_t i = 0; i < here.size(); ++i) way[i] = here[i] - at_[sense][i];
      if (norm(way) <= returned * size_) period_ = time - crossed_[sense];
    }
    crossed_[sense] = time;
    at_[sense] = std::move(here);
  }

  std::optional<Followed> last_;  ///< height of body 0 above body 1, against gravity
  Shape last_shape_;
  std::array<double, 2> crossed_{unknown, unknown};
  std::array<std::vector<double>, 2> at_;  ///< where the bodies were then
  double size_ = 0;                        ///< size of the group, the largest that it was: sqrt(N) times its rms radius
  double period_ = unknown;
};

/// Twice the time between two passages of the first director through the plane across x, when it tumbles: when it
/// comes by turned round, and at the same angle to y as before.
class RotationMeter final : public Meter {
 public:
  void see(const Step& s) override {
    if (s.directors.empty()) return;
    const Followed now{s.time, s.directors[0], s.rates[0]};
    if (last_.value != 0 && last_.value * now.value <= 0 && now.time > last_.time) {
      const double u = zero_between(last_, now), time = time_between(last_, now, u);
      const double y = between(u, now.time - last_.time, last_y_.value, last_y_.rate, s.directors[1], s.rates[1]);
      period_ = std::abs(y + y_) <= returned ? 2 * (time - crossed_) : unknown;
      crossed_ = time;
      y_ = y;
    }
    last_ = now;
    last_y_ = {s.time, s.directors[1], s.rates[1]};
  }
  void changed(const Step& s, Change change) override {
    if (change == Change::drive) return;
    if (change != Change::resumed) *this = {};
    last_.value = 0;  // the last state is the present one
    see(s);
  }
  double value() const override { return period_; }
  MeterState state() const override {
    return {{"rotation", {last_.time, last_.value, last_.rate, crossed_, period_}},
            {"along_y", {last_y_.value, last_y_.rate, y_}}};
  }
  MeterState frame_state() const override { return last_.value != 0 ? state() : MeterState(); }
  void restore(const MeterState& state) override {
    const auto r = list(state, "rotation", 5);
    if (r.empty()) return;
    last_ = {r[0], r[1], r[2]};
    crossed_ = r[3];
    period_ = r[4];
    const auto y = list(state, "along_y", 3);
    if (y.empty()) return;
    last_y_ = {r[0], y[0], y[1]};
    y_ = y[2];
  }

 private:
  Followed last_{0, 0, 0}, last_y_{0, 0, 0};  ///< x and y components of the director
  double crossed_ = unknown, period_ = unknown;
  double y_ = unknown;  ///< y of the director at the last passage
};

}  // namespace

std::vector<Quantity> orbit_quantities() {
  return {
      {.name = "period",
       .symbol = "period",
       .title = "Period",
       .description =
           "Time until the heights of the first two bodies cross again in the same sense, and all bodies are back to "
           "within 1 % of the size of their group",
       .unit = "time",
       .of = Of::run,
       .shown = nowhere,
       .sometimes = true,
       .valid =
           [](const Scenario& s, std::size_t n) {
             return n > 1 && (of_arranged(s, n) || (n <= most_bodies_with_all_pairs && of_groups(s, n)));
           },
       .make_meter = [](const Scenario&) { return std::make_unique<PeriodMeter>(); }},
      {.name = "rotation_period",
       .symbol = "rotation period",
       .title = "Period of rotation",
       .description =
           "Twice the time between two passages of the first rod through the plane perpendicular to x. At the second "
           "passage the y component of its direction must be, to within 0.01, the opposite of that at the first",
       .unit = "time",
       .of = Of::run,
       .shown = nowhere,
       .sometimes = true,
       .valid = [](const Scenario& s, std::size_t n) { return of_rods(s, n) && (n == 1 || of_arranged(s, n)); },
       .make_meter = [](const Scenario&) { return std::make_unique<RotationMeter>(); }},
  };
}

}  // namespace slurry
