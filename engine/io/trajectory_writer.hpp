// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <memory>

#include "base/state.hpp"
#include "slurry/moment.hpp"
#include "slurry/runtime.hpp"
#include "slurry/snapshot.hpp"

namespace slurry {

/// Writes a run as H5MD 1.1 (engine/io/README.md).  The file gets its name when frame 0 is in it and is valid from
/// then on: a plain open works while it grows and after the process was killed, with all frames but at most the last.
class TrajectoryWriter {
 public:
  /// Frame 0 is `first`; its scenario, bodies and parameters hold for the whole file.
  /// Throws InputError when the file exists and may not be overwritten, Error when the disk refuses.
  TrajectoryWriter(const std::filesystem::path& file, bool overwrite, const Snapshot& first, const RuntimeInfo& runtime,
                   const State& running = {});
  ~TrajectoryWriter();

  /// Appends a frame and flushes.  running: what a run that goes on from this frame needs beside what the snapshot
  /// says. Throws Error when the disk refuses.
  void write(const Snapshot& frame, const State& running = {});

  /// Writes a change that was made while running or when the run was continued. Texts are cut after 191 bytes.
  void event(const Event& event);

  /// A whole state, which the run goes on from: behind the frames and events that it knows of.
  void moment(const State& state);
  /// Whether a state that takes as much as the one before fits into a quarter of the room of the frames.
  bool has_room_for_moment() const;
  /// Step of the newest whole state; -1: there is none.
  long last_moment() const;
  /// No event was written after it.
  bool moment_knows_all_events() const;

  /// Errors of the last frame's state that were measured after the frame was written.
  void last_errors(const Snapshot& same_state);

  /// Writes the difference between the model and true bodies at the end of the run; once, after the last frame.
  void model_error(const Snapshot& last);

  /// Writes the state from which the run continues; once, after the last frame.
  void checkpoint(const State& state);

  const std::filesystem::path& file() const;
  long frames() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace slurry
