// SPDX-License-Identifier: BSD-3-Clause
#include "models/run_speed.hpp"

#include <cmath>

#include "models/number_text.hpp"

namespace slurry::ui {
namespace {

constexpr double shortest = 1, longest = 30;  // [s]
constexpr double as_asked = 0.95;             // from this part of what was asked on; a second has a few steps alone

}  // namespace

void RunSpeed::see(double now, long step, double time, bool running, double asked) {
  if (!start_ || !running || step < start_->step || asked != asked_) {
    steps_ = time_ = 0;
  } else {
    const double gone = now - start_->now;
    const long steps = step - start_->step;
    if (gone < shortest || (steps == 0 && gone < longest)) return;
    steps_ = static_cast<double>(steps) / gone;
    time_ = (time - start_->time) / gone;
  }
  asked_ = asked;
  start_ = Start{now, step, time};
}

std::string run_speed_text(double reached, double asked, std::string_view unit) {
  if (!std::isfinite(reached) || reached <= 0) return {};
  const std::string per_second = " " + std::string(unit) + " per s";
  if (asked > 0 && reached >= as_asked * asked) return number_text(asked, 4) + per_second;
  const std::string own = number_text(reached, reached >= 10 ? 3 : 2, Zeros::kept);
  return asked > 0 ? own + " of " + number_text(asked, 4) + per_second : own + per_second;
}

}  // namespace slurry::ui
