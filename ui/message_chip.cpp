// SPDX-License-Identifier: BSD-3-Clause
#include "message_chip.hpp"

#include <QEvent>

#include <algorithm>

#include "theme.hpp"

namespace slurry::ui {

MessageChip::MessageChip(QWidget* over) : QLabel(over) {
  setObjectName("message");
  setWordWrap(true);
  setTextInteractionFlags(Qt::TextSelectableByMouse);
  hide();
  over->installEventFilter(this);
  leave_.setSingleShot(true);
  connect(&leave_, &QTimer::timeout, this, &QWidget::hide);
}

void MessageChip::say(const QString& sentence) {
  appear(sentence, signal_colours().line);
}
void MessageChip::warn(const QString& sentence) {
  appear(sentence, signal_colours().bad);
}

void MessageChip::appear(const QString& sentence, const QColor& edge) {
  setText(sentence);
  const QColor back = palette().color(QPalette::Window);
  setStyleSheet(QStringLiteral("QLabel { background: %1; border-left: 4px solid %2; padding: 7px 12px; }")
                    .arg(back.name(), edge.name()));
  place();
  show();
  raise();
  // Long sentences stay longer.
  leave_.start(std::clamp(3000 + 60 * static_cast<int>(sentence.size()), 4000, 15000));
}

void MessageChip::place() {
  const QWidget* over = parentWidget();
  const int widest = std::min(560, over->width() - 40);
  const int wide = std::min(widest, fontMetrics().horizontalAdvance(text()) + 40);
  setFixedWidth(std::max(wide, 120));
  adjustSize();
  move((over->width() - width()) / 2, over->height() - height() - 58);
}

bool MessageChip::eventFilter(QObject* watched, QEvent* event) {
  if (watched == parentWidget() && event->type() == QEvent::Resize && isVisible()) place();
  return QLabel::eventFilter(watched, event);
}

void MessageChip::mousePressEvent(QMouseEvent*) {
  hide();
}

}  // namespace slurry::ui
