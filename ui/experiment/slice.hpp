// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "session_port.hpp"

namespace slurry::ui {

class EngineBridge;

/// The velocity slice of an experiment: asks the solver for it, coarse and seldom while the run goes on, fine when it
/// stands still, and not at all while nobody sees it.
class Slice {
 public:
  explicit Slice(EngineBridge* bridge) : bridge_(bridge) {}
  FieldPlane::Plane plane() const { return plane_; }
  /// Along the plane's normal, -1 to 1 through the whole domain.
  double place() const { return place_; }
  bool wanted() const { return wanted_; }

  void setPlane(FieldPlane::Plane plane);
  void setPlace(double place);
  void setWanted(bool wanted);
  /// Whether the experiment is in front.
  void setSeen(bool seen);
  /// Shows a snapshot.  How fine the slice is depends on what the engine is doing.
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
