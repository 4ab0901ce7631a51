// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QWidget>

#include <vector>

#include "panels/throttle.hpp"
#include "session_port.hpp"

class QLabel;
class QToolButton;

namespace slurry::ui {

class ValueTable;
struct SolverRow;

/// Parameters that the solver chose for the tolerance.
class SolverChoices : public QWidget {
 public:
  explicit SolverChoices(QWidget* parent = nullptr);
  void show(const SnapshotPtr& snapshot);

 private:
  void refresh();
  void showRows(const std::vector<SolverRow>& rows);
  QToolButton* show_details_;
  QWidget* details_;
  QLabel* summary_;
  ValueTable* chosen_;
  SnapshotPtr snapshot_;
  std::size_t engine_rows_ = 0;  ///< number of rows for engines in the table; some are hidden
  Throttle throttle_;
};

}  // namespace slurry::ui
