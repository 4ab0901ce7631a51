// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QTimer>
#include <QWidget>

#include "models/error_budget.hpp"
#include "panels/throttle.hpp"
#include "session_port.hpp"

class QLabel;

namespace slurry::ui {

class ErrorBars;

/// Error budget of the velocities: asked, predicted, measured, per source.
class ErrorPanel : public QWidget {
  Q_OBJECT
 public:
  explicit ErrorPanel(QWidget* parent = nullptr);
  /// The moment that is shown: of the run, or of a file.
  void show(const SnapshotPtr& snapshot, bool of_file = false);

 private:
  QString headline(const ErrorBudget& budget) const;
  void refresh();
  void sayModel();
  QLabel* verdict_;
  ErrorBars* bars_;
  QLabel* note_;
  QLabel* model_;  ///< the error of the model itself
  SnapshotPtr snapshot_;
  bool of_file_ = false, model_waits_ = false;
  QTimer model_rest_;  ///< after the sentences about the model, whose nearest pair is looked for among all bodies
  Throttle throttle_;
};

}  // namespace slurry::ui
