// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace slurry::app {

/// `slurry` without arguments.  With a display: the window with the welcome scenario.  Without one: the same scenario
/// for some seconds, whose recording and picture are left in the working folder under names that nothing has yet.
/// `run_command`: runs the program's own command line, e.g. {"run", "welcome", ...}, and returns its exit code.
int default_start(const std::function<int(std::vector<std::string>)>& run_command);

}  // namespace slurry::app
