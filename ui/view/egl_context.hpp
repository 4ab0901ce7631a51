// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>

namespace slurry::ui {

/// A current OpenGL 3.2 core context without any window or display server.
class EglContext {
 public:
  /// Makes a context; null if EGL cannot give one.
  static std::unique_ptr<EglContext> create();
  ~EglContext();
  EglContext(const EglContext&) = delete;
  EglContext& operator=(const EglContext&) = delete;
  bool make_current();

 private:
  EglContext(void* display, void* context) : display_(display), context_(context) {}
  void* display_;
  void* context_;
};

}  // namespace slurry::ui
