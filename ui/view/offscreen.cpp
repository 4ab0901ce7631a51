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
#include "view/private_display.hpp"

namespace slurry::ui {

struct Offscreen::Context {
  std::unique_ptr<EglContext> egl;
  std::unique_ptr<PrivateDisplay> display;
  vtkSmartPointer<vtkRenderWindow> window;

  Context() = default;
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;
  ~Context() {
    window = nullptr;
    if (display) unsetenv("DISPLAY");
  }
  bool take_egl() {
    egl = EglContext::create();
    if (!egl) return false;
    vtkNew<vtkGenericOpenGLRenderWindow> external;
    external->SetOwnContext(0);
    external->SetReadyForRendering(true);
    external->SetSupportsOpenGL(1);
    external->SetIsDirect(1);
    external->SetIsCurrent(true);
    external->SetFrameBlitModeToNoBlit();
    window = external;
    return true;
  }
  bool take_display() {
    if (std::getenv("DISPLAY") == nullptr) return false;
    window = vtkSmartPointer<vtkRenderWindow>::New();
    return true;
  }
  bool take_private_display() {
    display = PrivateDisplay::start();
    if (!display) return false;
    setenv("DISPLAY", display->name().c_str(), 1);
    return take_display();
  }
};

Offscreen::Offscreen(int width, int height, Source source)
    : context_(std::make_unique<Context>()), width_(width), height_(height) {
  const auto may = [source](Source one) { return source == Source::automatic || source == one; };
  if (!(may(Source::egl) && context_->take_egl()) && !(may(Source::display) && context_->take_display()) &&
      !(may(Source::private_display) && context_->take_private_display()))
    throw Error(
        "pictures cannot be drawn here: there is neither EGL (libegl1, libgl1-mesa-dri) nor a display nor Xvfb");
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
