// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

namespace slurry::app {

/// Returns one line that names values of an input which mean nothing to a command, or an empty string if there are
/// none. A misspelt name is otherwise not noticed.
std::string not_used(const std::vector<std::string>& names);

}  // namespace slurry::app
