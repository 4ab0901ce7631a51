// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include "slurry/options.hpp"

// These margins hold for the sums of every engine. Each says where it comes from. Margins of one engine are in its
// folder.
namespace slurry {

/// Factor by which a sum over few targets needs a smaller tolerance. The rms error over few targets scatters about the
/// predicted rms, and no average reduces this scatter. Without the factor, the error of one sphere at random places in
/// a cube reached up to 3.9 times the tolerance.
double few_targets(std::size_t targets);

/// Relative rounding error of a whole sum (theory/error-control.md).
double rounding_floor(Layer layer, Precision precision);

/// A second opinion uses a tolerance smaller by this factor than the sum that it judges. Its own error is then
/// negligible in the measured error.
inline constexpr double second_opinion_factor = 30;

}  // namespace slurry
