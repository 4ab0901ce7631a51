// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QElapsedTimer>
#include <QTimer>

#include <functional>
#include <utility>

namespace slurry::ui {

/// Calls a function at most every so many milliseconds, and once more after the last request.
class Throttle {
 public:
  Throttle(int interval_ms, std::function<void()> work) : interval_(interval_ms), work_(std::move(work)) {
    timer_.setSingleShot(true);
    QObject::connect(&timer_, &QTimer::timeout, [this] { run(); });
  }
  void request() {
    if (timer_.isActive()) return;
    const qint64 gone = since_.isValid() ? since_.elapsed() : interval_;
    if (gone >= interval_) {
      run();
    } else {
      timer_.start(static_cast<int>(interval_ - gone));
    }
  }

 private:
  void run() {
    since_.start();
    work_();
  }
  int interval_;
  std::function<void()> work_;
  QTimer timer_;
  QElapsedTimer since_;
};

}  // namespace slurry::ui
