// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <vector>

#include "slurry/moment.hpp"
#include "slurry/runtime.hpp"
#include "slurry/snapshot.hpp"

namespace slurry {

/// A run that was kept in memory and not recorded.
struct KeptRun {
  std::size_t frames = 0;  ///< at least one, in the order of their steps
  /// Gives a frame when it is written, so that packed frames are unpacked one at a time.
  std::function<std::shared_ptr<const Snapshot>(std::size_t)> frame;
  std::vector<std::shared_ptr<const Moment>> moments;  ///< in the order in which they were made
  std::shared_ptr<const std::vector<Event>> events;    ///< of the run; null: none
  RuntimeInfo runtime;
};

/// Writes a kept run as a trajectory (engine/io/README.md).  The file goes on from its frames as a recorded run does,
/// from the moments that were kept.  Events before the first frame belong to the run that this one left; they are not
/// written.  progress: is told the part that is written, 0 to 1.  Throws InputError when the file exists, Error when
/// the disk refuses; the frames so far are in the file then.
void save_run(const std::filesystem::path& file, const KeptRun& run, const std::function<void(double)>& progress = {});

}  // namespace slurry
