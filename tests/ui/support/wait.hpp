// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QApplication>
#include <QElapsedTimer>

#include <functional>

namespace slurry::ui::testing {

/// Lets the event loop run until something holds; false when the time is over, which is long: a busy machine is no
/// fault.
inline bool wait_until(const std::function<bool()>& holds, int milliseconds = 60000) {
  QElapsedTimer clock;
  clock.start();
  while (!holds()) {
    if (clock.elapsed() > milliseconds) return false;
    QApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents, 20);
  }
  return true;
}

}  // namespace slurry::ui::testing
