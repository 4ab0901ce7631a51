// SPDX-License-Identifier: BSD-3-Clause
#include "io/file_warnings.hpp"

#include <algorithm>
#include <cmath>

#include "base/same_time.hpp"
#include "base/text.hpp"
#include "io/trajectory_layout.hpp"
#include "slurry/scenario.hpp"

namespace slurry {

namespace {

/// How far a time is from the next multiple; 0 where that is its rounding, or so far that it was never meant to be one.
double off_by(double time, double step) {
  if (!(step > 0)) return 0;
  const double multiple = std::round(time / step) * step, off = std::abs(time - multiple);
  return off > time_rounding(time, 0) && off < 1e-3 * step ? off : 0;
}

}  // namespace

std::vector<std::string> warnings_of(const Hdf5Reader& file) {
  std::vector<std::string> warnings;
  if (file.has(layout::running)) return warnings;  // by a version that stores totals and counts steps
  layout::Bodies bodies(layout::body_groups[0]);
  for (const char* name : layout::body_groups)
    if (file.has(layout::Bodies(name).step)) bodies = layout::Bodies(name);
  const std::vector<double> steps = file.read(bodies.step).values, times = file.read(bodies.time).values;
  const std::size_t frames = std::min(steps.size(), times.size());
  if (frames == 0) return warnings;

  const auto first_of = [&](const char* name) {
    const std::string dataset = text("{}/{}/value", layout::observables, name);
    if (!file.has(dataset) || file.shape(dataset).empty() || file.shape(dataset)[0] == 0) return std::nan("");
    const std::vector<double> row = file.read_row(dataset, 0);
    return row.size() == 1 ? row[0] : std::nan("");
  };
  if (steps[0] > 0 && (first_of("work_of_gravity") == 0 || first_of("average_settling_velocity") == 0))
    warnings.push_back(
        text("An earlier version resumed this run after a kill, and its totals began anew at step {} (time {:.15g}). "
             "average_settling_velocity, work_of_gravity, potential_energy_loss and the smallest gaps do not count the "
             "steps "
             "before; average_settling_velocity is divided by the whole time, so it is too small.",
             steps[0], times[0]));

  const Scenario s = parse_scenario(file.read_texts(layout::scenario_in_force).at(0), "the recorded scenario");
  double worst = 0;
  for (std::size_t i = 0; i < frames; ++i) {
    const double by_interval = s.run.output_interval > 0 ? off_by(times[i], s.run.output_interval) : 0;
    worst = std::max({worst, off_by(times[i], s.integrator.time_step), by_interval});
  }
  if (worst > 0)
    warnings.push_back(text(
        "An earlier version added up the times of this file, so they are up to {:.2g} away from the multiples of the "
        "time step or of the interval of output. Positions are not affected; the time of step n is n times the step "
        "where steps are fixed.",
        worst));
  return warnings;
}

}  // namespace slurry
