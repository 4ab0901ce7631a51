// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <toml++/toml.h>

#include <string>
#include <vector>

#include "slurry/scenario.hpp"

namespace slurry {

/// Reads one [[walk]] table of a scenario file. before: the steps above it in the file. Throws KeyError that names
/// place and key and says what is allowed.
WalkStep read_walk_step(const toml::table& table, const std::string& file, const std::vector<WalkStep>& before);

/// Writes one step as a [[walk]] table.
std::string write_walk_step(const WalkStep& step);

}  // namespace slurry
