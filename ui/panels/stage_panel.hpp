// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QWidget>

#include "models/stage_rates.hpp"
#include "panels/throttle.hpp"
#include "session_port.hpp"

class QLabel;

namespace slurry::ui {

class StageBars;

/// Times of the parts of a step, in the order of the work. Live times are smoothed over the steps that were seen. For
/// an earlier moment, or a frame of a file, the times are those of that one step.
class StagePanel : public QWidget {
  Q_OBJECT
 public:
  explicit StagePanel(QWidget* parent = nullptr);
  /// Takes the engine's newest step, whatever is shown.
  void runGoesOn(const SnapshotPtr& snapshot);
  /// Shows a moment.
  void show(const SnapshotPtr& snapshot, bool live);
  /// Forgets what was shown before; another experiment follows.
  void forget();

 private:
  void refresh();
  void showNothing();
  const StageTimes& seconds() const { return live_ ? rates_.seconds() : shown_->stage_times; }
  QString sentence(double total) const;

  StageRates rates_;
  SnapshotPtr shown_;
  bool live_ = true;
  StageBars* bars_;
  QLabel* total_;
  std::uint64_t generation_ = 0;  ///< generation of rates_
  Throttle throttle_;
};

}  // namespace slurry::ui
