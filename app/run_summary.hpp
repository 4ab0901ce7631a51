// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "run_header.hpp"
#include "slurry/expectations.hpp"
#include "slurry/rank_work.hpp"
#include "slurry/series_mean.hpp"
#include "slurry/snapshot.hpp"

namespace slurry::app {

/// The summary that `slurry run` prints at its end.
struct RunSummary {
  Snapshot last;
  double seconds = 0;             ///< wall time of the run
  long first_step = 0;            ///< step at which this run began; not 0 if it continues another run
  double first_wall_seconds = 0;  ///< wall time of the earlier run at that step [s]
  bool interrupted = false;
  std::string file;  ///< recording; empty: none
  long frames = 0;
  /// The mean of the settling velocity over the steady part of the recording, or of the velocity along x where nothing
  /// settles.  It is absent where the quantity was not recorded often enough or did not change.
  std::optional<SeriesMean> mean_over_time;
  RunForecastFigures forecast;  ///< forecast that was made before the first step
  std::string back_end;
  int threads = 1;
  int ranks = 1;  ///< number of processes
  MadeSums sums;  ///< sums that these processes made, if there are several
};
/// Returns one sentence if an oscillating drive passes through zero, and an empty string otherwise. The velocity S is
/// then only rounding error, and errors over S mean nothing.
std::string velocities_vanish(const Snapshot& last);
/// Returns errors_above_asked() of a snapshot. Returns nothing if the velocities vanish, because no advice helps there.
std::vector<std::string> errors_above_asked_in(const Snapshot& last);
/// Name of the quantity of RunSummary::mean_over_time.
std::string_view velocity_of_summary(const Snapshot& last);
std::string summary_text(const RunSummary& s);
/// Returns a text on the meaning of the keys of summary_json(), for the help.
std::string about_summary_json();
std::string summary_json(const RunSummary& s);

}  // namespace slurry::app
