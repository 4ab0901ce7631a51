// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "io/hdf5_file.hpp"
#include "slurry/quantity.hpp"
#include "slurry/scenario.hpp"
#include "slurry/series_mean.hpp"
#include "slurry/trajectory.hpp"

namespace slurry {

inline constexpr std::size_t fewest_frames_of_mean = 3;  // below them there is nothing to average

/// What a mean over time of a recorded run may count.
struct MeanRules {
  std::size_t frames = 0;        ///< number of frames of the run
  std::optional<double> after;   ///< only values later than this time count: a change of the motion
  double rounding = 0;           ///< largest difference of two times that count as equal
  std::optional<double> period;  ///< period of the drive; each value is then the mean over one whole period
  std::vector<std::string> why;  ///< a sentence for the reader on each of these two rules
};

/// Rules for a run. A frame shows the velocities before the changes that were made at its time. After a reversal, or
/// after a change of an option that is not only numerics (Option::numerics), the bodies move otherwise, so no earlier
/// value belongs to the same steady state. A drive with a period has a steady mean over whole periods only.
MeanRules mean_rules(const Trajectory& run);

/// Mean over time of a quantity. Empty if the file does not have it at enough frames, or if it is constant.
///
/// A quantity may be a mean over the bodies of a function of their velocities (Quantity::mean_of_velocity). The way
/// that a body went in each half of the time of the mean then gives two mean velocities of this body, and so two
/// values. If the bodies are independent, the sum over the bodies of (difference of the two)^2/4, over the square of
/// their number, is the variance of the mean. The error is never below its root. It sees motions that last a part of
/// the run, such as places in a pipe that the bodies keep for long, which are hard to see in the series. Velocities
/// that a body keeps for the whole run cancel, so sizes may differ. Nothing of this is done for a drive with a period.
std::optional<SeriesMean> mean_of_quantity(const Hdf5Reader& file, const Trajectory& run, const Quantity& quantity,
                                           const MeanRules& rules);

}  // namespace slurry
