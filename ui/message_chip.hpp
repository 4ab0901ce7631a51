// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QLabel>
#include <QTimer>

namespace slurry::ui {

/// A sentence over the view that goes away by itself; nothing modal.
class MessageChip : public QLabel {
  Q_OBJECT
 public:
  explicit MessageChip(QWidget* over);
  void say(const QString& sentence);
  void warn(const QString& sentence);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;

 private:
  void appear(const QString& sentence, const QColor& edge);
  void place();
  QTimer leave_;
};

}  // namespace slurry::ui
