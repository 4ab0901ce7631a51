// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>

#include "mobility/body_sizes.hpp"
#include "summation/plain_sum.hpp"

namespace slurry {

/// Sum of the Rotne-Prager tensors (points: Oseen's) over all pairs and images at targets, G f without 1/(8 pi eta) ->
/// out (M,3).  targets (M,3) with radii of their own (0: the fluid); a target at a body's centre is that body.  Gauge
/// of the sums: theory/conventions-and-gauges.md (C9).  In extended precision (summation/plain_sum.hpp): what a direct
/// sum is measured against, whose loops over lanes and tiles and whose series over images it shares nothing with.
/// Source: theory/rotne-prager.md (R1)-(R3).
void plain_pairs(std::span<const double> positions, std::span<const double> forces, const BodySizes& sizes,
                 std::span<const double> targets, const BodySizes& target_sizes, const plain::Images& images,
                 std::span<double> out);

}  // namespace slurry
