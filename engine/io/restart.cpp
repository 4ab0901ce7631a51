// SPDX-License-Identifier: BSD-3-Clause
#include "io/restart.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <string>
#include <vector>

#include "base/text.hpp"
#include "io/file_warnings.hpp"
#include "io/hdf5_file.hpp"
#include "io/old_checkpoint.hpp"
#include "io/running_columns.hpp"
#include "io/trajectory_layout.hpp"
#include "quantities/rows.hpp"
#include "slurry/error.hpp"
#include "slurry/file_frame.hpp"
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
    const std::vector<double> numbers = s.list(list);
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
  // the file has it relative to S, the integrator relative to the rms velocity; earlier files have no S
  const ErrorReport& e = frame.errors;
  const double to_rms = e.scale > e.rms_velocity && e.rms_velocity > 0 ? e.scale / e.rms_velocity : 1;
  if (std::isfinite(e.time_step.measured)) s.put("last_step/local_error", e.time_step.measured * to_rms);
  return s;
}

/// The way out of a run that turns round is in its frames: places and velocities, at fewer steps than the run saw.
void add_way_out(State& s, const Trajectory& trajectory, std::size_t last) {
  constexpr std::size_t most_numbers = std::size_t{4} << 20;
  const std::string part = "quantity/reversal_error/";
  std::vector<double> where = s.list(part + "where"), times = s.list(part + "times"), states = s.list(part + "states");
  if (where.size() != 6) return;
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

}  // namespace

RestartPoint read_restart(const std::filesystem::path& path, std::optional<long> frame) {
  const Trajectory trajectory(path);
  const std::size_t index = chosen_frame(path, frame, trajectory.frames());
  const auto chosen = trajectory.frame(index);
  const bool last = index + 1 == trajectory.frames();
  RestartPoint point;
  point.scenario = last ? trajectory.scenario_at_end() : *chosen->scenario;
  if (const auto first = trajectory.frame(0); first->step == 0) point.first_directors = first->directors;
  point.parent = {path, static_cast<std::int64_t>(index), frame_hash(*chosen)};
  const auto lock = lock_hdf5();
  const Hdf5Reader file(path);
  if (last) {
    point.checkpoint = read_checkpoint(file, point.scenario);
    point.exact = is_of(point.checkpoint, *chosen);
  }
  if (!point.exact) {
    point.checkpoint = state_of(*chosen, file);
    add_way_out(point.checkpoint, trajectory, index);
  }
  return point;
}

RunEnd end_to_go_on_from(const std::filesystem::path& path, std::optional<long> frame) {
  const Trajectory trajectory(path);
  const auto chosen = trajectory.frame(chosen_frame(path, frame, trajectory.frames()));
  const RestartPoint point = read_restart(path, frame);
  return {point.scenario, chosen->time, chosen->step, static_cast<long>(point.checkpoint.number("state/step"))};
}

}  // namespace slurry
