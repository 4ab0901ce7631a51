// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "command_line.hpp"

namespace slurry::app {

void add_render_command(CommandLine& line);
void add_window_command(CommandLine& line);

}  // namespace slurry::app
