// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QApplication>
#include <QElapsedTimer>
#include <QTimer>

#include <functional>

namespace slurry::ui::testing {

/// Lets the event loop run until something holds; false when the time is over, which is long: a busy machine is no
/// fault.
inline bool wait_until(const std::function<bool()>& holds, int milliseconds = 60000) {
  QElapsedTimer clock;
  clock.start();
  QTimer look;  // with a time limit processEvents() would not wait, and would take a core from the engine
  look.start(5);
  while (!holds()) {
    if (clock.elapsed() > milliseconds) return false;
    QApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents);
  }
  return true;
}

}  // namespace slurry::ui::testing
