// SPDX-License-Identifier: BSD-3-Clause
#include "view/scene_canvas.hpp"

#include <QOffscreenSurface>
#include <QOpenGLContext>
#include <QOpenGLFunctions>

#include "view/native_canvas.hpp"
#include "view/raster_canvas.hpp"

namespace slurry::ui {

bool software_opengl() {
  static const bool software = [] {
    QOffscreenSurface surface;
    surface.create();
    QOpenGLContext context;
    if (!context.create() || !context.makeCurrent(&surface)) return false;
    const auto* name = reinterpret_cast<const char*>(context.functions()->glGetString(GL_RENDERER));
    const QString renderer = QString::fromLatin1(name != nullptr ? name : "");
    context.doneCurrent();
    return renderer.contains("llvmpipe") || renderer.contains("softpipe") || renderer.contains("SWR");
  }();
  return software;
}

std::unique_ptr<SceneCanvas> make_canvas(CanvasKind kind, vtkRenderer* renderer, QWidget* parent) {
  if (kind == CanvasKind::automatic) kind = software_opengl() ? CanvasKind::raster : CanvasKind::native;
  if (kind == CanvasKind::raster) return std::make_unique<RasterCanvas>(renderer, parent);
  return std::make_unique<NativeCanvas>(renderer, parent);
}

}  // namespace slurry::ui
