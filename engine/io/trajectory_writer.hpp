// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <memory>

#include "base/state.hpp"
#include "slurry/moment.hpp"
#include "slurry/runtime.hpp"
#include "slurry/snapshot.hpp"

namespace slurry {

/// Writes a run as H5MD 1.1 (engine/io/README.md). The file gets its name when frame 0 is in it, and it is valid from
/// then on. It can be opened normally while it grows and after the process was killed. It then has all frames except at
/// most the last.
class TrajectoryWriter {
 public:
  /// Makes the file with frame 0, `first`. The scenario, bodies and parameters of that frame hold for the whole file.
  /// Throws InputError if the file exists and may not be overwritten, and Error if writing to the disk fails.
  TrajectoryWriter(const std::filesystem::path& file, bool overwrite, const Snapshot& first, const RuntimeInfo& runtime,
                   const State& running = {});
  ~TrajectoryWriter();

  /// Appends a frame and flushes. running: the data that a run needs to continue from this frame, in addition to the
  /// snapshot. Throws Error if writing to the disk fails.
  void write(const Snapshot& frame, const State& running = {});

  /// Writes a change that was made while running or when the run was continued. Texts are cut after 191 bytes.
  void event(const Event& event);

  /// Writes a whole state from which the run can continue. It comes after the frames and events that it includes.
  void moment(const State& state);
  /// Whether one more state fits into a quarter of the room of the frames. It is assumed to take as much room as the
  /// last state.
  bool has_room_for_moment() const;
  /// Step of the newest whole state; -1 if there is none.
  long last_moment() const;
  /// Whether no event was written after the newest whole state.
  bool moment_knows_all_events() const;

  /// Writes errors of the last frame's state that were measured after the frame was written.
  void last_errors(const Snapshot& same_state);

  /// Writes the difference between the model and true bodies at the end of the run. Call it once, after the last frame.
  void model_error(const Snapshot& last);

  /// Writes the state from which the run continues. Call it once, after the last frame.
  void checkpoint(const State& state);

  const std::filesystem::path& file() const;
  long frames() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace slurry
