// SPDX-License-Identifier: BSD-3-Clause
#include "view/raster_canvas.hpp"

#include <vtkCallbackCommand.h>
#include <vtkGenericOpenGLRenderWindow.h>
#include <vtkRect.h>
#include <vtkRenderer.h>
#include <QOffscreenSurface>
#include <QOpenGLContext>
#include <QPaintEvent>
#include <QPainter>
#include <QWidget>

#include <cmath>
#include <cstring>

namespace slurry::ui {

/// VTK's window for somebody else's context, with its pixels to be had in the order that Qt wants.
class RasterCanvas::Window final : public vtkGenericOpenGLRenderWindow {
 public:
  static Window* New() {
    auto* window = new Window;
    window->InitializeObjectBase();
    return window;
  }
  vtkTypeMacro(Window, vtkGenericOpenGLRenderWindow);
  void readInto(QImage& image) {
    ReadPixels(vtkRecti(0, 0, image.width(), image.height()), 0, GL_BGRA, GL_UNSIGNED_BYTE, image.bits(), 0);
  }

 private:
  Window() = default;
};

class RasterCanvas::Widget final : public QWidget {
 public:
  Widget(RasterCanvas* canvas, QWidget* parent) : QWidget(parent), canvas_(canvas) {
    setAttribute(Qt::WA_OpaquePaintEvent);
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
  }

 protected:
  void paintEvent(QPaintEvent* event) override {
    const ThreadTime start = thread_time();
    {
      QPainter painter(this);
      if (canvas_->image_.isNull() || canvas_->image_.deviceIndependentSize().toSize() != size()) {
        painter.fillRect(event->rect(), Qt::black);
      }
      painter.drawImage(QPoint(0, 0), canvas_->image_);
    }
    canvas_->on_paint(thread_time() - start);
  }
  void resizeEvent(QResizeEvent*) override { canvas_->on_stale(); }
  void showEvent(QShowEvent*) override { canvas_->on_stale(); }

 private:
  RasterCanvas* canvas_;
};

RasterCanvas::RasterCanvas(vtkRenderer* renderer, QWidget* parent)
    : surface_(std::make_unique<QOffscreenSurface>()),
      context_(std::make_unique<QOpenGLContext>()),
      window_(vtkSmartPointer<Window>::New()),
      widget_(new Widget(this, parent)) {
  surface_->create();
  context_->create();
  makeCurrent();
  window_->SetOwnContext(0);
  window_->SetReadyForRendering(true);
  window_->SetSupportsOpenGL(1);
  window_->SetIsDirect(1);
  window_->SetIsCurrent(true);
  window_->SetFrameBlitModeToNoBlit();
  window_->SetMultiSamples(0);
  window_->SetShowWindow(false);
  window_->SetUseOffScreenBuffers(true);
  vtkNew<vtkCallbackCommand> current;
  current->SetClientData(this);
  current->SetCallback([](vtkObject*, unsigned long event, void* self, void* data) {
    auto* canvas = static_cast<RasterCanvas*>(self);
    if (event == vtkCommand::WindowMakeCurrentEvent) canvas->makeCurrent();
    if (event == vtkCommand::WindowIsCurrentEvent)
      *static_cast<bool*>(data) = QOpenGLContext::currentContext() == canvas->context_.get();
  });
  window_->AddObserver(vtkCommand::WindowMakeCurrentEvent, current);
  window_->AddObserver(vtkCommand::WindowIsCurrentEvent, current);
  window_->AddRenderer(renderer);
}

RasterCanvas::~RasterCanvas() {
  // What lives on the card goes while its context is there.
  makeCurrent();
  window_->Finalize();
  context_->doneCurrent();
  delete widget_;
}

void RasterCanvas::makeCurrent() {
  context_->makeCurrent(surface_.get());
}
QWidget* RasterCanvas::widget() {
  return widget_;
}
bool RasterCanvas::ready() const {
  return context_->isValid() && widget_->isVisible() && widget_->width() > 1;
}

QSize RasterCanvas::pixels() const {
  const double ratio = widget_->devicePixelRatioF();
  return {static_cast<int>(std::lround(widget_->width() * ratio)),
          static_cast<int>(std::lround(widget_->height() * ratio))};
}

void RasterCanvas::draw() {
  makeCurrent();
  const QSize size = pixels();
  window_->SetSize(size.width(), size.height());
  window_->Render();
  if (image_.size() != size) {
    image_ = QImage(size, QImage::Format_RGB32);
    flipped_ = QImage(size, QImage::Format_RGB32);
  }
  window_->readInto(flipped_);
  for (int y = 0; y < size.height(); ++y)
    std::memcpy(image_.scanLine(y), flipped_.constScanLine(size.height() - 1 - y),
                static_cast<std::size_t>(4) * size.width());
  image_.setDevicePixelRatio(widget_->devicePixelRatioF());
  widget_->update();
}

}  // namespace slurry::ui
