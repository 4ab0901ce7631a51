// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "slurry/machine_rates.hpp"
#include "slurry/model_error.hpp"
#include "slurry/option_table.hpp"
#include "slurry/runtime.hpp"
#include "slurry/snapshot.hpp"

namespace slurry::app {

/// The time that a run is expected to take, and the numbers from which it is computed. NaN: not known.
struct RunForecastFigures {
  double steps = 0;            ///< number of steps ahead (steps_ahead)
  double solves = 0;           ///< number of solves in each step
  int sums = 1;                ///< number of sums in each solve, as in the first solve
  double seconds_per_sum = 0;  ///< seconds of a sum, timed at the start
  double own_seconds = 0;      ///< seconds of a solve without its sums, as in the first solve
  double frames = 0;           ///< number of frames after the first one
  double measurements = 0;     ///< number of measurements of errors from now on
  double seconds = 0;          ///< wall time of the whole run [s]
};

/// Computes the forecast: seconds = steps (solves (sums * seconds_per_sum + own_seconds) + step) + frames * frame +
/// measurements * measurement. The sums of `start` have been timed (TimeSums). The times of a step and of a frame
/// follow from the rates of this machine and the number of bodies. A measurement takes as long as the first one.
RunForecastFigures forecast_figures(const Snapshot& start, const RunRates& rates);

/// Returns the lines of a log before the first step: version, host, scenario, sums, file, and a forecast of time,
/// memory and disk. given: keys that were set; those that are not used are named. changes: differences from the
/// recorded run that is continued; empty if there are none or no run is continued.
std::string run_header(const Snapshot& start, const RuntimeInfo& runtime, const std::string& output,
                       const std::set<std::string, std::less<>>& given, const RunForecastFigures& figures,
                       const std::vector<OptionDifference>& changes = {});

/// Units of lengths, velocities and times in header and summary. The last two are U0 and a/U0 if the weight of the
/// first bodies defines U0, otherwise a/tau and tau.
std::string length_unit(const Scenario& s);
std::string velocity_unit(const Scenario& s);
std::string time_unit(const Scenario& s);

/// Returns lines that name the model of the bodies, and one line for each sentence on an effect that the model leaves
/// out.
std::string model_lines(const ModelStatement& statement);

/// Returns a line of a log: a name and its value.
std::string header_line(const std::string& name, const std::string& value);

/// Forecast for the rest of a run, made once the first seconds have shown how fast the run is. It is better than the
/// forecast of the header.
class RunForecast {
 public:
  /// start: the snapshot from which the run starts. A scenario without an end has no forecast.
  explicit RunForecast(const Snapshot& start);
  /// Returns the line of the forecast exactly once, after two seconds and three steps of the run. They are counted from
  /// the first measurement of errors, if there is one. All other calls return an empty string.
  std::string line(const Snapshot& now, double seconds_since_start);

 private:
  long first_step_;
  double first_done_, first_seconds_ = 0;
  bool measured_;  ///< the errors have been measured for the first time
  bool said_ = false;
};

}  // namespace slurry::app
