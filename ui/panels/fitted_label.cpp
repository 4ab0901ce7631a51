// SPDX-License-Identifier: BSD-3-Clause
#include "panels/fitted_label.hpp"

#include <QPainter>
#include <QStyle>

#include "shortened.hpp"

namespace slurry::ui {

NameLabel::NameLabel(const QString& text, QWidget* parent) : QLabel(text, parent) {
  setForegroundRole(QPalette::PlaceholderText);
}

QSize NameLabel::minimumSizeHint() const {
  return {fontMetrics().horizontalAdvance(QStringLiteral("Vel…")), fontMetrics().height()};
}

void NameLabel::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const QString text = shortened(this->text(), fontMetrics(), width());
  style()->drawItemText(&painter, rect(), static_cast<int>(alignment()), palette(), isEnabled(), text,
                        foregroundRole());
}

NumberLabel::NumberLabel(QWidget* parent) : QLabel(QStringLiteral("–"), parent) {
  setTextInteractionFlags(Qt::TextSelectableByMouse);
  setAlignment(Qt::AlignRight | Qt::AlignVCenter);
}

void NumberLabel::setTexts(const QStringList& texts) {
  const int wide = sizeHint().width();
  texts_ = texts;
  // An ellipsis that stays one tells the layout nothing: without this a longer word never gets the room that it needs.
  if (sizeHint().width() != wide) updateGeometry();
  if (!texts.isEmpty() && fontMetrics().horizontalAdvance(texts.last()) > fontMetrics().horizontalAdvance(widest_))
    widest_ = texts.last();
  fit();
}

int NumberLabel::needed() const {
  return fontMetrics().horizontalAdvance(widest_) + 2;
}

QString NumberLabel::exact() const {
  return texts_.value(0);
}

void NumberLabel::fit() {
  QString fits = QStringLiteral("…");
  for (auto text = texts_.rbegin(); text != texts_.rend(); ++text)
    if (fontMetrics().horizontalAdvance(*text) <= width()) fits = *text;
  if (text() != fits) setText(fits);
}

QSize NumberLabel::sizeHint() const {
  return {fontMetrics().horizontalAdvance(exact()) + 2, fontMetrics().height()};
}

void NumberLabel::resizeEvent(QResizeEvent* event) {
  QLabel::resizeEvent(event);
  fit();
}

QSize NumberLabel::minimumSizeHint() const {
  return {fontMetrics().horizontalAdvance(QStringLiteral("−0.000")), fontMetrics().height()};
}

}  // namespace slurry::ui
