// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <span>

#include "mobility/body_sizes.hpp"

namespace slurry {

/// Sum of the Rotne-Prager tensors (points: Oseen's) over all pairs in free space at some of the bodies, G f without
/// 1/(8 pi eta) -> out (M,3).  One pair after the other in extended precision, by a source of its own: what a direct
/// sum is measured against, whose loops over lanes and tiles it shares nothing with.
/// Source: theory/rotne-prager.md (R1)-(R3).
void plain_pairs(std::span<const double> positions, std::span<const double> forces, const BodySizes& sizes,
                 std::span<const std::size_t> targets, std::span<double> out);

}  // namespace slurry
