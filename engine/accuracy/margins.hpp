// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include "slurry/options.hpp"

// These margins hold for the sums of every engine. Each says where it comes from. Margins of one engine are in its
// folder.
namespace slurry {

/// The rms over few targets scatters about the one that is predicted, and no average takes it back: so much tighter
/// (one sphere in a cube at random places reached up to 3.9 times asked without it).
double few_targets(std::size_t targets);

/// Relative rounding error of a whole sum (theory/error-control.md).
double rounding_floor(Layer layer, Precision precision);

/// How much tighter a second opinion is than the sum that it judges: its own error is then lost in the measured one.
inline constexpr double second_opinion_factor = 30;

}  // namespace slurry
