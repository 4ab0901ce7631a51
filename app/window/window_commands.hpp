// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "command_line.hpp"

namespace slurry::app {

void add_render_command(CommandLine& line);
void add_window_command(CommandLine& line);
/// Adds the command that `slurry bench window`, which is another program, calls. It writes the figures as JSON to
/// standard output.
void add_measure_command(CommandLine& line);

}  // namespace slurry::app
