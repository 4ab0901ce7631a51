// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "session_port.hpp"

namespace slurry::ui {

class EngineBridge;

/// The velocity slice of an experiment. The solver computes it coarsely and seldom during a run, finely while the run
/// is paused, and not at all while it is hidden.
class Slice {
 public:
  explicit Slice(EngineBridge* bridge) : bridge_(bridge) {}
  FieldPlane::Plane plane() const { return plane_; }
  /// Position along the plane's normal; -1 to 1 covers the whole domain.
  double place() const { return place_; }
  bool wanted() const { return wanted_; }

  void setPlane(FieldPlane::Plane plane);
  void setPlace(double place);
  void setWanted(bool wanted);
  /// Whether the experiment is in front.
  void setSeen(bool seen);
  /// Shows a snapshot. The resolution of the slice depends on whether the engine is running.
  void show(const SnapshotPtr& snapshot);

 private:
  void ask();
  EngineBridge* bridge_;
  FieldPlane::Plane plane_ = FieldPlane::Plane::xy;
  double place_ = 0;
  bool wanted_ = true, seen_ = true, running_ = false;
  std::uint64_t generation_ = 0;
  SnapshotPtr snapshot_;
};

}  // namespace slurry::ui
