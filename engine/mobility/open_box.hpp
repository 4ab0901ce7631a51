// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>

#include "slurry/domain.hpp"
#include "slurry/options.hpp"

// The box of an Ewald sum over bodies where directions are free.
namespace slurry {

/// Holds all bodies and points (N,3), (M,3) [length] in the free directions of `domain`; its sides there come in
/// classes of a quarter, so that a plan lasts, and none is shorter than a quarter of the longest (or of the period).
Box box_around(const Domain& domain, double largest_radius, std::span<const double> positions,
               std::span<const double> points);

/// A sum planned for `planned` serves `box`: it holds it, and is not left empty for the most part.
bool still_fits(const Box& planned, const Box& box);

/// How much denser than on average over the box the bodies lie around a body, |force|^2 counted as density: V times the
/// sum over eighths of the longest side, squared density, itself left out; at least 1.  Error estimates are for bodies
/// all over the box; the near field's error grows with the square root of this.
double clumping(const Box& box, std::span<const double> positions, std::span<const double> forces);

}  // namespace slurry
