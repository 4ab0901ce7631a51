// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QImage>
#include <QSize>

#include <functional>
#include <memory>

#include "thread_clock.hpp"

class QWidget;
class vtkRenderer;

namespace slurry::ui {

enum class CanvasKind {
  automatic,  ///< raster with software OpenGL, otherwise native
  native,     ///< VTK's Qt widget; Qt composes the whole window with OpenGL
  /// drawn off-screen and shown as a picture; composing is avoided, because it takes software OpenGL longer than the
  /// scene
  raster
};

/// The surface that a renderer draws to.
class SceneCanvas {
 public:
  virtual ~SceneCanvas() = default;
  virtual QWidget* widget() = 0;
  /// Whether the surface can be drawn to.
  virtual bool ready() const = 0;
  /// Draws now and shows soon.
  virtual void draw() = 0;
  /// Picture that was drawn last.
  virtual QImage image() = 0;
  virtual bool software() const = 0;
  /// Size of the next picture if it has one sample per pixel, otherwise 0 x 0.
  virtual QSize pixels() const = 0;

  /// Called with the time of a drawing that was not made by draw(), such as a repaint.
  std::function<void(const ThreadTime&)> on_paint = [](const ThreadTime&) {};
  /// Called when the surface has become ready or has changed its size. The picture shown is then out of date.
  std::function<void()> on_stale = [] {};
};

/// Makes a canvas inside `parent`. The renderer must outlive it.
std::unique_ptr<SceneCanvas> make_canvas(CanvasKind kind, vtkRenderer* renderer, QWidget* parent);

/// Whether the processor does OpenGL here. It is found out once per process.
bool software_opengl();

}  // namespace slurry::ui
