// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QObject>

#include "experiment/experiment.hpp"

namespace slurry::ui {

/// The experiment that a window shows. Panels and actions connect to this object only, so they need no new connections
/// when another experiment comes to the front.
class Front : public QObject {
  Q_OBJECT
 public:
  explicit Front(Experiment* experiment, QObject* parent = nullptr);
  void set(Experiment* experiment);

  Experiment* experiment() const { return experiment_; }
  EngineBridge* bridge() const { return experiment_->bridge(); }
  Player* player() const { return experiment_->player(); }

 Q_SIGNALS:
  /// Another experiment is about to come to the front, or has come. Values that were stored for the former one are no
  /// longer valid.
  void leaving();
  void switched();
  /// Forwards the signals of Experiment, Player and EngineBridge. After a change of the experiment, each signal is
  /// emitted once with the present values.
  void arrived(slurry::ui::SnapshotPtr snapshot);
  void shown(slurry::ui::SnapshotPtr snapshot);
  void moved();
  void fileSeriesRead();
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
