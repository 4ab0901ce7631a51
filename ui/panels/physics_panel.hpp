// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QWidget>

#include <string>

#include "session_port.hpp"

class QComboBox;

namespace slurry::ui {

class NumberField;
class NumberSlider;

/// What can change while the run goes on: viscosity, weight, direction of gravity, net flow, time step.
class PhysicsPanel : public QWidget {
  Q_OBJECT
 public:
  explicit PhysicsPanel(QWidget* parent = nullptr);
  void show(const SnapshotPtr& snapshot);
  /// Of what was shown before; another experiment follows.
  void forget() { generation_ = 0; }

  NumberSlider* viscosity() const { return viscosity_; }
  NumberSlider* tilt() const { return tilt_; }
  NumberField* flowValue() const { return flow_value_; }

 Q_SIGNALS:
  /// An option of the table and its value as in a scenario file.
  void optionAsked(const std::string& key, const std::string& value);
  /// Why a number that was typed is not taken as it stands: one sentence.
  void complained(const QString& sentence);

 private:
  void adopt(const Scenario& scenario);
  void askFlow();

  NumberSlider *viscosity_, *force_, *tilt_, *time_step_;
  QComboBox* flow_;
  NumberField* flow_value_;
  std::uint64_t generation_ = 0;
  std::shared_ptr<const Scenario> shown_;
};

}  // namespace slurry::ui
