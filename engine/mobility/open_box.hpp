// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>

#include "slurry/domain.hpp"
#include "slurry/options.hpp"

// The box of an Ewald sum over bodies with free directions.
namespace slurry {

/// Makes a box that holds all bodies (N,3) and points (M,3) [length] in the free directions of `domain`. The free sides
/// come in classes of a quarter, so that a plan lasts. No side is shorter than a quarter of the longest side (or of the
/// period).
Box box_around(const Domain& domain, double largest_radius, std::span<const double> positions,
               std::span<const double> points);

/// Whether a sum planned for the box `planned` also serves `box`. It must hold the box and must not be mostly empty.
bool still_fits(const Box& planned, const Box& box);

}  // namespace slurry
