// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QObject>

#include <memory>
#include <thread>
#include <variant>
#include <vector>

#include "base/mailbox.hpp"
#include "yardsticks/window/orbit_board.hpp"

namespace slurry::ui {

/// News of a line from the thread of the orbits.
struct OrbitNews {
  struct Started {};
  struct Over {};  ///< of all lines
  std::size_t line = 0;
  std::variant<Started, OrbitCycle, OrbitResult, Over> what;
};

/// Follows orbits one after another on a thread of its own.  Its news are collected and come in one batch with each
/// turn of the event loop.
class OrbitRunner : public QObject {
  Q_OBJECT
 public:
  explicit OrbitRunner(QObject* parent = nullptr);
  /// Ends what runs, which takes a tau_s of it: some microseconds.
  ~OrbitRunner() override;
  /// In place of what runs.
  void start(std::vector<OrbitBoard::Job> jobs);
  /// Stops the thread; its news until then are lost.  ended() follows if something ran.
  void stop();
  bool busy() const { return thread_.joinable(); }

 Q_SIGNALS:
  void arrived(const std::vector<slurry::ui::OrbitNews>& news);
  /// All are over, or were stopped.
  void ended();

 private:
  void read(std::vector<OrbitNews> news);
  void retire();
  std::shared_ptr<Mailbox<OrbitNews>> mailbox_;
  std::jthread thread_;
};

}  // namespace slurry::ui
