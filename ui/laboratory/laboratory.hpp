// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QObject>

#include <cstddef>
#include <memory>
#include <vector>

#include "experiment/front.hpp"

namespace slurry::ui {

/// The experiments of a window and their memory limit. One of them is in front, and the others continue in the
/// background.
class Laboratory : public QObject {
  Q_OBJECT
 public:
  Laboratory(std::unique_ptr<SessionPort> session, OpenFrames open, QObject* parent = nullptr);

  /// Adds an experiment behind the present ones.
  Experiment* add(std::unique_ptr<SessionPort> session);
  void bringToFront(Experiment* experiment) { front_->set(experiment); }
  Front* front() const { return front_; }
  const std::vector<Experiment*>& experiments() const { return experiments_; }

  /// Memory limit in bytes for the stored moments of an experiment: the user's choice, or the smaller of 400 MB and an
  /// eighth of the memory.
  static std::size_t budget();
  /// Sets the limit for now and for later starts.
  void setBudget(std::size_t bytes);
  /// Number of runs and branches with moments that are in no file.
  std::size_t unrecorded() const;

 private:
  Experiment* make(std::unique_ptr<SessionPort> session);
  OpenFrames open_;
  std::vector<Experiment*> experiments_;
  Front* front_;
};

}  // namespace slurry::ui
