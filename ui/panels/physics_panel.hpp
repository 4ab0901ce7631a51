// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QWidget>

#include <string>

#include "session_port.hpp"

class QComboBox;
class QLineEdit;

namespace slurry::ui {

class NumberSlider;

/// What can change while the run goes on: viscosity, weight, direction of gravity, net flow, time step.
class PhysicsPanel : public QWidget {
  Q_OBJECT
 public:
  explicit PhysicsPanel(QWidget* parent = nullptr);
  void show(const SnapshotPtr& snapshot);

  NumberSlider* viscosity() const { return viscosity_; }
  NumberSlider* tilt() const { return tilt_; }

 Q_SIGNALS:
  /// An option of the table and its value as in a scenario file.
  void optionAsked(const std::string& key, const std::string& value);

 private:
  void adopt(const Scenario& scenario);
  void askFlow();

  NumberSlider *viscosity_, *force_, *tilt_, *time_step_;
  QComboBox* flow_;
  QLineEdit* flow_value_;
  std::uint64_t generation_ = 0;
  std::shared_ptr<const Scenario> shown_;
};

}  // namespace slurry::ui
