// SPDX-License-Identifier: BSD-3-Clause
#include "view/overlay_widget.hpp"

#include <QPainter>

#include <utility>

namespace slurry::ui {

OverlayWidget::OverlayWidget(QWidget* parent) : QWidget(parent) {
  setAttribute(Qt::WA_TransparentForMouseEvents);
  setAttribute(Qt::WA_NoSystemBackground);
  setFocusPolicy(Qt::NoFocus);
}

void OverlayWidget::setContents(OverlayContents contents) {
  if (contents == contents_) return;
  OverlayContents still = contents;
  still.title = contents_.title;
  still.moment = contents_.moment;
  still.remark = contents_.remark;
  const bool only_caption = still == contents_;
  contents_ = std::move(contents);
  if (only_caption) {
    update(caption_reach(size()));
  } else {
    update();
  }
}

void OverlayWidget::setColours(const OverlayColours& colours) {
  colours_ = colours;
  update();
}

void OverlayWidget::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  paint_overlay(painter, size(), contents_, colours_);
}

}  // namespace slurry::ui
