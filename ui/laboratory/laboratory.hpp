// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QObject>

#include <cstddef>
#include <memory>
#include <vector>

#include "experiment/front.hpp"

namespace slurry::ui {

/// The experiments of a window, of which one is in front while the others go on, and the memory for what is kept of
/// them.
class Laboratory : public QObject {
  Q_OBJECT
 public:
  Laboratory(std::unique_ptr<SessionPort> session, OpenFrames open, QObject* parent = nullptr);

  /// Another experiment, behind those that are there.
  Experiment* add(std::unique_ptr<SessionPort> session);
  void bringToFront(Experiment* experiment) { front_->set(experiment); }
  Front* front() const { return front_; }
  const std::vector<Experiment*>& experiments() const { return experiments_; }

  /// Bytes for the stored moments of an experiment: as somebody chose, or 400 MB or an eighth of the memory, the
  /// lesser.
  static std::size_t budget();
  /// Chosen for now and later.
  void setBudget(std::size_t bytes);
  /// How many runs and branches have moments that are in no file.
  std::size_t unrecorded() const;

 private:
  Experiment* make(std::unique_ptr<SessionPort> session);
  OpenFrames open_;
  std::vector<Experiment*> experiments_;
  Front* front_;
};

}  // namespace slurry::ui
