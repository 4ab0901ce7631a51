// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "session_port.hpp"

namespace slurry::ui {

class EngineBridge;

/// The boxes of the sum of an experiment. The engine makes them while they are shown, and only then.
class Cells {
 public:
  explicit Cells(EngineBridge* bridge) : bridge_(bridge) {}
  bool wanted() const { return wanted_; }

  void setWanted(bool wanted);
  /// Number of the body on which the boxes act; -1: none.
  void setBody(long body);
  /// Whether the experiment is in front.
  void setSeen(bool seen);

 private:
  void ask();
  EngineBridge* bridge_;
  bool wanted_ = false, seen_ = true, asked_ = false;
  long body_ = -1;
};

}  // namespace slurry::ui
