// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "command_line.hpp"

// Commands that show or draw something. Their libraries, Qt and VTK, take longer to load than most commands take to
// answer. A program of its own therefore has them: slurry-window (folder window/) has the same command line and stands
// beside slurry. When a command needs the libraries, slurry becomes slurry-window (window_elsewhere.cpp). A build
// without Qt and VTK has no such commands (window_none.cpp).
namespace slurry::app {

inline constexpr const char* render_description =
    "Draw a picture of a recorded run or of the start of a scenario, without a display";
inline constexpr const char* window_description = "Open the window with a scenario or a recorded run";

/// Adds the commands `render` and `window`.
void add_window_commands(CommandLine& line);

/// Returns the versions of the libraries, such as "Qt 6.4.2, VTK 9.1.0", or says that there is no window.
std::string window_libraries();

/// Returns the reason why no window can be opened; empty if one can be opened.
std::string no_window_because();

/// Whether `render` is among the commands.
bool can_draw();

/// Opens the window with the gallery and returns the exit code when it is closed.
int open_window();

/// Does the work of `slurry` without arguments. With a display it opens the window with the gallery. Without a display
/// it runs the welcome scenario for some seconds, and writes recording and picture to the working folder without
/// replacing files. `run_command`: runs the program's own command line, e.g. {"run", "welcome", ...}, and returns its
/// exit code.
int default_start(const std::function<int(const std::vector<std::string>&)>& run_command);

}  // namespace slurry::app
