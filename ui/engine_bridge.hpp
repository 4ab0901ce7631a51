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

/// The one class that holds a session: commands in, snapshots out as Qt signals.  Never waits: the engine's thread
/// leaves word in a mailbox, and the newest snapshot is taken when the window's thread comes to read it.
class EngineBridge : public QObject {
  Q_OBJECT
 public:
  explicit EngineBridge(std::unique_ptr<SessionPort> session, QObject* parent = nullptr);
  ~EngineBridge() override;

  CommandNumber post(Command command);
  /// For sliders: of the commands given under one key while the engine is still busy with an earlier one, only the
  /// newest is sent.
  /// Returns its number; 0: it waits.
  CommandNumber postLatest(const std::string& key, Command command);
  /// Both as a SetOption.  Values of one option by one person that follow each other within a second are one drag.
  CommandNumber setOption(const std::string& key, const std::string& value, const std::string& by = "person");
  /// Forgets options that setOption() has not sent yet.
  void forgetWaiting() {
    std::erase_if(waiting_, [](const auto& w) { return w.first.starts_with("option:"); });
  }

  SnapshotPtr latest() const { return session_->latest(); }
  /// The whole moments since the last call, oldest first.
  std::vector<MomentPtr> takeMoments() { return session_->take_moments(); }
  RuntimeInfo runtime() const { return session_->runtime(); }
  /// Scalars at every step of the run; null: there are none.
  std::shared_ptr<const Series> series() const { return session_->series(); }

 Q_SIGNALS:
  /// Newest snapshot, at most 75 times a second.
  void snapshotArrived(slurry::ui::SnapshotPtr snapshot);
  /// The engine refused a command, or failed: one sentence.
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
  QElapsedTimer drag_since_;  ///< when
  CommandNumber complained_ = 0;
  std::string sentence_;
};

}  // namespace slurry::ui
