// SPDX-License-Identifier: BSD-3-Clause
#include "experiment/experiment.hpp"

#include <utility>

#include "models/speeds.hpp"

namespace slurry::ui {

Experiment::Experiment(std::unique_ptr<SessionPort> session, OpenFrames open, QObject* parent)
    : QObject(parent), bridge_(std::move(session)), timeline_(std::move(open)), slice_(&bridge_) {
  connect(&bridge_, &EngineBridge::snapshotArrived, this, [this](const SnapshotPtr& s) {
    timeline_.addLive(s);
    slice_.show(s);
    if (s) series_.add(*s);
    Q_EMIT arrived(s);
  });
  connect(&timeline_, &Timeline::shown, this, [this](const SnapshotPtr& s) {
    if (s) view_.trail.add(*s);
  });
  connect(&timeline_, &Timeline::opened, this, [this] { file_series_.clear(); });
  connect(&timeline_, &Timeline::surveyed, this, [this](const SnapshotPtr& s) {
    if (s && file_series_.insert(*s)) Q_EMIT fileSeriesGrew();
  });
  setSpeed(first_speed);
}

void Experiment::setSpeed(int place) {
  speed_ = place;
  bridge_.postLatest("speed", SetSpeed{static_cast<double>(speeds.at(static_cast<std::size_t>(place)))});
}

void Experiment::load(const Scenario& scenario, bool run) {
  timeline_.followRun();
  bridge_.post(LoadScenario{scenario});
  if (run) bridge_.post(Run{});
}

}  // namespace slurry::ui
