// SPDX-License-Identifier: BSD-3-Clause
#include "session/experiment.hpp"

#include <algorithm>
#include <limits>
#include <new>
#include <optional>
#include <utility>
#include <variant>

#include "base/pace.hpp"
#include "base/quick_transforms.hpp"
#include "base/same_time.hpp"
#include "base/text.hpp"
#include "session/load_state.hpp"
#include "slurry/error.hpp"
#include "slurry/output_file.hpp"
#include "slurry/trajectory.hpp"

namespace slurry {

namespace {

constexpr double planning_seconds = 0.1;  // of one transform, where a person waits
constexpr double task_every = 0.2;        // [s] what takes long tells how far it is
constexpr double series_every = 0.05;     // [s] while running: the series is published
constexpr double forever = 1e30;

bool differs_in_start(const Simulation& a, const Simulation& b) {
  const std::vector<OptionDifference> all = differences(a.scenario(), b.scenario());
  return std::any_of(all.begin(), all.end(), [](const OptionDifference& d) { return d.of_start; });
}

/// Whether a state has the places that a frame shows.
bool shows(const State& frame, const Simulation& run) {
  const std::vector<double>& x = run.state().positions;
  const SharedList<double> shown = frame.list("state/positions");
  return shown.size() == x.size() && std::equal(x.begin(), x.end(), shown.begin()) &&
         frame.number("state/time") == run.state().time;
}

}  // namespace

Experiment::Experiment(MakePointMobility make)
    : make_([this, make = std::move(make)](PointMobilitySetup setup) {
        setup.between_parts = [this] {
          if (sets_up_)
            tell("planning the sums and solving for the first time", 0);
          else
            give_way();
        };
        return make(setup);
      }) {}

Experiment::Clock::time_point Experiment::turn(const RuntimeInfo& runtime) {
  const Pace pace([this] { check_pace(); }, [this] { give_way_to_others(); });
  // a headless run plans as well as it can: it has the time, and nobody waits
  const TransformTimeLimit planning(measures_first_ ? TransformTimeLimit::none : planning_seconds);
  runtime_ = runtime;
  apply_waiting();
  bool worked = false;
  if (interruption.is_ended()) return Clock::time_point::max();
  if (state_ == SessionState::running && now() >= next_step_at_ && !(inside_ && waits_for_first_measurement())) {
    step_once();
    worked = true;
  } else {
    worked = background();
  }
  if (news_ && (state_ != SessionState::running || now() - published_at_ >= publish_every)) publish();

  double next = forever;
  if (state_ == SessionState::running) next = next_step_at_;
  if (const FieldJob* job = field_wanted()) next = std::min(next, job->next_at);
  if (turning_wanted()) next = std::min(next, next_turning_at_);
  if (measurement_wanted()) next = std::min(next, next_measurement_at_);
  if (worked && state_ != SessionState::running && !commands.empty()) next = 0;
  if (next >= forever) return Clock::time_point::max();
  return born_ + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(next));
}

Experiment::Clock::time_point Experiment::turn_inside(const RuntimeInfo& runtime) {
  inside_ = true;
  const Clock::time_point next = turn(runtime);
  inside_ = false;
  const bool waits = waits_for_set_up() || (state_ == SessionState::running && waits_for_first_measurement());
  // it is asked again soon, and is not asked all the time for what it does not do here
  return waits ? Clock::now() + std::chrono::milliseconds(20) : next;
}

void Experiment::fail_all(const std::string& sentence) {
  std::pair<CommandNumber, Command> c;
  while (commands.pop(c)) last_command_ = c.first;
  state_ = SessionState::failed;
  say(sentence, last_command_);
  publish();
}

void Experiment::end() {
  stop_recording_quietly();
  simulation_.reset();
}

// --- commands --------------------------------------------------------------------------------------------------

void Experiment::apply_waiting() {
  if (stepping_ != 0) {
    // Its first step is always taken; the others end for these, and everything else waits for them.
    if (!commands.holds<Pause, LoadState, LoadScenario>() && !interruption.is_cancelled(stepping_)) return;
    finish(SessionState::paused);
  }
  std::pair<CommandNumber, Command> c;
  bool any = false;
  while (stepping_ == 0 && !interruption.is_ended() && !(inside_ && waits_for_set_up()) && commands.pop(c)) {
    any = true;
    current_command_ = c.first;
    if (std::erase(dropped_, c.first) > 0) {
      last_command_ = c.first;
      continue;
    }
    try {
      if (interruption.is_cancelled(c.first)) throw Stopped("Cancelled before it began.");
      interruption.work_on(c.first);
      std::visit([this](const auto& command) { apply(command); }, c.second);
    } catch (const Stopped& e) {
      say(e, current_command_);
      if (std::holds_alternative<LoadScenario>(c.second) || std::holds_alternative<LoadState>(c.second))
        for (const CommandNumber n : commands.steps_before<LoadScenario, LoadState>()) dropped_.push_back(n);
    } catch (const std::exception& e) {
      say(e, current_command_);
    }
    interruption.work_on(0);
    interruption.forget(c.first);
    gives_way_ = sets_up_ = false;
    if (stepping_ != current_command_) last_command_ = current_command_;
  }
  if (any) publish();
}

std::unique_ptr<Simulation> Experiment::make_simulation(const Scenario& scenario) {
  gives_way_ = sets_up_ = true;
  told_at_ = -task_every;
  tell("setting up the scenario", 0);
  told_at_ = now() - task_every;
  return std::make_unique<Simulation>(
      scenario, make_, [this](const std::string& doing, double done) { tell("placing the bodies: " + doing, done); });
}

Simulation& Experiment::loaded() {
  if (!simulation_) throw Error("there is no scenario yet; load one first");
  return *simulation_;
}

void Experiment::start(std::unique_ptr<Simulation> simulation) {
  stop_recording_quietly();
  simulation_ = std::move(simulation);
  run_ = current_command_;
  state_ = SessionState::paused;
  until_.reset();
  last_step_.reset();
  for (FieldJob& f : fields_) f.newest.reset();
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

void Experiment::apply(const Run& c) {
  Simulation& sim = loaded();
  if (state_ == SessionState::failed) throw Error("the run has failed; reset it or load a scenario");
  const RunOptions& own = sim.scenario().run;
  scenario_limits_ = !c.until && !c.steps && !c.endless;
  until_ = c.until;
  last_step_.reset();
  const bool past_its_end = own.until && reached(*own.until);
  sim.go_on();
  if (c.steps) last_step_ = sim.state().step + *c.steps;
  if (scenario_limits_) {
    // Past its own end a scenario simply goes on.
    if (own.until && !past_its_end) until_ = own.until;
    if (own.steps && sim.state().step < *own.steps) last_step_ = own.steps;
  }
  state_ = SessionState::running;
  next_step_at_ = now();
  check_targets();
}

void Experiment::apply(const Pause&) {
  if (state_ == SessionState::running) finish(SessionState::paused);
}

void Experiment::apply(const StepOnce& c) {
  Simulation& sim = loaded();
  if (state_ == SessionState::failed) throw Error("the run has failed; reset it or load a scenario");
  if (c.steps <= 0) return;
  until_.reset();
  scenario_limits_ = false;
  sim.go_on();
  last_step_ = sim.state().step + c.steps;
  stepping_ = current_command_;
  state_ = SessionState::running;
  next_step_at_ = now();
}

void Experiment::apply(const SetOption& c) {
  Simulation& sim = loaded();
  const std::string old = find_option(c.key) ? option_value(sim.scenario(), c.key) : std::string();
  const Before before = before_event();
  sim.set_option(c.key, c.value);
  after_event(before, {sim.state().step, sim.state().time, c.key, old, c.value, c.by, c.drag});
}

void Experiment::apply(const StartRecording& c) {
  Simulation& sim = loaded();
  if (writer_) throw Error("'" + writer_->file().string() + "' is being recorded already; stop that first");
  refuse_same_file(c.file, sim.scenario().position_files);
  sim.stay();  // frame 0 is what is seen, and the steps that follow begin there
  measure_first();
  simulation_->begin_interval();
  const Snapshot first = frame();
  interruption.check();  // the last chance to leave no file
  writer_ = std::make_unique<TrajectoryWriter>(c.file, c.overwrite, first, runtime_, simulation_->running(true));
  for (const Event& e : changes_at_start_) writer_->event(e);
  write_moment();
  RunOptions options = sim.scenario().run;
  if (sim.scenario().solver.deterministic) options.output_seconds = 0;  // frames by the clock differ from run to run
  frames_.emplace(options, sim.state().step, sim.state().time, now());
  frame_step_ = sim.state().step;
  write_per_step_ = 0;
  recording_command_ = current_command_;
}

void Experiment::apply(const StopRecording&) {
  stop_recording();
}

void Experiment::apply(const RequestAngularVelocities& c) {
  turning_requested_ = c.wanted;
  next_turning_at_ = now();
}

void Experiment::apply(const SetSpeed& c) {
  steps_per_second_ = std::max(0.0, c.steps_per_second);
  time_per_second_ = std::max(0.0, c.time_per_second);
  next_step_at_ = now();
}

void Experiment::apply(const SetErrorBudget& c) {
  measurements_per_second_ = std::max(0.0, c.measurements_per_second);
  measures_first_ = c.first;
}

/// What it ends has ended, or was not begun: Session::post has told it.
void Experiment::apply(const Cancel&) {}

void Experiment::apply(const TimeSums&) {
  loaded().time_sums();
  measure_first();  // which the first step would begin with
}

void Experiment::apply(const Reverse& c) {
  Simulation& sim = loaded();
  const Before before = before_event();
  sim.reverse();
  after_event(before, {sim.state().step, sim.state().time, reverse_key, "", "every force and flow turned round", c.by});
}

void Experiment::say(const std::exception& e, CommandNumber command) {
  if (dynamic_cast<const std::bad_alloc*>(&e)) return say(memory_exhausted, command, 3);
  const auto* error = dynamic_cast<const Error*>(&e);
  say(e.what(), command, error ? error->exit_code() : 1);
}

void Experiment::say(const std::string& sentence, CommandNumber command, int exit_code) {
  message_ = sentence;
  message_command_ = command;
  message_exit_code_ = exit_code;
  news_ = true;
}

// --- running ---------------------------------------------------------------------------------------------------

void Experiment::take_step() {
  const double start = now(), time_before = simulation_->state().time;
  const long step_before = simulation_->state().step;
  const bool reversed_before = simulation_->reversed_by_plan();
  try {
    measure_first();
    const Interruption::Whole whole(interruption, writer_ ? Interruption::always : Interruption::step);
    if (until_)
      simulation_->step_until(*until_);
    else
      simulation_->step();
  } catch (const Stopped&) {
    return;  // everything ends
  } catch (const std::exception& e) {
    say(e, 0);
    finish(SessionState::failed);
    return;
  }
  if (!reversed_before && simulation_->reversed_by_plan()) note_planned_reversal(step_before, time_before);
  measure_by_count();
  sample();
  fields_are_old();
  news_ = true;
  record_if_due();
  smooth_step_time(now() - start);
  double pause = steps_per_second_ > 0 ? 1 / steps_per_second_ : 0;
  if (time_per_second_ > 0) pause = std::max(pause, (simulation_->state().time - time_before) / time_per_second_);
  next_step_at_ = pause > 0 ? std::max(start + pause, now()) : 0;
  if (moments_per_second_ > 0 && now() >= next_moment_at_) keep_moment();
  if (state_ == SessionState::running) check_targets();
}

void Experiment::step_once() {
  take_step();
  // Between steps that leave no time, errors and fields would never come.
  if (state_ == SessionState::running && now() >= next_step_at_) background();
}

bool Experiment::reached(double time) const {
  const double step = std::min(time, simulation_->scenario().integrator.time_step);
  return simulation_->state().time >= time - time_rounding(time, step);
}

void Experiment::check_targets() {
  const BodyState& s = simulation_->state();
  const bool by_time = until_ && reached(*until_);
  const bool by_steps = last_step_ && s.step >= *last_step_;
  if (by_time) simulation_->stop_at(*until_);
  if (by_time || by_steps) finish(scenario_limits_ ? SessionState::finished : SessionState::paused);
}

/// The run ends here, in whatever state.
void Experiment::finish(SessionState state) {
  state_ = state;
  keep_moment();
  next_step_at_ = 0;
  next_measurement_at_ = now();  // nothing is held up by it any more
  if (stepping_ != 0) last_command_ = std::max(last_command_, std::exchange(stepping_, 0));
  news_ = true;
}

Snapshot Experiment::frame() {
  if (simulation_->scenario().run.output_angular_velocity) simulation_->find_angular_velocities();
  Snapshot s;
  simulation_->fill(s);
  simulation_->fill_interval(s);
  s.parents = parents_;
  s.stage_times["write"] = write_per_step_;
  return s;
}

void Experiment::record_if_due() {
  if (!writer_ || simulation_->is_beside_the_run()) return;  // the end gets its frame when the recording ends
  const BodyState& b = simulation_->state();
  if (!frames_->due(b.step, b.time, now())) return;
  const Interruption::Whole whole(interruption);
  try {
    const double start = now();
    Snapshot s = frame();
    // a step may reach the end but for rounding; the run's own time stays as it is (Simulation::stop_at)
    if (until_ && is_same_time(s.time, *until_, simulation_->scenario().integrator.time_step)) s.time = *until_;
    writer_->write(s, simulation_->running());
    frames_->taken(b.step, b.time, now());
    const OutputMoments wanted = simulation_->scenario().run.output_moments;
    if (wanted == OutputMoments::all || (wanted == OutputMoments::some && writer_->has_room_for_moment()))
      write_moment();
    simulation_->begin_interval();
    const double seconds = now() - start;
    written_seconds_ += seconds;
    write_per_step_ = seconds / static_cast<double>(std::max(1L, b.step - std::exchange(frame_step_, b.step)));
  } catch (const std::exception& e) {
    stop_broken_recording(e);
  }
}

void Experiment::stop_broken_recording(const std::exception& e) {
  writer_.reset();
  say(std::string("Recording stopped; the frames so far are safe: ") + e.what(), recording_command_);
  finish(SessionState::paused);
}

void Experiment::write_moment() {
  State state = simulation_->checkpoint_here();
  put_made(state, runtime_);
  writer_->moment(state);
}

/// A frame is written before its errors are measured.
void Experiment::record_errors() {
  if (!writer_ || !frames_->holds(simulation_->state().step)) return;
  Snapshot s;
  simulation_->fill(s);
  writer_->last_errors(s);
}

/// Throws when the last frame cannot be written; the recording has ended all the same.
void Experiment::stop_recording() {
  if (!writer_) return;
  const Interruption::Whole whole(interruption);
  const std::unique_ptr<TrajectoryWriter> writer = std::move(writer_);
  frames_recorded_ = writer->frames();
  if (!simulation_) return;
  // The state that the run ended with is worth a frame, however the frames fell.
  if (!frames_->holds(simulation_->state().step)) {
    writer->write(frame(), simulation_->running());
    frames_recorded_ = writer->frames();
  }
  State end = simulation_->checkpoint();
  put_made(end, runtime_);
  if (simulation_->is_beside_the_run() || writer->last_moment() != simulation_->state().step ||
      !writer->moment_knows_all_events())
    writer->moment(end);
  writer->checkpoint(end);
  Snapshot last;
  simulation_->fill(last);
  writer->model_error(last);
}

void Experiment::stop_recording_quietly() {
  try {
    stop_recording();
  } catch (const std::exception& e) {
    say(e, 0);
  }
}

void Experiment::publish() {
  auto s = std::make_shared<Snapshot>();
  if (simulation_) {
    // a window has them in the series; the end of a run without one is looked at once
    simulation_->fill(*s, !series_request_.wanted && state_ != SessionState::running);
    s->stage_times["write"] = writer_ ? write_per_step_ : 0;
    s->wall_seconds += written_seconds_;
  }
  s->state = state_;
  s->run = run_;
  s->scenario_generation = generation_;
  s->seconds_per_step = seconds_per_step_;
  for (const FieldJob& f : fields_)
    if (f.newest) s->fields.push_back(f.newest);
  if (writer_) s->recording = writer_->file();
  s->from_last_frame = from_last_frame_;
  s->bits_may_differ = bits_may_differ_;
  s->replaced = replaced_;
  s->events = events_;
  s->measurement_seconds = measurement_seconds_;
  s->frames_recorded = writer_ ? writer_->frames() : frames_recorded_;
  s->last_command = last_command_;
  s->task = task_;
  s->task_done = task_done_;
  s->task_command = task_command_;
  s->message = message_;
  s->message_command = message_command_;
  s->message_exit_code = message_exit_code_;
  news_ = false;
  published_at_ = now();
  if (series_request_.wanted && (state_ != SessionState::running || now() - series_published_at_ >= series_every)) {
    series.publish(simulation_ ? series_.publish() : nullptr);
    series_published_at_ = now();
  }
  snapshots.publish(std::move(s));
}

}  // namespace slurry
