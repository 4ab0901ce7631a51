// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QLabel>
#include <QStringList>
#include <QTimer>

#include <functional>

namespace slurry::ui {

/// A sentence over the view that disappears after a time or by a click. It does not block the window. An ordinary
/// sentence waits until a warning has been shown long enough.
class MessageChip : public QLabel {
  Q_OBJECT
 public:
  explicit MessageChip(QWidget* over);
  void say(const QString& sentence);
  void warn(const QString& sentence);
  /// Shows a sentence with a link that does something while the sentence is visible.
  void offer(const QString& sentence, const QString& action, std::function<void()> work);
  /// Shows a warning that stays until it is clicked or released. Other messages are shown below it.
  void hold(const QString& sentence);
  void letGo();
  /// All messages so far, the newest last, each with the time of day. Their number is limited. A message that repeats
  /// the one before is counted.
  const QStringList& history() const { return history_; }
  /// Number of warnings since the messages were read.
  int newWarnings() const { return new_warnings_; }
  /// The user reads the messages.
  void read();

 Q_SIGNALS:
  /// There is another message, or the messages were read.
  void noted();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;

 private:
  void keep(const QString& sentence, bool warning);
  void pass(const QString& sentence, bool warning);
  void leave();
  void refresh();
  void place();
  QTimer leave_;
  QString held_, passing_, waiting_;
  std::function<void()> work_;  ///< what the link of the passing message does
  QStringList history_;
  QString last_;  ///< message in the history
  int repeats_ = 0, new_warnings_ = 0;
  bool warning_ = false;  ///< the passing message is a warning
};

}  // namespace slurry::ui
