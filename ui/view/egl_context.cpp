// SPDX-License-Identifier: BSD-3-Clause
#include "view/egl_context.hpp"

#ifdef SLURRY_WITH_EGL

#include <EGL/egl.h>
#include <EGL/eglext.h>

#include <array>

namespace slurry::ui {
namespace {

EGLDisplay surfaceless_display() {
  const auto get = reinterpret_cast<PFNEGLGETPLATFORMDISPLAYEXTPROC>(eglGetProcAddress("eglGetPlatformDisplayEXT"));
  if (get == nullptr) return EGL_NO_DISPLAY;
  // Mesa's platform first; then the first device, which other drivers offer.
  EGLDisplay display = get(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
  if (display != EGL_NO_DISPLAY && eglInitialize(display, nullptr, nullptr)) return display;
  display = get(EGL_PLATFORM_DEVICE_EXT, EGL_DEFAULT_DISPLAY, nullptr);
  if (display != EGL_NO_DISPLAY && eglInitialize(display, nullptr, nullptr)) return display;
  return EGL_NO_DISPLAY;
}

}  // namespace

std::unique_ptr<EglContext> EglContext::create() {
  const EGLDisplay display = surfaceless_display();
  if (display == EGL_NO_DISPLAY || !eglBindAPI(EGL_OPENGL_API)) return nullptr;
  constexpr std::array<EGLint, 5> wanted{EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_SURFACE_TYPE, EGL_PBUFFER_BIT,
                                         EGL_NONE};
  EGLConfig config = nullptr;
  EGLint found = 0;
  if (!eglChooseConfig(display, wanted.data(), &config, 1, &found) || found < 1) config = EGL_NO_CONFIG_KHR;
  constexpr std::array<EGLint, 7> version{
      EGL_CONTEXT_MAJOR_VERSION,           3,       EGL_CONTEXT_MINOR_VERSION, 2, EGL_CONTEXT_OPENGL_PROFILE_MASK,
      EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE};
  const EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, version.data());
  if (context == EGL_NO_CONTEXT) return nullptr;
  std::unique_ptr<EglContext> made(new EglContext(display, context));
  if (!made->make_current()) return nullptr;
  return made;
}

EglContext::~EglContext() {
  eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
  eglDestroyContext(display_, context_);
  eglTerminate(display_);
}

bool EglContext::make_current() {
  return eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, context_) == EGL_TRUE;
}

}  // namespace slurry::ui

#else

namespace slurry::ui {

std::unique_ptr<EglContext> EglContext::create() {
  return nullptr;
}
EglContext::~EglContext() = default;
bool EglContext::make_current() {
  return display_ == context_;
}

}  // namespace slurry::ui

#endif
