// SPDX-License-Identifier: BSD-3-Clause
#include "stall_meter.hpp"

#include <algorithm>

namespace slurry::ui {
namespace {

constexpr int interval_ms = 4;
constexpr std::array<double, 5> limits{0.010, 0.020, 0.030, 0.050, 0.100};

}  // namespace

StallMeter::StallMeter(QObject* parent) : QObject(parent) {
  timer_.setTimerType(Qt::PreciseTimer);
  timer_.setInterval(interval_ms);
  connect(&timer_, &QTimer::timeout, this, &StallMeter::turn);
  timer_.start();
}

void StallMeter::addDraw(const ThreadTime& spent) {
  drawn_.wall += spent.wall;
  drawn_.waited += spent.waited;
  longest_draw_ = std::max(longest_draw_, spent.wall);
  draw_total_ += spent.wall;
  ++draws_;
}

void StallMeter::reset() {
  longest_ = longest_own_ = longest_draw_ = draw_total_ = 0;
  drawn_ = {};
  draws_ = turns_ = 0;
  counts_.fill(0);
  own_counts_.fill(0);
  first_ = true;
}

void StallMeter::turn() {
  const ThreadTime now = thread_time();
  if (!first_) {
    const ThreadTime gap = now - last_ - drawn_;
    longest_ = std::max(longest_, gap.wall);
    longest_own_ = std::max(longest_own_, gap.wall - gap.waited);
    for (std::size_t i = 0; i < limits.size(); ++i) {
      counts_[i] += gap.wall > limits[i];
      own_counts_[i] += gap.wall - gap.waited > limits[i];
    }
    ++turns_;
  }
  first_ = false;
  last_ = now;
  drawn_ = {};
}

}  // namespace slurry::ui
