// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QString>
#include <QTimer>

#include <map>
#include <memory>
#include <string>

#include "session_port.hpp"

namespace slurry::ui {

/// The one class that holds a session: commands in, snapshots out as Qt signals.  Never waits: the engine's thread
/// leaves one event at a time, and the newest snapshot is taken when that event's turn has come.
class EngineBridge : public QObject {
  Q_OBJECT
 public:
  explicit EngineBridge(std::unique_ptr<SessionPort> session, QObject* parent = nullptr);
  ~EngineBridge() override;

  CommandNumber post(Command command);
  /// For sliders: of the commands given under one key while the engine is still busy with an earlier one, only the
  /// newest is sent.
  void postLatest(const std::string& key, Command command);
  /// Both as a SetOption.  Values of one option that follow each other within a second are one drag.
  void setOption(const std::string& key, const std::string& value);

  SnapshotPtr latest() const { return session_->latest(); }
  RuntimeInfo runtime() const { return session_->runtime(); }
  /// Scalars at every step of the run; null: there are none.
  std::shared_ptr<const Series> series() const { return session_->series(); }

 Q_SIGNALS:
  /// Newest snapshot, at most 75 times a second.
  void snapshotArrived(slurry::ui::SnapshotPtr snapshot);
  /// The engine refused a command, or failed: one sentence.
  void complained(const QString& sentence);

 protected:
  bool event(QEvent* event) override;

 private:
  struct Mailbox;
  struct Waiting {
    CommandNumber sent = 0;
    std::unique_ptr<Command> next;
  };
  void take();
  void sendWaiting(CommandNumber answered);

  std::unique_ptr<SessionPort> session_;
  std::shared_ptr<Mailbox> mailbox_;
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
