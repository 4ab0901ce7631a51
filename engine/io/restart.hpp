// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "base/state.hpp"
#include "slurry/moment.hpp"
#include "slurry/scenario.hpp"

namespace slurry {

/// Where a recorded run is gone on with: at its end, or at one of its frames.
struct RestartPoint {
  std::optional<Moment> moment;   ///< the newest whole one at the frame or before it; none: the file has none
  std::optional<long> at_step;    ///< of the frame, which lies after the moment; none: the moment is where it goes on
  std::vector<Event> on_the_way;  ///< what happened between the moment and the frame, in order
  std::vector<Event> there;       ///< what happened after the frame; of the last frame alone
  Moment frame;                   ///< what the frame alone shows
  ParentFrame parent;             ///< the frame
  bool ended_cleanly = false;     ///< the recording was ended, and not killed
};

/// frame: counted from 0; -1 and none: the last.  Throws InputError when the file is not there, is no trajectory, or
/// has no such frame.
RestartPoint read_restart(const std::filesystem::path& file, std::optional<long> frame = {});

}  // namespace slurry
