// SPDX-License-Identifier: BSD-3-Clause
#include "slurry/error.hpp"
#include "window.hpp"

namespace slurry::app {

void add_window_commands(CommandLine&) {}

std::string window_libraries() {
  return "no window";
}

std::string no_window_because() {
  return "this build has no window";
}

bool can_draw() {
  return false;
}

int open_window() {
  throw Error(no_window_because());
}

}  // namespace slurry::app
