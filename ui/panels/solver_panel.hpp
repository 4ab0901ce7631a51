// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QWidget>

#include <string>

#include "panels/throttle.hpp"
#include "session_port.hpp"

class QLabel;

namespace slurry::ui {

class NumberSlider;
class ValueTable;

/// The tolerance asked for, and what the solver chose for it.
class SolverPanel : public QWidget {
  Q_OBJECT
 public:
  explicit SolverPanel(QWidget* parent = nullptr);
  void show(const SnapshotPtr& snapshot);
  /// One notch looser (up) or tighter.
  void nudge(int notches);
  NumberSlider* tolerance() const { return tolerance_; }

 Q_SIGNALS:
  void optionAsked(const std::string& key, const std::string& value);
  /// Why a number that was typed is not taken as it stands: one sentence.
  void complained(const QString& sentence);

 private:
  void refresh();
  NumberSlider* tolerance_;
  QLabel* summary_;
  ValueTable* chosen_;
  SnapshotPtr snapshot_;
  Throttle throttle_;
};

}  // namespace slurry::ui
