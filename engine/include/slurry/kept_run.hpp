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

/// A run that was kept in memory without being recorded.
struct KeptRun {
  std::size_t frames = 0;  ///< number of frames, at least one, in the order of their steps
  /// Returns a frame. It is called when the frame is written, so that compressed frames are unpacked one at a time.
  std::function<std::shared_ptr<const Snapshot>(std::size_t)> frame;
  std::vector<std::shared_ptr<const Moment>> moments;  ///< moments in the order in which they were made
  std::shared_ptr<const std::vector<Event>> events;    ///< events of the run; null: there are none
  RuntimeInfo runtime;
};

/// Writes a kept run as a trajectory (engine/io/README.md). A run can continue from its frames as from a recorded run,
/// with the moments that were kept. Events before the first frame belong to the run from which this one branched off,
/// and are not written. progress: receives the part that is written, 0 to 1. Throws InputError if the file exists, and
/// Error if writing fails; the file then holds the frames written so far.
void save_run(const std::filesystem::path& file, const KeptRun& run, const std::function<void(double)>& progress = {});

}  // namespace slurry
