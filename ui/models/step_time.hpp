// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "slurry/stage_times.hpp"

namespace slurry::ui {

/// A part of the time of a step, in a person's words.
struct TimeShare {
  std::string title;
  std::string help;  ///< the stages that are in it, by the solver's names
  double seconds = 0;
  double share = 0;  ///< of the step; those of all parts add up to 1
};

/// Parts of a step in the order of the work.  Parts that took no time are absent; what the stages do not say of the
/// time of the whole step is in "Other", so that the rows add up.  in_all [s]: 0 where only the stages are known.
std::vector<TimeShare> time_shares(const StageTimes& stages, double in_all);

}  // namespace slurry::ui
