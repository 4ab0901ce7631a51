// SPDX-License-Identifier: BSD-3-Clause
#include "experiment/experiment.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "models/moment_text.hpp"
#include "models/speeds.hpp"
#include "models/verdict.hpp"
#include "slurry/series.hpp"

namespace slurry::ui {
namespace {

constexpr double moments_per_second = 2;

}  // namespace

Experiment::Experiment(std::unique_ptr<SessionPort> session, OpenFrames open, QObject* parent)
    : QObject(parent),
      bridge_(std::move(session)),
      player_(&tree_, std::move(open)),
      slice_(&bridge_),
      cells_(&bridge_) {
  connect(&bridge_, &EngineBridge::snapshotArrived, this, &Experiment::take);
  connect(&player_, &Player::shown, this, [this](const SnapshotPtr& s) {
    if (s) view_.trail.add(*s);
  });
  connect(&player_, &Player::opened, this, [this] { file_series_.clear(); });
  connect(&player_, &Player::seriesRead, this, [this](const std::shared_ptr<const Series>& series) {
    file_series_.follow(series);
    Q_EMIT fileSeriesRead();
  });
  // Played to its end, what is kept goes on with the run.
  connect(&player_, &Player::playedOut, this, [this] {
    if (!isRunning()) run();
  });
  bridge_.post(RequestMoments{moments_per_second});
  bridge_.post(RequestSeries{});
  bridge_.post(SetErrorBudget{1, false});  // no step waits for a measurement
  speed_ = static_cast<int>(first_speed);
  offerSpeeds(Scenario{}.integrator.time_step);
}

// --- what the engine says ----------------------------------------------------------------------------------------

void Experiment::take(const SnapshotPtr& s) {
  const bool first = tree_.current() < 0;
  const bool begun = settle(*s);
  const std::size_t branches = tree_.branches().size();
  tree_.add(s);
  if (tree_.branches().size() != branches || first) Q_EMIT treeChanged();  // nobody announced this run
  for (MomentPtr& m : bridge_.takeMoments()) early_.push_back(std::move(m));
  std::erase_if(early_, [&](const MomentPtr& m) { return tree_.add(m) || m->run <= s->last_command; });
  if (begun) {
    replot();
  } else if (auto series = bridge_.series(); series && !series->empty()) {
    std::vector<std::shared_ptr<const Series>>& all = sampled_[tree_.current()];
    if (s->run != sampled_run_ || all.empty()) all.emplace_back();
    sampled_run_ = s->run;
    all.back() = series;
    series_.follow(std::move(series));
  } else {
    series_.add(*s);
  }
  player_.addLive(s);
  if (begun) player_.followRun();
  slice_.show(s);
  seeEvents(*s);
  Q_EMIT arrived(s);
}

void Experiment::setSeen(bool seen) {
  slice_.setSeen(seen);
  cells_.setSeen(seen);
}

/// Starts that this snapshot answers.  True: another run has begun.
bool Experiment::settle(const Snapshot& s) {
  bool begun = false;
  while (!starts_.empty() && starts_.front().number <= s.last_command) {
    const Start start = std::move(starts_.front());
    starts_.pop_front();
    if (s.run != start.number) {  // refused, or overtaken by another start
      if (!starts_.empty()) continue;
      held_.clear();
      dropping_ = -1;
      if (start.how == Beginning::How::back) player_.followRun();
      continue;
    }
    Beginning beginning{start.how, start.back_to, start.former, s.time, start.by_undo};
    if (start.how == Beginning::How::back) {
      tree_.resume(s.run, start.back_to);
    } else {
      BranchStart at = start.branch;
      at.step = s.step;
      at.time = s.time;
      beginning.branch = tree_.begin(s.run, std::move(at));
    }
    begun = true;
    if (s.scenario) {
      offerSpeeds(s.scenario->integrator.time_step);
      requestSeries(costly_of_chart_, costly_expectation(*s.scenario));
    }
    for (const SetOption& o : std::exchange(held_, {})) bridge_.setOption(o.key, o.value, o.by);
    if (start.run) run();
    // What is told of it is told when it is there.
    QMetaObject::invokeMethod(
        this,
        [this, beginning] {
          Q_EMIT treeChanged();
          Q_EMIT began(beginning);
          if (dropping_ >= 0 && dropping_ != tree_.current()) drop(std::exchange(dropping_, -1));
        },
        Qt::QueuedConnection);
  }
  return begun;
}

void Experiment::seeEvents(const Snapshot& s) {
  const std::size_t n = s.events ? s.events->size() : 0;
  if (s.run != events_of_) {
    events_of_ = s.run;
    events_seen_ = n;  // what a start brings with it is part of the start
    told_ = n > 0 ? s.events->back() : Event();
    return;
  }
  // The newest one may have got another value: a slider is being dragged.
  if (n > 0 && n == events_seen_ && (s.events->back().value != told_.value)) --events_seen_;
  for (; events_seen_ < n; ++events_seen_) {
    told_ = (*s.events)[events_seen_];
    Q_EMIT changed(told_);
  }
}

/// The chart of another branch: its own moments and its ancestors'.
void Experiment::replot() {
  series_.clear();
  for (const Tree::Piece& piece : tree_.path(tree_.current())) {
    const auto sampled = sampled_.find(piece.branch);
    if (sampled == sampled_.end()) {  // the pictures alone
      const MomentStore<StoredPicture>& pictures = tree_.branch(piece.branch).pictures;
      const std::size_t n = pictures.up_to_step(piece.last_step);
      for (std::size_t i = 0; i < n; ++i) series_.insert(pictures.at(i).content.bare());
      continue;
    }
    for (const std::shared_ptr<const Series>& series : sampled->second) {
      series_.follow(series);
      series_.times();  // drawn now: what follows replaces the part that it knows better
    }
  }
  if (const SnapshotPtr s = tree_.branch(tree_.current()).newest) series_.go_on_with(s->scenario_generation);
}

bool Experiment::isRunning() const {
  return player_.runState() == SessionState::running;
}

// --- what a person asks ------------------------------------------------------------------------------------------

CommandNumber Experiment::post(Start start, Command command) {
  start.former = tree_.current();
  if (start.how != Beginning::How::back) leaveLook();
  bridge_.forgetWaiting();
  bridge_.post(RequestMoments{moments_per_second});  // of the end that is left
  start.number = bridge_.post(std::move(command));
  starts_.push_back(start);
  return start.number;
}

int Experiment::firstRun(int branch) const {
  return tree_.path(branch).front().branch;
}

/// How the present bodies are looked at, before others come.
void Experiment::leaveLook() {
  if (tree_.current() >= 0) looks_[firstRun(tree_.current())] = look_of(view_);
}

std::optional<ViewLook> Experiment::lookAgain(const Beginning& b) const {
  if (b.how != Beginning::How::back || !tree_.has(b.branch) || !tree_.has(b.former)) return std::nullopt;
  const auto look = looks_.find(firstRun(b.branch));
  if (look == looks_.end() || firstRun(b.branch) == firstRun(b.former)) return std::nullopt;
  return look->second;
}

void Experiment::setCostly(const std::string& name) {
  requestSeries(name, costly_expected_);
}

void Experiment::requestSeries(const std::string& of_chart, const std::string& expected) {
  if (of_chart == costly_of_chart_ && expected == costly_expected_) return;
  costly_of_chart_ = of_chart;
  costly_expected_ = expected;
  RequestSeries request;
  for (const std::string& name : {of_chart, expected})
    if (!name.empty()) request.costly.push_back(name);
  bridge_.postLatest("series", request);
}

void Experiment::load(const Scenario& scenario, bool run) {
  // One that is still being set up gives way to this one.
  for (const Start& s : starts_) bridge_.post(Cancel{s.number});
  player_.followRun();
  offerSpeeds(scenario.integrator.time_step);
  Start start;
  start.run = run;
  post(std::move(start), LoadScenario{scenario});
}

void Experiment::restart(std::optional<std::uint64_t> seed) {
  const auto scenario = bridge_.latest()->scenario;
  if (!scenario) return;
  Start start;
  start.run = isRunning();
  player_.followRun();
  LoadScenario again{*scenario, true};
  if (seed) again.scenario.run.seed = *seed;
  post(std::move(start), std::move(again));
}

CommandNumber Experiment::setOption(const std::string& key, const std::string& value, const std::string& by) {
  if (isStarting()) {
    std::erase_if(held_, [&](const SetOption& h) { return h.key == key; });
    held_.push_back({key, value, by});
    return 0;
  }
  if (!player_.following()) return branchHere({{key, value}});
  return bridge_.setOption(key, value, by);
}

void Experiment::reverse(const std::string& by) {
  if (isStarting()) return;
  if (player_.following())
    bridge_.post(Reverse{by});
  else
    branchHere({{reverse_key, ""}});
}

CommandNumber Experiment::branchHere(std::vector<KeyChange> changes) {
  if (isStarting()) return 0;
  player_.stop();
  const SnapshotPtr shown = player_.shownSnapshot();
  if (!shown) return 0;
  Start start;
  start.how = Beginning::How::branch;
  start.run = isRunning();
  start.branch.changes = changes;
  LoadState load;
  load.changes = std::move(changes);
  if (player_.ofFile()) {
    load.file = player_.file();
    load.frame = static_cast<long>(player_.position());
    start.branch.file = player_.file().string();
    start.run = false;
  } else {
    const int branch = player_.following() ? tree_.current() : player_.shownBranch();
    std::optional<StartingPoint> from;
    if (tree_.has(branch)) from = tree_.startAt(branch, shown->step, shown->events);
    if (!from) {
      Q_EMIT complained(
          tr("The run cannot continue from here, because no stored state leads to this moment. The run continues "
             "unchanged."));
      return 0;
    }
    start.branch.parent = branch;
    load.moment = from->moment;
    load.at_step = from->at_step;
    load.replay = from->replay;
    load.changes.insert(load.changes.begin(), from->changes.begin(), from->changes.end());
  }
  return post(std::move(start), std::move(load));
}

void Experiment::goTo(int branch, bool by_undo) {
  if (isStarting()) return;
  if (branch == tree_.current()) return player_.goLive();
  const auto from = tree_.startAtEnd(branch);
  if (!from) {
    Q_EMIT complained(
        tr("This branch cannot continue, because no state of it is stored. You can still look at its moments."));
    return;
  }
  leaveLook();
  // What is kept of it is seen at once; the engine follows.
  if (player_.ofFile()) player_.followRun();
  player_.setBranch(branch);
  if (player_.count() > 0) player_.seek(player_.count() - 1);
  LoadState load;
  load.moment = from->moment;
  load.at_step = from->at_step;
  load.replay = from->replay;
  load.changes = from->changes;
  Start start;
  start.how = Beginning::How::back;
  start.back_to = branch;
  start.by_undo = by_undo;
  post(std::move(start), std::move(load));
}

bool Experiment::drop(int branch) {
  if (isStarting() || !tree_.drop(branch)) return false;
  sampled_.erase(branch);
  if (player_.branch() == branch) player_.followRun();
  Q_EMIT treeChanged();
  return true;
}

void Experiment::leaveAndDrop(int go_to) {
  const int left = tree_.current();
  if (isStarting() || go_to == left || !tree_.has(go_to)) return;
  goTo(go_to);
  if (isStarting()) dropping_ = left;
}

void Experiment::rename(int branch, const std::string& name) {
  tree_.rename(branch, name);
  Q_EMIT treeChanged();
}

CommandNumber Experiment::run() {
  return run_asked_ = bridge_.post(Run{.until = {}, .steps = {}, .endless = true});
}

CommandNumber Experiment::pause() {
  for (Start& s : starts_) s.run = false;
  run_asked_ = 0;
  return bridge_.post(Pause{});
}

bool Experiment::willRun() const {
  const CommandNumber answered = player_.newest() ? player_.newest()->last_command : 0;
  return run_asked_ > answered || std::any_of(starts_.begin(), starts_.end(), [](const Start& s) { return s.run; });
}

CommandNumber Experiment::runUntil(double time) {
  return bridge_.post(Run{.until = time, .steps = {}});
}

void Experiment::offerSpeeds(double time_step) {
  std::vector<double> speeds = speeds_of(time_step);
  if (speeds == speeds_) return;
  speeds_ = std::move(speeds);
  setSpeed(speed_);
  Q_EMIT speedsChanged();
}

void Experiment::setSpeed(int place) {
  speed_ = std::clamp(place, 0, static_cast<int>(speeds_.size()) - 1);
  const double speed = speeds_[static_cast<std::size_t>(speed_)];
  player_.setSpeed(speed);
  bridge_.postLatest("speed", SetSpeed{0, speed});
}

void Experiment::setBudget(std::size_t bytes) {
  tree_.setBudget(bytes);
}

std::vector<int> Experiment::unrecorded() const {
  std::vector<int> all;
  for (const int id : tree_.branches())
    if (tree_.isUnrecorded(id)) all.push_back(id);
  return all;
}

KeptRun Experiment::kept(int branch) const {
  const Branch& b = tree_.branch(branch);
  auto pictures = std::make_shared<std::vector<StoredPicture>>();
  for (std::size_t i = 0; i < b.pictures.size(); ++i) pictures->push_back(b.pictures.at(i).content);
  KeptRun run;
  run.frames = pictures->size();
  run.frame = [pictures = std::move(pictures)](std::size_t i) { return pictures->at(i).snapshot(); };
  for (std::size_t i = 0; i < b.whole.size(); ++i) run.moments.push_back(b.whole.at(i).content);
  run.events = b.events();
  run.runtime = bridge_.runtime();
  return run;
}

}  // namespace slurry::ui
