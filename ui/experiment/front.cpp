// SPDX-License-Identifier: BSD-3-Clause
#include "experiment/front.hpp"

namespace slurry::ui {

Front::Front(Experiment* experiment, QObject* parent) : QObject(parent), experiment_(experiment) {
  listen();
}

void Front::listen() {
  connect(experiment_, &Experiment::arrived, this, &Front::arrived);
  connect(experiment_, &Experiment::fileSeriesGrew, this, &Front::fileSeriesGrew);
  connect(timeline(), &Timeline::shown, this, &Front::shown);
  connect(timeline(), &Timeline::moved, this, &Front::moved);
  connect(timeline(), &Timeline::complained, this, &Front::complained);
  connect(bridge(), &EngineBridge::complained, this, &Front::complained);
}

void Front::set(Experiment* experiment) {
  if (experiment == experiment_) return;
  Q_EMIT leaving();
  for (QObject* source : std::initializer_list<QObject*>{experiment_, timeline(), bridge()})
    disconnect(source, nullptr, this, nullptr);
  experiment_->slice().setSeen(false);
  experiment_ = experiment;
  experiment_->slice().setSeen(true);
  listen();
  Q_EMIT switched();
  Q_EMIT arrived(bridge()->latest());
  Q_EMIT shown(timeline()->shownSnapshot());
  Q_EMIT moved();
}

}  // namespace slurry::ui
