// SPDX-License-Identifier: BSD-3-Clause
#include "laboratory/laboratory.hpp"

#include <QSettings>

#include <algorithm>
#include <utility>

#include <unistd.h>

namespace slurry::ui {
namespace {

constexpr const char* history_megabytes = "history/megabytes";

}  // namespace

Laboratory::Laboratory(std::unique_ptr<SessionPort> session, OpenFrames open, QObject* parent)
    : QObject(parent), open_(std::move(open)), front_(new Front(make(std::move(session)), this)) {}

Experiment* Laboratory::make(std::unique_ptr<SessionPort> session) {
  experiments_.push_back(new Experiment(std::move(session), open_, this));
  experiments_.back()->setBudget(budget());
  return experiments_.back();
}

Experiment* Laboratory::add(std::unique_ptr<SessionPort> session) {
  Experiment* experiment = make(std::move(session));
  experiment->setSeen(false);
  return experiment;
}

std::size_t Laboratory::budget() {
  const std::size_t memory =
      static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  const std::size_t usual = std::min(std::size_t{400}, memory / 8 >> 20);
  return static_cast<std::size_t>(QSettings().value(history_megabytes, static_cast<qulonglong>(usual)).toULongLong())
         << 20;
}

void Laboratory::setBudget(std::size_t bytes) {
  QSettings().setValue(history_megabytes, static_cast<qulonglong>(bytes >> 20));
  for (Experiment* e : experiments_) e->setBudget(budget());
}

std::size_t Laboratory::unrecorded() const {
  std::size_t runs = 0;
  for (const Experiment* e : experiments_) runs += e->unrecorded().size();
  return runs;
}

}  // namespace slurry::ui
