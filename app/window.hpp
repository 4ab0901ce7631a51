// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "command_line.hpp"

// Everything that shows something.  Its libraries, Qt and VTK, take longer to load than most commands take to answer,
// so that a program of its own has them: slurry-window, the same command line with them (window/), which stands beside
// slurry, and which slurry becomes when they are wanted (window_elsewhere.cpp).  A build without them has neither
// (window_none.cpp).
namespace slurry::app {

inline constexpr const char* render_description =
    "Draw a picture of a recorded run or of a scenario's start, without a display";
inline constexpr const char* window_description = "open the window, with a scenario or a recorded run";

/// The commands `render` and `window`.
void add_window_commands(CommandLine& line);

/// "Qt 6.4.2, VTK 9.1.0", or that there is no window.
std::string window_libraries();

/// Why no window can be opened; empty: one can.
std::string no_window_because();

/// Whether `render` is among the commands.
bool can_draw();

/// Opens the window with the gallery and stays until it is closed; returns the exit code.
int open_window();

/// `slurry` without arguments.  With a display: the window with the gallery.  Without one: the welcome scenario
/// for some seconds, whose recording and picture are left in the working folder under names that nothing has yet.
/// `run_command`: runs the program's own command line, e.g. {"run", "welcome", ...}, and returns its exit code.
int default_start(const std::function<int(const std::vector<std::string>&)>& run_command);

}  // namespace slurry::app
