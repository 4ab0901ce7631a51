// SPDX-License-Identifier: BSD-3-Clause
#include "experiment/experiment.hpp"

#include <string>
#include <utility>
#include <vector>

#include "models/speeds.hpp"

namespace slurry::ui {

Experiment::Experiment(std::unique_ptr<SessionPort> session, OpenFrames open, QObject* parent)
    : QObject(parent), bridge_(std::move(session)), timeline_(std::move(open)), slice_(&bridge_) {
  connect(&bridge_, &EngineBridge::snapshotArrived, this, [this](const SnapshotPtr& s) {
    timeline_.addLive(s);
    slice_.show(s);
    if (auto series = bridge_.series())
      series_.follow(std::move(series));
    else if (s)
      series_.add(*s);
    Q_EMIT arrived(s);
  });
  connect(&timeline_, &Timeline::shown, this, [this](const SnapshotPtr& s) {
    if (s) view_.trail.add(*s);
  });
  connect(&timeline_, &Timeline::opened, this, [this] { file_series_.clear(); });
  connect(&timeline_, &Timeline::surveyed, this, [this](const SnapshotPtr& s) {
    if (s && file_series_.insert(*s)) Q_EMIT fileSeriesGrew();
  });
  bridge_.post(RequestSeries{});
  bridge_.post(SetErrorBudget{1, false});  // no step waits for a measurement
  setSpeed(first_speed);
}

void Experiment::setCostly(const std::string& name) {
  bridge_.postLatest("series", RequestSeries{true, name.empty() ? std::vector<std::string>{} : std::vector{name}});
}

void Experiment::setSpeed(int place) {
  speed_ = place;
  bridge_.postLatest("speed", SetSpeed{static_cast<double>(speeds.at(static_cast<std::size_t>(place)))});
}

void Experiment::load(const Scenario& scenario, bool run) {
  timeline_.followRun();
  // one that is still being set up gives way to this one
  if (load_ > bridge_.latest()->last_command) bridge_.post(Cancel{load_});
  load_ = bridge_.post(LoadScenario{scenario});
  if (run) bridge_.post(Run{});
}

}  // namespace slurry::ui
