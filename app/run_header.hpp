// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <set>
#include <string>

#include "slurry/runtime.hpp"
#include "slurry/snapshot.hpp"

namespace slurry::app {

/// What is going to be done and by what, before the first step: version, host, scenario, sums, file, and what it will
/// take of time (by the first solve), memory and disk.  Lines for a log.  given: keys that were said, of which it is named
/// which have no meaning.
std::string run_header(const Snapshot& start, const RuntimeInfo& runtime, const std::string& output,
                       const std::set<std::string, std::less<>>& given);

/// A line of a log: a name and what it is.
std::string header_line(const std::string& name, const std::string& value);

/// What the rest of a run will take, better than the header has it, once its first seconds have told how fast it is.
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
