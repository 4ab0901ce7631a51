// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>

#include "base/state.hpp"
#include "slurry/scenario.hpp"

namespace slurry {

/// Where a recorded run ended.
struct RestartPoint {
  Scenario scenario;   ///< with every option in force at its end
  ParentFrame parent;  ///< its last frame
  State checkpoint;
  bool exact = false;  ///< the run was ended cleanly and left all that its future depends on; else it is its last frame
};

/// Throws InputError when the file is not there, is no trajectory, or has no frame.
RestartPoint read_restart(const std::filesystem::path& file);

}  // namespace slurry
