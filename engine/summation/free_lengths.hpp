// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "slurry/options.hpp"
#include "summation/survey.hpp"

// Lengths of a box along its free directions, as its points take them.
namespace slurry {

/// The box with the free lengths that sources and targets take; infinite where a coordinate is no finite number.
Box extent_of_points(const Box& given, const Survey& points);

/// The box with free lengths of sqrt(6 <(x - y)_d^2>), the mean over pairs of a target x and a source y: those of a box
/// that points fill evenly and whose pairs lie as far apart.  One point far from all others hardly counts.
Box spread_of_points(const Box& given, const Survey& points);

}  // namespace slurry
