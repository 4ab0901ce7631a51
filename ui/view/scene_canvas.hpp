// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QImage>

#include <functional>
#include <memory>

#include "thread_clock.hpp"

class QWidget;
class vtkRenderer;

namespace slurry::ui {

enum class CanvasKind {
  automatic,  ///< raster with software OpenGL, otherwise native
  native,     ///< VTK's Qt widget: Qt composes the whole window with OpenGL
  raster  ///< drawn off-screen and shown as a picture: no composing, which costs software OpenGL more than the scene
};

/// The surface that a renderer draws to.
class SceneCanvas {
 public:
  virtual ~SceneCanvas() = default;
  virtual QWidget* widget() = 0;
  /// False before the surface can be drawn to.
  virtual bool ready() const = 0;
  /// Draws now and shows soon.
  virtual void draw() = 0;
  /// Picture that was drawn last.
  virtual QImage image() = 0;
  virtual bool software() const = 0;

  /// Drawing besides draw() (a repaint) took so long.
  std::function<void(const ThreadTime&)> on_paint = [](const ThreadTime&) {};
  /// The surface became ready or changed its size: what is shown is not right any more.
  std::function<void()> on_stale = [] {};
};

/// A canvas inside `parent` for a renderer that outlives it.
std::unique_ptr<SceneCanvas> make_canvas(CanvasKind kind, vtkRenderer* renderer, QWidget* parent);

/// Whether OpenGL is done by the processor here; asked once per process.
bool software_opengl();

}  // namespace slurry::ui
