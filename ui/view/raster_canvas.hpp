// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vtkSmartPointer.h>

#include "view/scene_canvas.hpp"

class QOffscreenSurface;
class QOpenGLContext;

namespace slurry::ui {

/// A canvas that draws with its own OpenGL context without a window. It reads the picture back and shows it like any
/// other picture.
class RasterCanvas final : public SceneCanvas {
 public:
  RasterCanvas(vtkRenderer* renderer, QWidget* parent);
  ~RasterCanvas() override;
  QWidget* widget() override;
  bool ready() const override;
  void draw() override;
  QImage image() override { return image_; }
  bool software() const override { return true; }
  QSize pixels() const override;

 private:
  class Widget;
  class Window;
  void makeCurrent();
  std::unique_ptr<QOffscreenSurface> surface_;
  std::unique_ptr<QOpenGLContext> context_;
  vtkSmartPointer<Window> window_;
  Widget* widget_;
  QImage image_, flipped_;
};

}  // namespace slurry::ui
