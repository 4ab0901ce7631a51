// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QCoreApplication>
#include <QElapsedTimer>

#include <functional>

namespace slurry::ui::testing {

/// An event loop without a display, for rooms that send signals between threads.
struct EventLoop {
  int argc = 1;
  char name[5] = "test";
  char* argv[2] = {name, nullptr};
  QCoreApplication application{argc, argv};

  /// Lets the loop turn until something holds; false when the time is over.
  static bool wait_until(const std::function<bool()>& holds, double seconds = 60) {
    QElapsedTimer clock;
    clock.start();
    while (!holds()) {
      if (1e-3 * static_cast<double>(clock.elapsed()) > seconds) return false;
      QCoreApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents, 20);
    }
    return true;
  }
};

}  // namespace slurry::ui::testing
