// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "history/file_frames.hpp"
#include "session_port.hpp"

namespace slurry::ui::testing {

/// Stands in for the engine: a thread that moves spheres along simple streams, publishes snapshots at a given rate and
/// answers commands as slurry::Session does.  No hydrodynamics.
class FakeSession final : public SessionPort {
 public:
  struct Options {
    std::size_t bodies = 300;
    double radius = 10;  ///< of the pipe, in radii of a sphere
    double steps_per_second = 30;
  };
  FakeSession();
  explicit FakeSession(const Options& options);
  ~FakeSession() override;

  CommandNumber post(Command command) override;
  SnapshotPtr latest() const override;
  std::vector<MomentPtr> take_moments() override;
  void set_listener(std::function<void()> listener) override;
  RuntimeInfo runtime() const override { return {"fake", 1, "", ""}; }

  /// Commands in the order they were applied.
  std::vector<Command> applied() const;
  /// The engine is busy: commands wait until this is said again with false.
  void setBusy(bool busy);
  /// The next recording fails with this sentence as soon as it has begun, as one on a full disk does.
  void failNextRecording(const std::string& sentence);
  /// The next LoadScenario or LoadState is refused with this sentence.
  void refuseNextStart(const std::string& sentence);

 private:
  struct Posted {
    CommandNumber number;
    Command command;
  };
  void work();
  void apply(Snapshot& next, const Posted& posted);
  void change(Snapshot& next, const std::string& key, const std::string& value, const std::string& by);
  void keep(const Snapshot& now);
  void load(Snapshot& next, const LoadState& command, CommandNumber number);
  void refuseStart(Snapshot& next, CommandNumber number);
  void publish(Snapshot next);

  Options options_;
  mutable std::mutex guard_;
  std::condition_variable wake_;
  std::deque<Posted> queue_;
  std::vector<Command> applied_;
  std::function<void()> listener_;
  SnapshotPtr latest_;
  CommandNumber posted_ = 0;
  long steps_wanted_ = 0;
  bool running_ = false, stop_ = false, busy_ = false;
  FieldPlane slice_;
  std::string recording_failure_, start_refusal_;
  double moments_per_second_ = 0;
  std::vector<MomentPtr> moments_;  ///< that nobody has taken yet
  std::vector<std::pair<MomentPtr, Snapshot>> states_;
  double sense_ = 1;
  std::thread thread_;
};

/// A pipe suspension on a jittered lattice, at rest at time 0.
Snapshot lattice_snapshot(std::size_t bodies, double pipe_radius);
/// The same after so much time.
void move_bodies(Snapshot& snapshot, double time_step);

/// A recorded run of so many frames.
class FakeFrames final : public FrameSource {
 public:
  FakeFrames(std::size_t frames, std::size_t bodies, double seconds_per_frame)
      : frames_(frames), seconds_(seconds_per_frame), start_(lattice_snapshot(bodies, 10)) {}
  std::size_t frames() override { return frames_; }
  std::vector<double> times() override;
  SnapshotPtr frame(std::size_t index) override;
  /// Only the mean settling velocity.
  ScalarColumns scalars() override;

 private:
  std::size_t frames_;
  double seconds_;
  Snapshot start_;
};

}  // namespace slurry::ui::testing
