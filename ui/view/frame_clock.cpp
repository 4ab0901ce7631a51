// SPDX-License-Identifier: BSD-3-Clause
#include "view/frame_clock.hpp"

#include <algorithm>
#include <cmath>

namespace slurry::ui {
namespace {

constexpr double shortest_interval = 1.0 / 60;  // [s]
constexpr double largest_share = 0.75;          // of the time that drawing may take

}  // namespace

FrameClock::FrameClock(QObject* parent) : QObject(parent) {
  clock_.start();
  timer_.setSingleShot(true);
  timer_.setTimerType(Qt::PreciseTimer);
  connect(&timer_, &QTimer::timeout, this, &FrameClock::due);
}

void FrameClock::request() {
  if (timer_.isActive()) return;
  const double wait = next_ - 1e-9 * static_cast<double>(clock_.nsecsElapsed());
  timer_.start(static_cast<int>(std::ceil(1000 * std::max(wait, 0.0))));
}

void FrameClock::drawn(double seconds) {
  const double now = 1e-9 * static_cast<double>(clock_.nsecsElapsed());
  const double start = now - seconds;
  // At least 2 ms for everything else.
  next_ = std::max({start + shortest_interval, start + seconds / largest_share, now + 0.002});
  const double interval = now - last_;
  mean_interval_ = interval > 1 ? interval : mean_interval_ + 0.1 * (interval - mean_interval_);
  last_ = now;
}

double FrameClock::framesPerSecond() const {
  const double since = 1e-9 * static_cast<double>(clock_.nsecsElapsed()) - last_;
  const double interval = std::max(mean_interval_, since > 0.5 ? since : 0.0);
  return interval > 0 ? 1 / interval : 0;
}

}  // namespace slurry::ui
