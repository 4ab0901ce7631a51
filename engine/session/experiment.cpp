// SPDX-License-Identifier: BSD-3-Clause
#include "session/experiment.hpp"

#include <algorithm>
#include <new>
#include <utility>
#include <variant>

#include "base/pace.hpp"
#include "base/quick_transforms.hpp"
#include "base/same_time.hpp"
#include "slurry/error.hpp"

namespace slurry {

namespace {

constexpr double planning_seconds = 0.1;  // of one transform, where a person waits
constexpr double series_every = 0.05;     // [s] while running: the series is published
constexpr double forever = 1e30;

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
  if (cells_wanted()) next = std::min(next, cells_.next_at);
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

Simulation& Experiment::loaded() {
  if (!simulation_) throw Error("there is no scenario yet; load one first");
  return *simulation_;
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

/// The end is looked at whether a frame falls on it or not; a window asks for what it shows.
void Experiment::find_what_the_end_shows() {
  if (!simulation_ || series_request_.wanted || !simulation_->scenario().run.output_angular_velocity) return;
  const Interruption::Whole whole(interruption);
  try {
    simulation_->find_angular_velocities();
  } catch (const std::exception& e) {
    say(e, 0);
  }
}

/// The run ends here, in whatever state.
void Experiment::finish(SessionState state) {
  state_ = state;
  if (state != SessionState::failed) find_what_the_end_shows();
  keep_moment();
  next_step_at_ = 0;
  next_measurement_at_ = now();  // nothing is held up by it any more
  if (stepping_ != 0) last_command_ = std::max(last_command_, std::exchange(stepping_, 0));
  news_ = true;
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
  s->cells = cells_.newest;
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
