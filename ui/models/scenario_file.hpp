// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <string>

#include "slurry/snapshot.hpp"

namespace slurry::ui {

/// Writes the scenario in force as a file. If it is still the one that was read, the file is its text with the author's
/// comments. Otherwise each key has a comment with its meaning and unit. A run of the file begins at time 0.
std::string commented_scenario(const Snapshot& snapshot);

/// The command that runs a scenario without a window: `slurry run welcome --set fluid.viscosity=0.1 --output
/// welcome.h5`. It names a built-in scenario, the file that the scenario was read from, or `saved`, and lists every
/// value that differs. Empty if no such scenario leads to this one. saved: file to which a scenario was saved; may be
/// empty.
std::string command_line_of(const Scenario& scenario, const std::filesystem::path& saved);

}  // namespace slurry::ui
