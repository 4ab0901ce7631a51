// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QObject>

#include "experiment/experiment.hpp"

namespace slurry::ui {

/// The experiment in front of a window: what its panels and actions are tied to.  They hear of it alone, and ask it
/// alone; another experiment comes to the front without any of them being tied anew.
class Front : public QObject {
  Q_OBJECT
 public:
  explicit Front(Experiment* experiment, QObject* parent = nullptr);
  void set(Experiment* experiment);

  Experiment* experiment() const { return experiment_; }
  EngineBridge* bridge() const { return experiment_->bridge(); }
  Player* player() const { return experiment_->player(); }

 Q_SIGNALS:
  /// Another experiment is about to come, and has come: what was remembered of the other one no longer holds.
  void leaving();
  void switched();
  /// As Experiment, Player and EngineBridge say it.  After a switch, once with what there is.
  void arrived(slurry::ui::SnapshotPtr snapshot);
  void shown(slurry::ui::SnapshotPtr snapshot);
  void moved();
  void fileSeriesGrew();
  void complained(const QString& sentence);
  void began(const slurry::ui::Beginning& beginning);
  void changed(const slurry::Event& event);
  void treeChanged();
  void speedsChanged();

 private:
  void listen();
  Experiment* experiment_;
};

}  // namespace slurry::ui
