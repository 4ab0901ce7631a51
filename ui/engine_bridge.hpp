// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QString>
#include <QTimer>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/mailbox.hpp"
#include "session_port.hpp"

namespace slurry::ui {

/// The only class that holds a session. It sends commands and emits snapshots as Qt signals. It never waits: the
/// engine's thread puts a message into a mailbox, and the newest snapshot is taken when the window's thread reads the
/// message.
class EngineBridge : public QObject {
  Q_OBJECT
 public:
  explicit EngineBridge(std::unique_ptr<SessionPort> session, QObject* parent = nullptr);
  ~EngineBridge() override;

  CommandNumber post(Command command);
  /// Posts a command from a slider. While the engine is busy with an earlier command of the same key, only the newest
  /// command waits. Returns its number, or 0 if it waits.
  CommandNumber postLatest(const std::string& key, Command command);
  /// Sets an option by a SetOption command. Values of one option that one person sets within a second of each other
  /// count as one drag.
  CommandNumber setOption(const std::string& key, const std::string& value, const std::string& by = "person");
  /// Drops options that setOption() has not sent yet.
  void forgetWaiting() {
    std::erase_if(waiting_, [](const auto& w) { return w.first.starts_with("option:"); });
  }

  SnapshotPtr latest() const { return session_->latest(); }
  /// Returns the whole moments since the last call, the oldest first.
  std::vector<MomentPtr> takeMoments() { return session_->take_moments(); }
  RuntimeInfo runtime() const { return session_->runtime(); }
  /// Scalars at every step of the run. Null if there are none.
  std::shared_ptr<const Series> series() const { return session_->series(); }

 Q_SIGNALS:
  /// Carries the newest snapshot, at most 75 times a second.
  void snapshotArrived(slurry::ui::SnapshotPtr snapshot);
  /// The engine refused a command or failed. The argument is one sentence.
  void complained(const QString& sentence);

 private:
  struct Published {};
  struct Waiting {
    CommandNumber sent = 0;
    std::unique_ptr<Command> next;
  };
  void hear();
  void take();
  void sendWaiting(CommandNumber answered);

  std::unique_ptr<SessionPort> session_;
  std::shared_ptr<Mailbox<Published>> mailbox_;
  std::map<std::string, Waiting> waiting_;
  QTimer later_;
  QElapsedTimer since_;
  std::uint64_t taken_ = 0, drag_ = 0;
  std::string dragged_;       ///< the option that was set last
  QElapsedTimer drag_since_;  ///< time since that option was set
  CommandNumber complained_ = 0;
  std::string sentence_;
};

}  // namespace slurry::ui
