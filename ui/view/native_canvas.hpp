// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>

#include "view/scene_canvas.hpp"

namespace slurry::ui {

/// A canvas that uses VTK's own widget for Qt.
class NativeCanvas final : public SceneCanvas {
 public:
  NativeCanvas(vtkRenderer* renderer, QWidget* parent);
  ~NativeCanvas() override;
  QWidget* widget() override;
  bool ready() const override;
  void draw() override;
  QImage image() override;
  bool software() const override;
  QSize pixels() const override { return {0, 0}; }

 private:
  class Widget;
  Widget* widget_;
};

}  // namespace slurry::ui
