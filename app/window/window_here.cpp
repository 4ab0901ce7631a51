// SPDX-License-Identifier: BSD-3-Clause
#include "display.hpp"
#include "ui_version.hpp"
#include "window.hpp"
#include "window/window_commands.hpp"
#include "window/window_main.hpp"

namespace slurry::app {

void add_window_commands(CommandLine& line) {
  add_render_command(line);
  add_window_command(line);
  add_measure_command(line);
}

std::string window_libraries() {
  return ui::libraries();
}

std::string no_window_because() {
  return have_display() ? "" : "no display";
}

bool can_draw() {
  return true;
}

int open_window() {
  return window_main({});
}

}  // namespace slurry::app
