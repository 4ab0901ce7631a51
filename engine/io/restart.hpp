// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <optional>

#include "base/state.hpp"
#include "slurry/scenario.hpp"

namespace slurry {

/// Where a recorded run ended, or another of its frames.
struct RestartPoint {
  Scenario scenario;   ///< with every option in force there
  ParentFrame parent;  ///< the frame
  State checkpoint;
  bool exact = false;  ///< the run was ended cleanly and left all that its future depends on; else it is a frame
};

/// frame: counted from 0; -1 and none: the last.  Throws InputError when the file is not there, is no trajectory, or
/// has no such frame.
RestartPoint read_restart(const std::filesystem::path& file, std::optional<long> frame = {});

}  // namespace slurry
