// SPDX-License-Identifier: BSD-3-Clause
#include "slurry/steps_ahead.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/same_time.hpp"
#include "dynamics/drive.hpp"
#include "session/frame_clock.hpp"

namespace slurry {

namespace {

/// The next time after this one at which a step ends by all means, but for the end of the run.
double next_stop(const Scenario& s, double time) {
  const RunOptions& run = s.run;
  double next = switch_after(s.driving, phase_of_drive(s.driving, time));
  if (run.output_interval > 0) next = std::min(next, next_output_time(run.output_interval, time));
  if (run.reverse_at)
    for (const double turn : {*run.reverse_at, 2 * *run.reverse_at})
      if (time < turn - time_rounding(turn, s.integrator.time_step)) next = std::min(next, turn);
  return next;
}

}  // namespace

StepsAhead steps_ahead(const Scenario& s, long step, double begin) {
  constexpr long most_stops = 1'000'000;  // the rest is taken in proportion
  constexpr double none = std::numeric_limits<double>::infinity();
  const RunOptions& run = s.run;
  if (!run.until && !run.steps) return {NAN, NAN};
  const double dt =
      s.integrator.adaptive ? halved_to(s.integrator.time_step, longest_step_of(s.driving)) : s.integrator.time_step;
  const double end = run.until ? *run.until : none;
  const double last = run.steps ? std::max(1.0, static_cast<double>(*run.steps - step)) : none;
  const double before_end = end - time_rounding(run.until ? end : 0, std::min(end, dt));
  const double stride = run.output_interval > 0 ? 0 : static_cast<double>(run.output_stride);
  const auto strides = [&](double steps) { return std::floor((static_cast<double>(step) + steps) / stride); };
  StepsAhead ahead;
  double time = begin, intervals = 0;
  bool at_frame = false;
  for (long stops = 0; ahead.steps < last && (time < before_end || ahead.steps == 0); ++stops) {
    if (stops == most_stops) {
      const double done = std::max(ahead.steps / last, (time - begin) / (end - begin));
      return {ahead.steps / done, (stride > 0 ? strides(ahead.steps) - strides(0) : intervals) / done};
    }
    const double stop = std::min(next_stop(s, time), end);
    const double to_stop = std::max(1.0, std::ceil((stop - time - time_rounding(time, dt)) / dt));
    const double now = std::min(to_stop, last - ahead.steps);
    ahead.steps += now;
    const double after = now == to_stop ? stop : time + now * dt;
    at_frame = run.output_interval > 0 &&
               passed_intervals(run.output_interval, after) > passed_intervals(run.output_interval, time);
    intervals += at_frame;
    time = after;
  }
  if (stride > 0) at_frame = std::fmod(static_cast<double>(step) + ahead.steps, stride) == 0;
  ahead.frames = (stride > 0 ? strides(ahead.steps) - strides(0) : intervals) + (at_frame ? 0 : 1);
  return ahead;
}

}  // namespace slurry
