// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "slurry/stage_times.hpp"

namespace slurry::ui {

/// A part of the time of a step, with a title for the user.
struct TimeShare {
  std::string title;
  std::string help;  ///< names of the solver's stages that belong to it
  double seconds = 0;
  double share = 0;  ///< share of the step; the shares of all parts add up to 1
};

/// Parts of a step in the order of the work. Parts that took no time are left out. Time of the step that no stage
/// covers is in "Other", so that the rows add up. in_all: time of the whole step [s]; 0 if only the stages are known.
std::vector<TimeShare> time_shares(const StageTimes& stages, double in_all);

}  // namespace slurry::ui
