// SPDX-License-Identifier: BSD-3-Clause
#include "display.hpp"

#include <cstdlib>
#include <string_view>

namespace slurry::app {

bool is_set(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr && *value != 0;
}

bool have_display() {
  if (is_set("QT_QPA_PLATFORM")) {
    const std::string_view platform = std::getenv("QT_QPA_PLATFORM");
    if (platform.starts_with("offscreen") || platform.starts_with("minimal")) return false;
  }
  return is_set("DISPLAY") || is_set("WAYLAND_DISPLAY");
}

}  // namespace slurry::app
