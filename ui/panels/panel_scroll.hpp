// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QEvent>
#include <QScrollArea>
#include <QScrollBar>

#include <algorithm>

#include "type_scale.hpp"

namespace slurry::ui {

/// A scroll area that scrolls only up and down. Its least width fits its contents and is the same for all panels that
/// need no more. Contents that appear or disappear therefore do not move the view.
class PanelScroll : public QScrollArea {
 public:
  using QScrollArea::QScrollArea;
  QSize minimumSizeHint() const override {
    const int needed = widget() ? widget()->minimumSizeHint().width() + verticalScrollBar()->sizeHint().width() : 0;
    return {std::max(scaled(narrowest), needed), scaled(60)};
  }
  QSize sizeHint() const override {
    return {minimumSizeHint().width(), widget() ? widget()->sizeHint().height() : QScrollArea::sizeHint().height()};
  }

 protected:
  bool event(QEvent* event) override {
    if (event->type() == QEvent::LayoutRequest) updateGeometry();  // a unit or a field came or went
    return QScrollArea::event(event);
  }

 private:
  static constexpr int narrowest = 240;
};

}  // namespace slurry::ui
