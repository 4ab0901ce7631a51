// SPDX-License-Identifier: BSD-3-Clause
#include "experiment/front.hpp"

namespace slurry::ui {

Front::Front(Experiment* experiment, QObject* parent) : QObject(parent), experiment_(experiment) {
  listen();
}

void Front::listen() {
  connect(experiment_, &Experiment::arrived, this, &Front::arrived);
  connect(experiment_, &Experiment::fileSeriesRead, this, &Front::fileSeriesRead);
  connect(experiment_, &Experiment::began, this, &Front::began);
  connect(experiment_, &Experiment::changed, this, &Front::changed);
  connect(experiment_, &Experiment::treeChanged, this, &Front::treeChanged);
  connect(experiment_, &Experiment::speedsChanged, this, &Front::speedsChanged);
  connect(experiment_, &Experiment::complained, this, &Front::complained);
  connect(player(), &Player::shown, this, &Front::shown);
  connect(player(), &Player::moved, this, &Front::moved);
  connect(player(), &Player::complained, this, &Front::complained);
  connect(bridge(), &EngineBridge::complained, this, &Front::complained);
}

void Front::set(Experiment* experiment) {
  if (experiment == experiment_) return;
  Q_EMIT leaving();
  for (QObject* source : std::initializer_list<QObject*>{experiment_, player(), bridge()})
    disconnect(source, nullptr, this, nullptr);
  experiment_->setSeen(false);
  experiment_ = experiment;
  experiment_->setSeen(true);
  listen();
  Q_EMIT switched();
  Q_EMIT arrived(bridge()->latest());
  Q_EMIT shown(player()->shownSnapshot());
  Q_EMIT moved();
  Q_EMIT treeChanged();
  Q_EMIT speedsChanged();
}

}  // namespace slurry::ui
