// SPDX-License-Identifier: BSD-3-Clause
#include "view/offscreen.hpp"

#include <vtkCallbackCommand.h>
#include <vtkGenericOpenGLRenderWindow.h>
#include <vtkNew.h>
#include <vtkRenderWindow.h>
#include <vtkRenderer.h>
#include <vtkSmartPointer.h>
#include <vtkUnsignedCharArray.h>

#include <cstdlib>

#include "slurry/error.hpp"
#include "view/egl_context.hpp"

namespace slurry::ui {

struct Offscreen::Context {
  std::unique_ptr<EglContext> egl;
  vtkSmartPointer<vtkRenderWindow> window;
};

Offscreen::Offscreen(int width, int height) : context_(std::make_unique<Context>()), width_(width), height_(height) {
  context_->egl = EglContext::create();
  if (context_->egl) {
    vtkNew<vtkGenericOpenGLRenderWindow> window;
    window->SetOwnContext(0);
    window->SetReadyForRendering(true);
    window->SetSupportsOpenGL(1);
    window->SetIsDirect(1);
    window->SetIsCurrent(true);
    window->SetFrameBlitModeToNoBlit();
    context_->window = window;
  } else if (std::getenv("DISPLAY") != nullptr) {
    context_->window = vtkSmartPointer<vtkRenderWindow>::New();
  } else {
    throw Error("no OpenGL context can be had here: neither surfaceless EGL (Mesa's libEGL) nor a display");
  }
  context_->window->SetMultiSamples(0);
  context_->window->SetShowWindow(false);
  context_->window->SetUseOffScreenBuffers(true);
  context_->window->SetSize(width, height);
  // What VTK says goes to us.  Without an X server 9.1 complains in every frame of the library by which it finds its
  // OpenGL functions; it finds them all the same, and draw() checks what came out.
  vtkNew<vtkCallbackCommand> quiet;
  quiet->SetCallback([](vtkObject*, unsigned long, void*, void*) {});
  context_->window->AddObserver(vtkCommand::ErrorEvent, quiet);
}

Offscreen::~Offscreen() {
  // VTK lets go of what lives on the card while the context is still there.
  if (context_->egl) context_->egl->make_current();
  context_->window->Finalize();
  context_->window = nullptr;
}

vtkRenderWindow* Offscreen::window() const {
  return context_->window;
}

Picture Offscreen::draw(int scale) {
  if (context_->egl) context_->egl->make_current();
  const int w = scale * width_, h = scale * height_;
  context_->window->SetSize(w, h);
  context_->window->Render();
  vtkNew<vtkUnsignedCharArray> pixels;
  context_->window->GetRGBACharPixelData(0, 0, w - 1, h - 1, 0, pixels);
  if (pixels->GetNumberOfTuples() < static_cast<vtkIdType>(w) * h)
    throw Error("the picture could not be read back from OpenGL");
  Picture picture{width_, height_, {}};
  picture.rgba.resize(static_cast<std::size_t>(width_) * height_ * 4);
  const unsigned char* from = pixels->GetPointer(0);
  for (int y = 0; y < height_; ++y)
    for (int x = 0; x < width_; ++x)
      for (int c = 0; c < 4; ++c) {
        int sum = 0;
        for (int sy = 0; sy < scale; ++sy)
          for (int sx = 0; sx < scale; ++sx) {
            const std::size_t row = static_cast<std::size_t>(h - 1 - (scale * y + sy));
            sum += from[4 * (row * w + scale * x + sx) + c];
          }
        picture.rgba[4 * (static_cast<std::size_t>(y) * width_ + x) + c] =
            static_cast<std::uint8_t>(c == 3 ? 255 : (sum + scale * scale / 2) / (scale * scale));
      }
  return picture;
}

}  // namespace slurry::ui
