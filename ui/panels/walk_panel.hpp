// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QWidget>

#include <string>

#include "models/speed_walk.hpp"
#include "panels/throttle.hpp"
#include "session_port.hpp"

class QGridLayout;
class QLabel;
class QPushButton;
class QTreeWidget;

namespace slurry::ui {

/// The walk of the running scenario. Back and Next set the variants of its steps one after the other. The panel shows
/// the times that the run took at each step so far.
class WalkPanel : public QWidget {
  Q_OBJECT
 public:
  explicit WalkPanel(QWidget* parent = nullptr);
  /// Takes the engine's newest step, whatever is shown.
  void runGoesOn(const SnapshotPtr& live);
  /// Locks the buttons for this reason. An empty reason unlocks them.
  void lock(const QString& reason);
  /// Forgets what was shown; another experiment follows.
  void forget();

  const SpeedWalk& walk() const { return walk_; }
  int station() const { return station_; }
  QPushButton* back() const { return back_; }
  QPushButton* next() const { return next_; }
  QString result() const;

  /// Whether the scenario that is shown has a walk.
  bool here() const { return here_; }

 Q_SIGNALS:
  /// An option of the table and its value as in a scenario file.
  void optionAsked(const std::string& key, const std::string& value);
  /// A run whose scenario has a walk has appeared, or has gone.
  void wanted(bool here);

 protected:
  void showEvent(QShowEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void go(int by);
  void refresh();
  void makeRows();
  void fillTable();
  void arrange(bool wide);

  SpeedWalk walk_;
  QGridLayout* places_;
  QLabel *title_, *result_, *why_, *printed_;
  QPushButton *back_, *next_;
  QTreeWidget* table_;
  bool here_ = false, wide_ = true;
  int station_ = -1, last_ = 0;  ///< last_: place in the walk before other variants were chosen
  QString locked_;
  Throttle throttle_;
};

}  // namespace slurry::ui
