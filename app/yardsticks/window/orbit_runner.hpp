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

/// News about a line from the thread of the orbits.
struct OrbitNews {
  struct Started {};
  struct Over {};  ///< all lines are finished
  std::size_t line = 0;
  std::variant<Started, OrbitCycle, OrbitResult, Over> what;
};

/// Follows orbits one after another on its own thread. News is collected and delivered in one batch with each turn of
/// the event loop.
class OrbitRunner : public QObject {
  Q_OBJECT
 public:
  explicit OrbitRunner(QObject* parent = nullptr);
  /// Ends the present run. This takes one tau_s of the run, which is some microseconds.
  ~OrbitRunner() override;
  /// Starts these runs in place of the present ones.
  void start(std::vector<OrbitBoard::Job> jobs);
  /// Stops the thread; its undelivered news is lost. ended() follows if a run was stopped.
  void stop();
  bool busy() const { return thread_.joinable(); }

 Q_SIGNALS:
  void arrived(const std::vector<slurry::ui::OrbitNews>& news);
  /// Emitted when all runs are finished or stopped.
  void ended();

 private:
  void read(std::vector<OrbitNews> news);
  void retire();
  std::shared_ptr<Mailbox<OrbitNews>> mailbox_;
  std::jthread thread_;
};

}  // namespace slurry::ui
