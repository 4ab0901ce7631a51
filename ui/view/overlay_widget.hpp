// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QWidget>

#include "view/overlay_painter.hpp"

namespace slurry::ui {

/// A transparent sheet over the 3D view. It paints only what has changed, and passes the mouse through.
class OverlayWidget : public QWidget {
 public:
  explicit OverlayWidget(QWidget* parent);
  void setContents(OverlayContents contents);
  void setColours(const OverlayColours& colours);
  const OverlayContents& contents() const { return contents_; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  OverlayContents contents_;
  OverlayColours colours_ = dark_overlay();
};

}  // namespace slurry::ui
