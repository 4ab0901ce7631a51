// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QWidget>

#include "session_port.hpp"

class QComboBox;
class QSlider;

namespace slurry::ui {

class EngineBridge;

/// Plane and place of the velocity slice.  Asks the solver for it: coarse and seldom while the run goes on, fine when
/// it stands still.
class SliceControl : public QWidget {
  Q_OBJECT
 public:
  explicit SliceControl(EngineBridge* bridge, QWidget* parent = nullptr);
  void setWanted(bool wanted);
  bool wanted() const { return wanted_; }
  void show(const SnapshotPtr& snapshot);

 private:
  void ask();
  EngineBridge* bridge_;
  QComboBox* plane_;
  QSlider* offset_;
  bool wanted_ = true, running_ = false;
  std::uint64_t generation_ = 0;
  SnapshotPtr snapshot_;
};

}  // namespace slurry::ui
