// SPDX-License-Identifier: BSD-3-Clause
#include "display.hpp"

#include <cstdlib>
#include <string_view>

namespace slurry::app {

namespace {

/// Value of a variable of the environment. Empty: the variable is not set, or it is empty.
std::string_view in_environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

}  // namespace

bool is_set(const char* name) {
  return !in_environment(name).empty();
}

bool have_display() {
  const std::string_view platform = in_environment("QT_QPA_PLATFORM");
  if (platform.starts_with("offscreen") || platform.starts_with("minimal")) return false;
  return is_set("DISPLAY") || is_set("WAYLAND_DISPLAY");
}

}  // namespace slurry::app
