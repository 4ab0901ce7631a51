// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QLabel>
#include <QStringList>
#include <QTimer>

#include <functional>

namespace slurry::ui {

/// A sentence over the view that goes away by itself, or by a click; nothing modal.  A plain sentence waits until a
/// warning has had its time.
class MessageChip : public QLabel {
  Q_OBJECT
 public:
  explicit MessageChip(QWidget* over);
  void say(const QString& sentence);
  void warn(const QString& sentence);
  /// A sentence with a link that does something, for as long as the sentence is there.
  void offer(const QString& sentence, const QString& action, std::function<void()> work);
  /// A warning that stays until it is clicked on or let go of; others are shown beneath it.
  void hold(const QString& sentence);
  void letGo();
  /// Messages so far, the newest last, each with the time of day; their number is bounded.
  const QStringList& history() const { return history_; }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;

 private:
  void keep(const QString& sentence);
  void pass(const QString& sentence, bool warning);
  void leave();
  void refresh();
  void place();
  QTimer leave_;
  QString held_, passing_, waiting_;
  std::function<void()> work_;  ///< what the link of the passing message does
  QStringList history_;
  bool warning_ = false;  ///< the passing message is a warning
};

}  // namespace slurry::ui
