// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

class vtkRenderer;
class vtkRenderWindow;

namespace slurry::ui {

/// Pixels row by row from the upper left corner, 4 bytes each (red, green, blue, 255).
struct Picture {
  int width = 0, height = 0;
  std::vector<std::uint8_t> rgba;
};

/// An OpenGL context without a window. It is surfaceless EGL if that is available. Otherwise it is VTK's own off-screen
/// window on the user's display or on a private display. Throws Error if there is none of them.
class Offscreen {
 public:
  enum class Source { automatic, egl, display, private_display };
  Offscreen(int width, int height, Source source = Source::automatic);
  ~Offscreen();
  Offscreen(const Offscreen&) = delete;
  Offscreen& operator=(const Offscreen&) = delete;

  vtkRenderWindow* window() const;
  /// Draws the renderer, which the caller has added to the window, and reads the picture back. scale: draws this many
  /// times larger and averages, for smooth edges.
  Picture draw(int scale = 1);

 private:
  struct Context;
  std::unique_ptr<Context> context_;
  int width_, height_;
};

}  // namespace slurry::ui
