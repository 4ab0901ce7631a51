// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QEvent>
#include <QScrollArea>
#include <QScrollBar>

namespace slurry::ui {

/// Scrolls up and down only: never narrower than what is in it.
class PanelScroll : public QScrollArea {
 public:
  using QScrollArea::QScrollArea;
  QSize minimumSizeHint() const override {
    const QSize own = QScrollArea::minimumSizeHint();
    if (widget() == nullptr) return own;
    return {widget()->minimumSizeHint().width() + verticalScrollBar()->sizeHint().width(), own.height()};
  }

 protected:
  bool event(QEvent* event) override {
    if (event->type() == QEvent::LayoutRequest) updateGeometry();  // a unit or a field came or went
    return QScrollArea::event(event);
  }
};

}  // namespace slurry::ui
