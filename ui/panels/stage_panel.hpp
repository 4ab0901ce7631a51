// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QWidget>

#include <vector>

#include "models/stage_rates.hpp"
#include "panels/throttle.hpp"
#include "session_port.hpp"

class QCPBars;
class QCPItemText;
class QCustomPlot;
class QLabel;

namespace slurry::ui {

/// Where the time of a step goes: one bar per stage, in the order of the work.
class StagePanel : public QWidget {
  Q_OBJECT
 public:
  explicit StagePanel(QWidget* parent = nullptr);
  void show(const SnapshotPtr& snapshot);
  /// Of what was shown before; another experiment follows.
  void forget() { generation_ = 0; }

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void restyle();
  void nameStages();
  void refresh();
  void showNothing();

  StageRates rates_;
  QCustomPlot* plot_;
  QCPBars* bars_;
  std::vector<QCPItemText*> labels_;  ///< of the bars, one per stage
  QLabel* total_;
  double scale_ = 0, seconds_per_step_ = 0;
  std::uint64_t generation_ = 0;
  Throttle throttle_;
};

}  // namespace slurry::ui
