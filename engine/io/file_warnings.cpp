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

layout::Bodies bodies_of(const Hdf5Reader& file) {
  layout::Bodies bodies(layout::body_groups[0]);
  for (const char* name : layout::body_groups)
    if (file.has(layout::Bodies(name).step)) bodies = layout::Bodies(name);
  return bodies;
}

}  // namespace

bool totals_began_anew(const Hdf5Reader& file) {
  if (file.has(layout::running)) return false;  // by a version that stores totals
  const std::string step = bodies_of(file).step;
  if (!file.has(step) || file.shape(step).empty() || file.shape(step)[0] == 0) return false;
  const auto first_of = [&](const char* name) {
    const std::string dataset = text("{}/{}/value", layout::observables, name);
    if (!file.has(dataset) || file.shape(dataset).empty() || file.shape(dataset)[0] == 0) return std::nan("");
    const std::vector<double> row = file.read_row(dataset, 0);
    return row.size() == 1 ? row[0] : std::nan("");
  };
  return file.read_row(step, 0)[0] > 0 &&
         (first_of("work_of_gravity") == 0 || first_of("average_settling_velocity") == 0);
}

std::vector<std::string> warnings_of(const Hdf5Reader& file) {
  std::vector<std::string> warnings;
  if (file.has(layout::running)) return warnings;  // by a version that stores totals and counts steps
  const layout::Bodies bodies = bodies_of(file);
  const std::size_t frames = file.whole_rows({bodies.step, bodies.time});
  const std::vector<double> steps = file.read_rows(bodies.step, frames).values,
                            times = file.read_rows(bodies.time, frames).values;
  if (frames == 0) return warnings;

  if (totals_began_anew(file))
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
    const double by_step = s.integrator.adaptive ? 0 : off_by(times[i], s.integrator.time_step);
    worst = std::max({worst, by_step, by_interval});
  }
  if (worst > 0)
    warnings.push_back(
        text("An earlier version added up the times of this file, so they contain rounding errors of up to {:.2g}. "
             "Positions "
             "are not affected.",
             worst));
  return warnings;
}

}  // namespace slurry
