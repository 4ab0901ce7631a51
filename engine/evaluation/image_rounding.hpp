// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "slurry/sum.hpp"

namespace slurry {

/// Returns the problem with targets and sources moved onto a source if they are images of it, up to the rounding of
/// their coordinates. Returns nothing if no point lies outside the box, or if there are no such points.
///
/// A point and its image act on each other as a point acts on itself. If a person adds a period of 3 to 0.1, the result
/// is 3.1000000000000001. Without the period this is not 0.1 again, and two points at a distance of 1e-16 would give
/// 1e16. Two coordinates count as equal if they differ by at most four roundings of the larger one, or of the period.
///
/// zero_mode: the gauge of zero face flux counts sources where they are, in whichever period, so they stay there.
std::optional<SumProblem> with_images_in_place(const SumProblem& problem, ZeroMode zero_mode);

}  // namespace slurry
