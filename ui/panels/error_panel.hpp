// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QTimer>
#include <QWidget>

#include <functional>
#include <memory>
#include <string>

#include "base/mailbox.hpp"
#include "models/error_budget.hpp"
#include "panels/throttle.hpp"
#include "session_port.hpp"

class QLabel;

namespace slurry::ui {

class ErrorBars;

/// Error budget of the velocities: the errors asked for, predicted and measured, for each source.
class ErrorPanel : public QWidget {
  Q_OBJECT
 public:
  /// Returns sentences about the model of the bodies (model_error_text). It is called on another thread, because it
  /// searches all bodies for the nearest pair and may fit a rod first.
  using SayModel = std::function<std::string(const Snapshot&)>;
  explicit ErrorPanel(QWidget* parent = nullptr, SayModel say_model = model_error_text);
  ~ErrorPanel() override;
  /// Shows a moment of the run, or of a file.
  void show(const SnapshotPtr& snapshot, bool of_file = false);

 private:
  QString headline(const ErrorBudget& budget) const;
  void refresh();
  void findModel();
  QLabel* verdict_;
  ErrorBars* bars_;
  QLabel* note_;
  QLabel* model_;  ///< the error of the model itself
  SnapshotPtr snapshot_;
  bool of_file_ = false;
  SayModel say_model_;
  bool model_waits_ = false, model_busy_ = false;
  QTimer model_rest_;  ///< waits for a while after the sentences about the model
  std::shared_ptr<Mailbox<std::string>> model_found_;
  Throttle throttle_;
};

}  // namespace slurry::ui
