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

/// Error budget of the velocities: asked, predicted, measured, per source.
class ErrorPanel : public QWidget {
  Q_OBJECT
 public:
  /// Sentences about the model of the bodies (model_error_text). They are found on another thread, because the nearest
  /// pair is looked for among all bodies and a rod may be fitted first.
  using SayModel = std::function<std::string(const Snapshot&)>;
  explicit ErrorPanel(QWidget* parent = nullptr, SayModel say_model = model_error_text);
  ~ErrorPanel() override;
  /// The moment that is shown: of the run, or of a file.
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
  QTimer model_rest_;  ///< after the sentences about the model
  std::shared_ptr<Mailbox<std::string>> model_found_;
  Throttle throttle_;
};

}  // namespace slurry::ui
