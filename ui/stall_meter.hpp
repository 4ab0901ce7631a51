// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QObject>
#include <QTimer>

#include <array>

#include "thread_clock.hpp"

namespace slurry::ui {

/// Measures how long the event loop of its thread goes without a turn, apart from drawing. A timer fires every few
/// milliseconds. A gap is the time since it fired last, minus the drawing that was reported in between. A gap includes
/// the timer's own interval, so it is never too short.
class StallMeter : public QObject {
  Q_OBJECT
 public:
  explicit StallMeter(QObject* parent = nullptr);
  /// Reports the time that a drawing has just taken.
  void addDraw(const ThreadTime& spent);
  void reset();

  double longestGap() const { return longest_; }  ///< wall time [s]
  /// Longest gap without the time in which this thread was ready but other threads and programs had the cores.
  double longestOwnGap() const { return longest_own_; }
  double longestDraw() const { return longest_draw_; }  ///< wall time [s]
  double meanDraw() const { return draws_ > 0 ? draw_total_ / static_cast<double>(draws_) : 0; }
  long turns() const { return turns_; }
  /// Numbers of gaps longer than 10, 20, 30, 50 and 100 ms.
  const std::array<long, 5>& counts() const { return counts_; }
  /// The same numbers without the time in which other threads and programs had the cores.
  const std::array<long, 5>& ownCounts() const { return own_counts_; }

 private:
  void turn();

  QTimer timer_;
  ThreadTime last_, drawn_;
  double longest_ = 0, longest_own_ = 0, longest_draw_ = 0, draw_total_ = 0;
  long draws_ = 0, turns_ = 0;
  std::array<long, 5> counts_{}, own_counts_{};
  bool first_ = true;
};

}  // namespace slurry::ui
