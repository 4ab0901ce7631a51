// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "slurry/sum.hpp"

namespace slurry {

/// The problem with targets and sources that are images of a source, up to the rounding of their coordinates, in the
/// place of that source; nothing where no point lies outside the box, or where there are no such points.
///
/// A point and its image act on each other as a point on itself does.  A person who adds a period of 3 to 0.1 has
/// 3.1000000000000001, which is not 0.1 when the period is taken off again, and two points at a distance of 1e-16 would
/// give 1e16.  Two coordinates count as the same where they differ by at most four roundings of the larger one, or of
/// the period.
/// zero_mode: the gauge of zero face flux takes sources where they are, in whichever period, so they stay there.
std::optional<SumProblem> with_images_in_place(const SumProblem& problem, ZeroMode zero_mode);

}  // namespace slurry
