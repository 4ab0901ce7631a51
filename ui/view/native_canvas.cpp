// SPDX-License-Identifier: BSD-3-Clause
#include "view/native_canvas.hpp"

#include <QVTKInteractor.h>
#include <QVTKOpenGLNativeWidget.h>
#include <vtkGenericOpenGLRenderWindow.h>
#include <vtkNew.h>
#include <vtkRenderer.h>
#include <QOpenGLContext>
#include <QOpenGLFunctions>
#include <QPointer>

namespace slurry::ui {

class NativeCanvas::Widget final : public QVTKOpenGLNativeWidget {
 public:
  Widget(NativeCanvas* canvas, vtkRenderer* renderer, QWidget* parent)
      : QVTKOpenGLNativeWidget(parent), canvas_(canvas) {
    vtkNew<vtkGenericOpenGLRenderWindow> window;
    window->SetMultiSamples(software_opengl() ? 0 : 4);
    setRenderWindow(window);
    window->AddRenderer(renderer);
    // The mouse is ours: VTK's interactor only draws when the window was resized.
    interactor()->SetInteractorStyle(nullptr);
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
  }
  void letGo() { canvas_ = nullptr; }

 protected:
  void initializeGL() override {
    QVTKOpenGLNativeWidget::initializeGL();
    if (canvas_ != nullptr) canvas_->on_stale();
  }
  void paintGL() override {
    const ThreadTime start = thread_time();
    QVTKOpenGLNativeWidget::paintGL();
    if (canvas_ != nullptr) canvas_->on_paint(thread_time() - start);
  }

 private:
  NativeCanvas* canvas_;
};

NativeCanvas::NativeCanvas(vtkRenderer* renderer, QWidget* parent) : widget_(new Widget(this, renderer, parent)) {}

NativeCanvas::~NativeCanvas() {
  widget_->letGo();
  delete widget_;
}

QWidget* NativeCanvas::widget() {
  return widget_;
}
bool NativeCanvas::ready() const {
  return widget_->isValid();
}
bool NativeCanvas::software() const {
  return software_opengl();
}
QImage NativeCanvas::image() {
  return widget_->grabFramebuffer().convertToFormat(QImage::Format_RGB32);
}

void NativeCanvas::draw() {
  widget_->renderWindow()->Render();
  // Software OpenGL works behind our back; waiting here makes the cost of a draw known, and paces it.
  if (software_opengl()) widget_->context()->functions()->glFinish();
}

}  // namespace slurry::ui
