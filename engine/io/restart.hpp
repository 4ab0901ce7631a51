// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "base/state.hpp"
#include "slurry/moment.hpp"
#include "slurry/scenario.hpp"

namespace slurry {

/// Data from which a recorded run continues, at its end or at one of its frames.
struct RestartPoint {
  std::optional<Moment> moment;  ///< the newest complete moment at or before the frame; none if the file has none
  /// step of the frame, if it lies after the moment; otherwise the run continues at the moment
  std::optional<long> at_step;
  std::vector<Event> on_the_way;  ///< events between the moment and the frame, in order
  std::vector<Event> there;       ///< events after the frame; only for the last frame
  Moment frame;                   ///< the moment as far as the frame alone shows it
  ParentFrame parent;             ///< identifies the frame
  bool ended_cleanly = false;     ///< whether the recording ended normally and was not killed
};

/// Reads a restart point. frame: number of the frame, counted from 0; -1 or none means the last frame. Throws
/// InputError if the file is missing, is no trajectory, or has no such frame.
RestartPoint read_restart(const std::filesystem::path& file, std::optional<long> frame = {});

}  // namespace slurry
