// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QWidget>

#include "panels/throttle.hpp"
#include "session_port.hpp"

class QLabel;

namespace slurry::ui {

class ValueTable;

/// Parameters that the solver chose for the tolerance.
class SolverChoices : public QWidget {
 public:
  explicit SolverChoices(QWidget* parent = nullptr);
  void show(const SnapshotPtr& snapshot);

 private:
  void refresh();
  QLabel* summary_;
  ValueTable* chosen_;
  SnapshotPtr snapshot_;
  Throttle throttle_;
};

}  // namespace slurry::ui
