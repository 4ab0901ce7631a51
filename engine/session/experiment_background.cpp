// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <exception>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/process_clock.hpp"
#include "base/text.hpp"
#include "session/experiment.hpp"
#include "slurry/error.hpp"

// Work of an experiment that is not part of its steps: fields, boxes of the sum, angular velocities, measured errors,
// the series.
namespace slurry {

namespace {

/// A measurement was ended for a command.
class PutOff : public Stopped {};

constexpr double field_share = 0.2;        // of the time, at most, where steps leave some
constexpr double turning_share = 0.1;      // of the time, at most: angular velocities
constexpr double measurement_share = 0.1;  // of the time, at most
constexpr double busy_share = 0.1;         // of the time, at most, for all that is wanted, where steps fill it
constexpr double costly_share = 0.01;      // of the time, at most: quantities that may cost more than a step

long points_of(const FieldPlaces& places) {
  if (const auto* plane = std::get_if<FieldPlane>(&places)) {
    const long wide = plane->resolution[0], high = plane->resolution[1];
    return wide < 0 || high < 0 ? -1 : wide * high;
  }
  if (const auto* line = std::get_if<FieldLine>(&places)) return line->count;
  if (const auto* list = std::get_if<FieldList>(&places)) return static_cast<long>(list->points.size() / 3);
  return 0;
}

}  // namespace

Experiment::FieldJob* Experiment::field_wanted() {
  if (!simulation_ || state_ == SessionState::failed) return nullptr;
  FieldJob* first = nullptr;
  for (FieldJob& f : fields_)
    if (!f.fresh && (!first || f.next_at < first->next_at)) first = &f;
  return first;
}

void Experiment::fields_are_old() {
  for (FieldJob& f : fields_) f.fresh = false;
  cells_.fresh = false;
}

bool Experiment::cells_wanted() const {
  return simulation_ && state_ != SessionState::failed && cells_.request.wanted && !cells_.fresh;
}

void Experiment::apply(const RequestCells& c) {
  cells_.request = c;
  cells_.fresh = false;
  cells_.next_at = now();
  if (!c.wanted) cells_.newest.reset();
}

void Experiment::apply(const RequestField& c) {
  constexpr long most = 4000000;
  const long points = points_of(c.places);
  if (points < 0 || points > most)
    throw Error(
        text("a field of {} points is too large; at most {} points are possible, for example a plane of 2000 x 2000",
             points, most));
  std::erase_if(fields_, [&](const FieldJob& f) { return f.request.name == c.name && points == 0; });
  if (points == 0) return;
  auto job = std::find_if(fields_.begin(), fields_.end(), [&](const FieldJob& f) { return f.request.name == c.name; });
  if (job == fields_.end()) job = fields_.insert(job, FieldJob{});
  job->request = c;
  job->fresh = false;
  job->next_at = now();
}

bool Experiment::turning_wanted() const {
  return simulation_ && state_ != SessionState::failed && turning_requested_ &&
         !simulation_->angular_velocities_are_current();
}

/// The newest step, up to this one, from which on a deterministic run measures its errors again, which must not depend
/// on the clock: so seldom that a second solve that takes as long as fifty steps costs 5 %, or 10 % at first.
long Experiment::newest_counted_step(long step) {
  constexpr long between = 1024;
  return step < between ? step / (between / 2) * (between / 2) : step / between * between;
}

bool Experiment::measures_by_count() const {
  return simulation_->scenario().solver.deterministic;
}

bool Experiment::measurement_wanted() const {
  if (!simulation_ || state_ == SessionState::failed || measurements_per_second_ <= 0 || simulation_->measured_here())
    return false;
  if (state_ != SessionState::running) return true;
  if (measures_by_count()) return false;
  // a file has what was measured for its frames alone, so that errors of other steps would be lost to it
  return !writer_ || frames_->holds(simulation_->state().step);
}

/// Steps fill the time: one is due already.
bool Experiment::busy() const {
  return state_ == SessionState::running && now() >= next_step_at_;
}

/// How long a job of this cost lets steps go on.
double Experiment::rest(double cost, double share, bool busy) const {
  const int jobs = static_cast<int>(fields_.size()) + (cells_.request.wanted ? 1 : 0) + (turning_requested_ ? 1 : 0) +
                   (measurements_per_second_ > 0 ? 1 : 0);
  return cost * (1 / (busy ? busy_share / jobs : share) - 1);
}

/// Where the work may end.  A measurement of a window also ends for a command, and begins anew later.
void Experiment::check_pace() const {
  interruption.check();
  if (steps_between_ && !commands.empty()) throw PutOff();
}

/// Between the pieces of a set-up or of a measurement, other experiments work, and so do the steps of a run that is
/// measured: nine times as long as the measurement.
void Experiment::give_way_to_others() {
  if (!gives_way_) return;
  if (let_others_turn) let_others_turn();
  if (!steps_between_) return;
  const double part = now() - part_began_;
  measured_for_ += part;
  const double until = now() + part * (1 / measurement_share - 1);
  steps_between_ = gives_way_ = false;
  while (state_ == SessionState::running && commands.empty() && now() < until && now() >= next_step_at_) {
    take_step();
    if (state_ == SessionState::running && now() >= next_step_at_) background(false);
    if (news_ && now() - published_at_ >= publish_every) publish();
    if (let_others_turn) let_others_turn();
  }
  steps_between_ = gives_way_ = true;
  part_began_ = now();
}

void Experiment::measure() {
  const bool steps_fill_the_time = busy();
  const double start = now();
  const BusyWatch busy_watch;
  double longest = std::numeric_limits<double>::infinity();
  // a window's steps go on meanwhile, and a second solve that takes long is not made
  const bool between = !measures_first_ && !measures_by_count() && !inside_;
  if (between) longest = std::max(20 * seconds_per_step_, 2.0);
  const auto done = [this] { steps_between_ = gives_way_ = false; };
  const bool gave_way = gives_way_;
  steps_between_ = between;
  gives_way_ = true;
  part_began_ = start;
  measured_for_ = 0;
  try {
    // where a deterministic run happens to be stopped, a measurement must not change what follows
    simulation_->measure_errors(!measures_by_count() || !simulation_->measured_ever() || counted_measurement_is_due(),
                                longest);
  } catch (...) {
    done();
    gives_way_ = gave_way;
    throw;
  }
  done();
  gives_way_ = gave_way;
  if (simulation_->measured_here()) record_errors();
  sample();  // which knows the errors now
  const double cost = measured_for_ + now() - part_began_;
  measurement_seconds_ = between ? cost : busy_watch.seconds();
  const double share = state_ == SessionState::running ? measurement_share : 0.5;
  next_measurement_at_ = std::max(start + 1 / measurements_per_second_, now() + rest(cost, share, steps_fill_the_time));
  news_ = true;
}

/// A run, and its file, begin with what the solver's errors are.
void Experiment::measure_first() {
  if (waits_for_first_measurement()) measure_quietly();
}

bool Experiment::waits_for_first_measurement() const {
  return simulation_ && measurements_per_second_ > 0 && (measures_first_ || measures_by_count()) &&
         !simulation_->measured_ever();
}

void Experiment::measure_by_count() {
  if (measurements_per_second_ > 0 && measures_by_count() && counted_measurement_is_due()) measure_quietly();
}

/// Frames alone have measured errors: with a file it is the first frame from a counted step on.
bool Experiment::counted_measurement_is_due() const {
  const BodyState& b = simulation_->state();
  if (simulation_->is_beside_the_run()) return false;
  const bool at_frame = !writer_ || frames_->holds(b.step) || frames_->due(b.step, b.time, now());
  return at_frame && newest_counted_step(b.step) > simulation_->kept_at_step();
}

void Experiment::measure_quietly() {
  try {
    measure();
  } catch (const Stopped&) {
    measurements_per_second_ = 0;
  } catch (const std::exception& e) {
    say(e, 0);
    measurements_per_second_ = 0;
  }
}

// --- series ----------------------------------------------------------------------------------------------------

void Experiment::apply(const RequestSeries& c) {
  const bool begins = c.wanted && !series_request_.wanted;
  series_request_ = c;
  next_costly_at_ = now();
  if (begins)
    begin_series();
  else if (c.wanted)
    sample();
  if (!c.wanted) series.publish(nullptr);
}

/// What the parent's series does not have begins here.
void Experiment::begin_series(const std::shared_ptr<const Series>& of_parent) {
  if (!simulation_ || !series_request_.wanted) return;
  series_.start(simulation_->table(), simulation_->scalar_rows());
  if (of_parent) series_.take_over(*of_parent, simulation_->state().step);
  sample();
}

void Experiment::sample(bool beside) {
  if (!simulation_ || !series_request_.wanted) return;
  const double start = now();
  const bool costly = !series_request_.costly.empty() && start >= next_costly_at_;
  static const std::vector<std::string> none;
  const BodyState& b = simulation_->state();
  series_.add(b.step, b.time, simulation_->scalars(costly ? series_request_.costly : none), beside);
  if (costly) next_costly_at_ = now() + (now() - start) * (1 / costly_share - 1);
}

/// A mean over about ten steps.  The first one plans and measures besides: it stands only until there is another.
void Experiment::smooth_step_time(double seconds) {
  const long others = steps_timed_++;
  const double weight = others < 2 ? 1 : std::max(0.1, 1 / static_cast<double>(others));
  seconds_per_step_ += weight * (seconds - seconds_per_step_);
}

/// At most one job, and only when its share of the time allows it.
bool Experiment::background(bool may_measure) {
  const bool running = state_ == SessionState::running, full = busy();
  try {
    if (FieldJob* job = field_wanted(); job && now() >= job->next_at) {
      const double start = now();
      job->newest = simulation_->field(job->request);
      job->fresh = true;
      const double cost = now() - start;
      const double rate = job->request.largest_rate > 0 ? job->request.largest_rate : 1e9;
      job->next_at = std::max(start + 1 / rate, now() + rest(cost, field_share, full));
      return news_ = true;
    }
    if (cells_wanted() && now() >= cells_.next_at) {
      const double start = now();
      cells_.newest = simulation_->cells(cells_.request.body);
      cells_.fresh = true;
      const double rate = cells_.request.largest_rate > 0 ? cells_.request.largest_rate : 1e9;
      cells_.next_at = std::max(start + 1 / rate, now() + rest(now() - start, field_share, full));
      return news_ = true;
    }
    if (turning_wanted() && now() >= next_turning_at_) {
      const double start = now();
      simulation_->find_angular_velocities();
      next_turning_at_ = now() + rest(now() - start, running ? turning_share : 0.5, full);
      return news_ = true;
    }
    if (may_measure && !inside_ && measurement_wanted() && now() >= next_measurement_at_) {
      measure();
      return true;
    }
  } catch (const PutOff&) {
    next_measurement_at_ = now() + 0.5;
    return true;
  } catch (const Stopped&) {
    measurements_per_second_ = 0;
    return true;
  } catch (const std::exception& e) {
    say(e, 0);
    fields_.clear();
    cells_.request.wanted = false;
    turning_requested_ = false;
    measurements_per_second_ = 0;
    return true;
  }
  return false;
}

}  // namespace slurry
