// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QWidget>

#include "session_port.hpp"

class QLabel;

namespace slurry::ui {

/// Text on the scenario that runs: its title, and beneath what can be changed, what to look for.
class ScenarioText : public QWidget {
 public:
  ScenarioText(QWidget* between, QWidget* parent);
  void show(const SnapshotPtr& snapshot);

 private:
  QLabel *title_, *text_;
  std::shared_ptr<const Scenario> shown_;
};

}  // namespace slurry::ui
