// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/pace.hpp"
#include "base/same_time.hpp"
#include "session/experiment.hpp"
#include "session/load_state.hpp"
#include "slurry/error.hpp"
#include "slurry/motion_change.hpp"
#include "slurry/trajectory.hpp"

// The states of an experiment: where a run begins, the moments from which it can continue, and the events between them.
namespace slurry {

namespace {

constexpr double task_every = 0.2;  // [s] what takes long tells how far it is

bool differs_in_start(const Simulation& a, const Simulation& b) {
  const std::vector<OptionDifference> all = differences(a.scenario(), b.scenario());
  return std::any_of(all.begin(), all.end(), [](const OptionDifference& d) { return d.of_start; });
}

/// Whether a state has the places that a frame shows. Its time may differ by rounding: a frame has the time at which
/// the run was to end, and steps count their own.
bool shows(const State& frame, const Simulation& run) {
  const std::vector<double>& x = run.state().positions;
  const SharedList<double> shown = frame.list("state/positions");
  return shown.size() == x.size() && std::equal(x.begin(), x.end(), shown.begin()) &&
         is_same_time(run.state().time, frame.number("state/time"), run.scenario().integrator.time_step);
}

}  // namespace

std::unique_ptr<Simulation> Experiment::make_simulation(const Scenario& scenario) {
  gives_way_ = sets_up_ = true;
  told_at_ = -task_every;
  tell("setting up the scenario", 0);
  told_at_ = now() - task_every;
  return std::make_unique<Simulation>(
      scenario, make_, [this](const std::string& doing, double done) { tell("placing the bodies: " + doing, done); });
}

void Experiment::start(std::unique_ptr<Simulation> simulation) {
  stop_recording_quietly();
  simulation_ = std::move(simulation);
  run_ = current_command_;
  state_ = SessionState::paused;
  until_.reset();
  last_step_.reset();
  for (FieldJob& f : fields_) f.newest.reset();
  cells_.newest.reset();
  fields_are_old();
  seconds_per_step_ = 0;
  measurement_seconds_ = std::numeric_limits<double>::quiet_NaN();
  steps_timed_ = 0;
  next_measurement_at_ = now() + 0.5;
  message_.clear();
  message_command_ = 0;
  message_exit_code_ = 0;
  written_seconds_ = 0;
  from_last_frame_ = false;
  parents_ = simulation_->scenario().parents;
  changes_at_start_.clear();
  events_.reset();
  replaced_.reset();
  bits_may_differ_.clear();
}

/// When the scenario cannot be set up, the present experiment stays as it is.
void Experiment::apply(const LoadScenario& c) {
  const bool again = c.again && simulation_;
  Scenario scenario = again ? simulation_->scenario() : c.scenario;
  scenario.run.seed = c.scenario.run.seed;
  auto simulation = make_simulation(scenario);
  if (!again) ++generation_;
  start(std::move(simulation));
  begin_series();
  keep_moment();
}

/// What takes long and is no step of the run tells how far it is.
void Experiment::tell(const std::string& task, double done) {
  give_way();
  if (now() - told_at_ < task_every) return;
  told_at_ = now();
  task_ = task;
  task_done_ = done;
  task_command_ = current_command_;
  publish();
  task_.clear();
  task_command_ = 0;
}

/// From the moment to a step, measured on the way as a run is.
void Experiment::catch_up(Simulation& run, std::optional<long> step, const std::vector<Event>& on_the_way) {
  if (!step) return;
  const long from = run.state().step;
  tell("computing the steps since the stored state", 0);
  const bool measured = measurements_per_second_ > 0 && run.scenario().solver.deterministic;
  const auto measure_first = [&](Simulation& s) {
    if (measured && !s.measured_ever()) s.measure_errors(true);
  };
  step_to(run, *step, on_the_way, measure_first, [&](Simulation& s) {
    const long now_at = s.state().step;
    if (measured && newest_counted_step(now_at) > s.kept_at_step()) s.measure_errors(true);
    tell("computing the steps since the stored state",
         static_cast<double>(now_at - from) / static_cast<double>(std::max(1L, *step - from)));
  });
}

/// The simulation at a frame of a file.  From a whole state, where the file has it there or the way from it gives the
/// frame's own bits; otherwise from what the frame shows.
std::unique_ptr<Simulation> Experiment::simulation_at(const RestartPoint& point, bool& whole) {
  const State& frame = *point.frame.state;
  std::unique_ptr<Simulation> run;
  whole = false;
  if (point.moment) {
    const Moment& m = *point.moment;
    const bool same_bits = m.scenario->solver.deterministic && why_bits_differ(*m.state, runtime_).empty();
    if (!point.at_step || same_bits) {
      run = std::make_unique<Simulation>(*m.scenario, *m.state, make_);
      catch_up(*run, point.at_step, point.on_the_way);
      whole = run->state().step != point.frame.step || shows(frame, *run);
    }
  }
  if (!whole) run = std::make_unique<Simulation>(*point.frame.scenario, frame, make_);
  for (const Event& e : point.there) {
    const bool known = !whole && e.key != reverse_key && find_option(e.key) != nullptr &&
                       option_value(run->scenario(), e.key) == e.value;  // in the scenario of the frame already
    if (!known) apply_event(*run, e);
  }
  return run;
}

void Experiment::apply(const LoadState& c) {
  std::unique_ptr<Simulation> simulation;
  std::vector<ParentFrame> parents;
  std::shared_ptr<const std::vector<Event>> events;
  bool whole = true;
  std::string differ;
  gives_way_ = true;
  told_at_ = -task_every;
  tell("reading the state", 0);
  if (c.moment) {
    const Moment& m = *c.moment;
    if (!m.state || !m.scenario) throw Error("no state is stored for this moment, so a run cannot continue from it");
    simulation = std::make_unique<Simulation>(*m.scenario, *m.state, make_);
    catch_up(*simulation, c.at_step, c.replay);
    whole = m.whole;
    differ = why_bits_differ(*m.state, runtime_);
    auto so_far = std::make_shared<std::vector<Event>>(m.events ? *m.events : std::vector<Event>());
    if (c.at_step) so_far->insert(so_far->end(), c.replay.begin(), c.replay.end());
    events = std::move(so_far);
    Snapshot there;
    there.step = simulation->state().step;
    there.time = simulation->state().time;
    there.positions = simulation->state().positions;
    parents = {{{}, -1, frame_hash(there), there.step, there.time}};
  } else {
    const RestartPoint point = read_restart(c.file, c.frame);
    simulation = simulation_at(point, whole);
    if (whole) differ = why_bits_differ(*point.moment->state, runtime_);
    auto so_far = std::make_shared<std::vector<Event>>(*point.frame.events);
    for (const Event& e : point.there)
      if (!is_planned_reversal(e) || simulation->reversed_by_plan()) so_far->push_back(e);  // else it is still to come
    events = std::move(so_far);
    parents = {point.parent};
    // a step that the end cut short is part of what was recorded, and a change counts from that end on
    const bool changes = !c.changes.empty() || (c.scenario && moves_otherwise(simulation->scenario(), *c.scenario));
    if (changes && simulation->state().step < point.parent.step) {
      simulation->step_until(point.parent.time);
      simulation->stay();
    }
  }
  std::vector<OptionDifference> changed;
  if (c.scenario) changed = change_scenario(simulation, *c.scenario, make_);
  for (OptionDifference& d : apply_changes(simulation, c.changes, make_)) changed.push_back(std::move(d));
  auto replaced = simulation_ ? moment(false) : nullptr;
  if (!c.moment || !simulation_ || differs_in_start(*simulation_, *simulation)) ++generation_;
  start(std::move(simulation));
  replaced_ = std::move(replaced);
  events_ = std::move(events);
  from_last_frame_ = !whole;
  bits_may_differ_ = std::move(differ);
  parents_ = std::move(parents);
  const BodyState& b = simulation_->state();
  for (const OptionDifference& d : changed)
    changes_at_start_.push_back({b.step, b.time, d.key, d.old, d.value, "person"});
  if (!changes_at_start_.empty()) {
    auto all = std::make_shared<std::vector<Event>>(*events_);
    all->insert(all->end(), changes_at_start_.begin(), changes_at_start_.end());
    events_ = std::move(all);
  }
  begin_series(c.series);
  keep_moment();
}

void Experiment::apply(const RequestMoments& c) {
  moments_per_second_ = std::max(0.0, c.rate);
  next_moment_at_ = now();
  if (simulation_) keep_moment();
}

/// The run's own last state as a moment, or the state that is seen, where something is about to be changed there.
std::shared_ptr<const Moment> Experiment::moment(bool seen) const {
  auto m = std::make_shared<Moment>();
  State state = seen ? simulation_->checkpoint_here() : simulation_->checkpoint();
  state.remove("end/step");
  put_made(state, runtime_);
  Snapshot s;
  simulation_->fill(s, false);
  if (!seen && simulation_->is_beside_the_run()) s.values = Values(s.values.table());
  m->run = run_;
  m->step = static_cast<long>(state.number("state/step"));
  m->time = state.number("state/time");
  m->scenario = s.scenario;
  m->state = std::make_shared<const State>(std::move(state));
  m->events = events_;
  m->parents = parents_;
  m->values = std::move(s.values);
  m->errors = s.errors;
  m->stage_times = std::move(s.stage_times);
  return m;
}

void Experiment::keep_moment() {
  if (moments_per_second_ <= 0 || !simulation_) return;
  constexpr double share = 0.02;  // of the time, at most
  const double start = now();
  try {
    moments.put(moment(false));
  } catch (const std::exception& e) {
    say(e, 0);
    moments_per_second_ = 0;
    return;
  }
  next_moment_at_ = std::max(start + 1 / moments_per_second_, start + (now() - start) / share);
}

/// The whole state before a change, for whoever keeps moments and for the file.
Experiment::Before Experiment::before_event() {
  Before before;
  const bool recorded = writer_ && simulation_->scenario().run.output_moments != OutputMoments::end &&
                        writer_->last_moment() != simulation_->state().step;
  if (recorded || moments_per_second_ > 0) before.moment = moment(true);
  before.recorded = recorded;
  return before;
}

/// What has been changed is known to the snapshots, to the moments that follow and to the file.  A drag while nothing
/// moves is one event; where steps lie between its values, a replay needs each of them (joined_drags()).
void Experiment::after_event(const Before& before, Event event) {
  auto all = std::make_shared<std::vector<Event>>(events_ ? *events_ : std::vector<Event>());
  const bool goes_on = event.drag != 0 && !all->empty() && all->back().drag == event.drag &&
                       all->back().key == event.key && all->back().step == event.step;
  if (goes_on)
    all->back().value = event.value;
  else
    all->push_back(event);
  if (moments_per_second_ > 0 && !goes_on) moments.put(before.moment);
  events_ = std::move(all);
  fields_are_old();
  sample(!goes_on);
  if (!writer_) return;
  if (before.recorded) writer_->moment(*before.moment->state);
  writer_->event(event);
}

/// What run.reverse_at planned has happened at the beginning of the last step.  A replay turns round by itself there.
void Experiment::note_planned_reversal(long step, double time) {
  auto all = std::make_shared<std::vector<Event>>(events_ ? *events_ : std::vector<Event>());
  all->push_back({step, time, reverse_key, "", "every force and flow turned round", planned_by});
  events_ = std::move(all);
  if (!writer_) return;
  try {
    const Interruption::Whole whole(interruption);
    writer_->event(events_->back());
  } catch (const std::exception& e) {
    stop_broken_recording(e);
  }
}

}  // namespace slurry
