// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QCoreApplication>
#include <QPointer>
#include <QTimer>

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

namespace slurry::ui {

/// Gives all panels one common beat, ten times a second, so that they all show the same moment.
class Throttle {
 public:
  explicit Throttle(std::function<void()> work) : work_(std::move(work)) {}
  ~Throttle() {
    if (beat()) std::erase(beat()->waiting, this);
  }
  Throttle(const Throttle&) = delete;
  Throttle& operator=(const Throttle&) = delete;

  /// Does the work at the next beat, only once even if it is requested several times.
  void request() {
    if (!beat()) beat() = new Beat(QCoreApplication::instance());
    std::vector<Throttle*>& waiting = beat()->waiting;
    if (std::find(waiting.begin(), waiting.end(), this) == waiting.end()) waiting.push_back(this);
    if (!beat()->timer.isActive()) beat()->timer.start();
  }

 private:
  struct Beat : QObject {
    explicit Beat(QObject* parent) : QObject(parent) {
      constexpr int interval_ms = 100;
      timer.setInterval(interval_ms);
      connect(&timer, &QTimer::timeout, this, [this] {
        if (waiting.empty()) timer.stop();
        for (Throttle* t : std::exchange(waiting, {})) t->work_();
      });
    }
    std::vector<Throttle*> waiting;
    QTimer timer;
  };
  static QPointer<Beat>& beat() {
    static QPointer<Beat> one;
    return one;
  }

  std::function<void()> work_;
};

}  // namespace slurry::ui
