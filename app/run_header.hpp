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

/// The time that a run is expected to take, and the numbers from which it is computed; NaN: not known.
struct RunForecastFigures {
  double steps = 0;            ///< steps of the length that the scenario asks for
  double solves = 0;           ///< in each step
  int sums = 1;                ///< in each solve, as the first one took
  double seconds_per_sum = 0;  ///< timed at the start
  double own_seconds = 0;      ///< seconds of a solve without its sums, as in the first solve
  double frames = 0;           ///< recorded after the first
  double measurements = 0;     ///< measurements of errors, from now on
  double seconds = 0;          ///< seconds of wall time
  bool timed = false;          ///< the sums were timed; else a solve is taken to be as long as the first one
};

/// Whether a run is long enough for its sums to be timed at the start (TimeSums).
bool is_worth_timing(const Snapshot& start);

/// seconds = steps (solves (sums * seconds_per_sum + own_seconds) + step) + frames * frame + measurements *
/// measurement: step and frame by the rates of this machine and the number of bodies, a measurement as long as the
/// first one.
RunForecastFigures forecast_figures(const Snapshot& start, const RunRates& rates);

/// Lines for a log before the first step: version, host, scenario, sums, file, and a forecast of time, memory and disk.
/// given: keys that were set; those that are not used are named.  changes: what differs from the recorded run that is
/// continued; empty: nothing, or there is none.
std::string run_header(const Snapshot& start, const RuntimeInfo& runtime, const std::string& output,
                       const std::set<std::string, std::less<>>& given, const RunForecastFigures& figures,
                       const std::vector<OptionDifference>& changes = {});

/// Units of velocities and of times in the words of header and summary: U0 and a/U0 where the first bodies have a
/// weight that makes U0, else a/tau and tau.
std::string velocity_unit(const Scenario& s);
std::string time_unit(const Scenario& s);

/// The model of the bodies, and a line for each sentence on what it leaves out.
std::string model_lines(const ModelStatement& statement);

/// A line of a log: a name and what it is.
std::string header_line(const std::string& name, const std::string& value);

/// Forecast for the rest of a run, better than that of the header, once the first seconds have shown how fast the run
/// is.
class RunForecast {
 public:
  /// The snapshot that the run starts from; a scenario without an end has no forecast.
  explicit RunForecast(const Snapshot& start);
  /// One line, once, after two seconds and three steps of the run that come after the first measurement of errors;
  /// empty before, and ever after.
  std::string line(const Snapshot& now, double seconds_since_start);

 private:
  long first_step_;
  double first_done_, first_seconds_ = 0;
  bool measured_;  ///< the errors, for the first time
  bool said_ = false;
};

}  // namespace slurry::app
