// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "base/state.hpp"
#include "slurry/scenario.hpp"

namespace slurry {

/// Where a recorded run ended, or another of its frames.
struct RestartPoint {
  Scenario scenario;   ///< with every option in force there
  ParentFrame parent;  ///< the frame
  State checkpoint;
  /// (N,3) at the start of the run, where listed rods have no directors in the scenario and the file has the start:
  /// earlier versions laid such rods along bodies.director.
  std::vector<double> first_directors;
  bool exact = false;  ///< the run was ended cleanly and left all that its future depends on; else it is a frame
};

/// frame: counted from 0; -1 and none: the last.  Throws InputError when the file is not there, is no trajectory, or
/// has no such frame.
RestartPoint read_restart(const std::filesystem::path& file, std::optional<long> frame = {});

}  // namespace slurry
