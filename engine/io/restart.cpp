// SPDX-License-Identifier: BSD-3-Clause
#include "io/restart.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "io/file_warnings.hpp"
#include "io/hdf5_file.hpp"
#include "io/moment_columns.hpp"
#include "io/old_checkpoint.hpp"
#include "io/running_columns.hpp"
#include "io/trajectory_layout.hpp"
#include "mobility/velocity_norms.hpp"
#include "quantities/rows.hpp"
#include "scenario/law_of_motion.hpp"
#include "slurry/error.hpp"
#include "slurry/file_frame.hpp"
#include "slurry/option_table.hpp"
#include "slurry/trajectory.hpp"

namespace slurry {

namespace {

/// Whether a checkpoint is whole and belongs to the last frame, which may be beside the run (Simulation::step_until).
bool is_of(const State& checkpoint, const Snapshot& last) {
  if (!checkpoint.has("state/positions")) return false;
  const double step = checkpoint.number("state/step", -1);
  return checkpoint.number("end/step", step) == static_cast<double>(last.step);
}

State read_checkpoint(const Hdf5Reader& file, const Scenario& scenario) {
  const auto name_of = [](std::string flat) {
    std::replace(flat.begin(), flat.end(), '.', '/');
    return flat;
  };
  State checkpoint;
  if (const std::string group = layout::checkpoint; file.has(group))
    for (const std::string& flat : file.members(group))
      checkpoint.put(name_of(flat), file.read(group + "/" + flat).values);
  if (const std::string group = layout::checkpoint_words; file.has(group))
    for (const std::string& flat : file.members(group))
      checkpoint.put_word(name_of(flat), file.read_one_text(group + "/" + flat));
  upgrade_checkpoint(checkpoint, scenario);
  return checkpoint;
}

/// State that a frame alone gives: bodies, and the totals of the run.
State state_of(const Snapshot& frame, const Hdf5Reader& file) {
  State s = read_running(file, frame.step);
  const bool known = !totals_began_anew(file);
  for (const Quantity& q : *frame.values.table())
    if (known && q.make_meter && q.length == 1 && !s.has(running_value(q)) &&
        std::isfinite(frame.values.number(q.name)))
      s.put(running_value(q), frame.values.number(q.name));
  const auto spread = [&s](const std::string& list, std::initializer_list<const char*> names) {
    const SharedList<double> numbers = s.list(list);
    std::size_t i = 0;
    for (const char* name : names)
      if (numbers.size() == names.size()) s.put(name, numbers[i++]);
    s.remove(list);
  };
  spread("law/state", {"law/sense", "law/reversed_by_plan", "law/phase"});
  spread("effort/wall_and_halvings", {"effort/wall_seconds", "effort/halvings"});
  s.put("state/positions", frame.positions);
  s.put("state/images", frame.images);
  if (!frame.directors.empty()) s.put("state/directors", frame.directors);
  s.put("state/time", frame.time);
  s.put("state/step", static_cast<double>(frame.step));
  if (std::isfinite(frame.time_step)) s.put("last_step/time_step", frame.time_step);
  // the file has it relative to S, the integrator relative to the rms velocity with that of the ends of rods; earlier
  // files have no S
  const ErrorReport& e = frame.errors;
  double lever = 0;
  for (const BodyGroup& g : frame.scenario->bodies) lever = std::max(lever, g.reach() - g.radius);
  const double rms_of_ends = std::hypot(rms(frame.velocities), lever * rms(frame.rates));
  const double to_integrator = e.scale > 0 && rms_of_ends > 0 ? e.scale / rms_of_ends : 1;
  if (std::isfinite(e.time_step.measured)) s.put("last_step/local_error", e.time_step.measured * to_integrator);
  if (std::isfinite(e.time_step.asked))
    s.put("last_step/reference",
          std::max(1.0, e.time_step.asked * to_integrator / frame.scenario->integrator.tolerance));
  return s;
}

/// The way out of a run that turns round, or that the continued run may turn round, is in the frames: places and
/// velocities, at fewer steps than the run saw.
void add_way_out(State& s, const Trajectory& trajectory, std::size_t last) {
  constexpr std::size_t most_numbers = std::size_t{4} << 20;
  const std::string part = "quantity/reversal_error/";
  std::vector<double> where = s.list(part + "where"), times = s.list(part + "times"), states = s.list(part + "states");
  const bool known = where.size() == 6;
  // a run that was to turn round says how far it is on its way; any other has come the way that its frames show
  if (!known && s.number("law/sense") < 0) return;  // by hand, at a time that the file does not know
  if (!known) where = {0, 1, 0, 0, 0, trajectory.frame(last)->time};
  const bool back = where[3] != 0;
  const double turned = where[4];
  long step = -1;
  for (std::size_t i = 0; i <= last; ++i) {
    const auto f = trajectory.frame(i);
    if (back && f->time > turned) break;
    const Step now = step_of(*f);
    const std::vector<double>& x = quantity::places(now);
    if (states.size() + 2 * x.size() > most_numbers) break;
    if (step >= 0 && f->step != step + 1) where[1] = std::max(where[1], 2.0);  // not every step is there
    step = f->step;
    if (!times.empty() && f->time <= times.back()) continue;
    times.push_back(f->time);
    states.insert(states.end(), x.begin(), x.end());
    states.insert(states.end(), f->velocities.begin(), f->velocities.end());
    where[0] = 2 * static_cast<double>(x.size());
  }
  where[2] = 0;
  s.put(part + "where", where);
  s.put(part + "times", times);
  s.put(part + "states", states);
}

/// Where earlier builds were: their attributes of the whole file.
void add_made(State& s, const Hdf5Reader& file) {
  if (s.has("made/threads")) return;
  const std::string parameters = "parameters";
  for (const char* name : {"threads", "git_hash", "build"})
    if (!file.has_attribute(parameters, name)) return;
  s.put("made/threads", file.read_number(parameters, "threads"));
  s.put_word("made/build", file.read_text(parameters, "git_hash") + ", " + file.read_text(parameters, "build"));
}

/// A file does not say how often a run of an early version was turned round by hand.
void add_sense(State& s, const std::vector<Event>& events, long step) {
  if (s.has("law/sense")) return;
  double sense = 1;
  for (const Event& e : events)
    if (e.key == reverse_key && e.step < step) sense = -sense;
  s.put("law/sense", sense);
}

/// The scenario after the first so many events.
std::shared_ptr<const Scenario> scenario_after(const Trajectory& trajectory, const std::vector<Event>& events,
                                               std::size_t known) {
  auto scenario = std::make_shared<Scenario>(trajectory.scenario());
  for (std::size_t i = 0; i < std::min(known, events.size()); ++i)
    // what a resumed run began with is in its scenario already
    if (const Option* option = find_option(events[i].key); option && option->change != Change::bodies)
      set_option(*scenario, events[i].key + "=" + events[i].value);
  return scenario;
}

Moment moment_of(State state, std::shared_ptr<const Scenario> scenario, const std::vector<Event>& events,
                 std::size_t known, const Trajectory& trajectory) {
  Moment m;
  m.step = static_cast<long>(state.number("state/step"));
  m.time = state.number("state/time");
  m.scenario = std::move(scenario);
  m.state = std::make_shared<const State>(std::move(state));
  m.events = std::make_shared<const std::vector<Event>>(
      events.begin(), events.begin() + static_cast<std::ptrdiff_t>(std::min(known, events.size())));
  m.parents = trajectory.frame(0)->parents;
  return m;
}

}  // namespace

RestartPoint read_restart(const std::filesystem::path& path, std::optional<long> frame) {
  const Trajectory trajectory(path);
  const std::size_t index = chosen_frame(path, frame, trajectory.frames());
  const auto chosen = trajectory.frame(index);
  const bool last = index + 1 == trajectory.frames();
  const std::vector<Event> events = trajectory.events();
  const auto before = static_cast<std::size_t>(
      std::count_if(events.begin(), events.end(), [&](const Event& e) { return e.step < chosen->step; }));
  RestartPoint point;
  point.parent = {path, static_cast<std::int64_t>(index), frame_hash(*chosen), chosen->step, chosen->time};
  const auto lock = lock_hdf5();
  const Hdf5Reader file(path);

  const std::vector<StoredMoment> stored = stored_moments(file);
  const auto found = std::find_if(stored.rbegin(), stored.rend(), [&](const StoredMoment& m) {
    return last || (m.step <= chosen->step && m.events <= before);
  });
  State checkpoint;
  std::size_t known = events.size();
  if (last) checkpoint = read_checkpoint(file, trajectory.scenario_at_end());
  point.ended_cleanly = last && is_of(checkpoint, *chosen);
  if (found != stored.rend()) {
    known = found->events;
    checkpoint = read_moment(file, *found);
  } else if (!point.ended_cleanly) {
    checkpoint = {};
  }
  if (!checkpoint.empty()) {
    add_made(checkpoint, file);
    const auto end = static_cast<long>(checkpoint.number("end/step", checkpoint.number("state/step")));
    const auto scenario = scenario_after(trajectory, events, known);
    if (found != stored.rend()) checkpoint.put_word("law/text", law_of_motion(*scenario));  // it does not stand there
    point.moment = moment_of(std::move(checkpoint), scenario, events, known, trajectory);
    if (end < chosen->step) point.at_step = chosen->step;
    for (std::size_t i = known; i < events.size(); ++i)
      if (point.at_step && events[i].step < chosen->step)
        point.on_the_way.push_back(events[i]);
      else if (last)
        point.there.push_back(events[i]);
  } else if (last) {
    point.there.assign(events.begin() + static_cast<std::ptrdiff_t>(before), events.end());
  }

  State alone = state_of(*chosen, file);
  add_sense(alone, events, chosen->step);
  add_way_out(alone, trajectory, index);
  alone.put_word("law/text", law_of_motion(*chosen->scenario));
  point.frame = moment_of(std::move(alone), chosen->scenario, events, before, trajectory);
  point.frame.whole = false;
  return point;
}

RunEnd end_to_go_on_from(const std::filesystem::path& path, std::optional<long> frame) {
  const Trajectory trajectory(path);
  const std::size_t index = chosen_frame(path, frame, trajectory.frames());
  const auto chosen = trajectory.frame(index);
  const RestartPoint point = read_restart(path, frame);
  RunEnd end;
  end.scenario = index + 1 == trajectory.frames() ? trajectory.scenario_at_end() : *chosen->scenario;
  end.time = chosen->time;
  end.frame_step = chosen->step;
  end.step = point.moment && !point.at_step ? point.moment->step : chosen->step;
  end.whole = point.moment.has_value();
  end.whole_at = point.moment ? point.moment->step : 0;
  end.ended_cleanly = point.ended_cleanly;
  return end;
}

}  // namespace slurry
