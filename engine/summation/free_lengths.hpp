// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "slurry/options.hpp"
#include "summation/survey.hpp"

// Lengths of a box along its free directions that follow from its points.
namespace slurry {

/// The box whose free lengths are the extent of sources and targets; infinite if a coordinate is not finite.
Box extent_of_points(const Box& given, const Survey& points);

/// The box with free lengths sqrt(6 <(x - y)_d^2>), a mean over pairs of a target x and a source y. Points that fill
/// this box evenly have the same mean distances. One point far from all others hardly changes it.
Box spread_of_points(const Box& given, const Survey& points);

}  // namespace slurry
