// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>

#include "slurry/options.hpp"
#include "summation/summation.hpp"

// The sums of all pairs as implementations of the interface Summation. Space is an execution space.
namespace slurry {

/// Sums all pairs in free space: every layer, gradients, pressures and charges, for points of zero size.
template <class Space>
std::unique_ptr<Summation<Space>> make_sum_of_all_pairs(const Space& space);
/// Sums all pairs and their images in one periodic direction: velocities of the single layer, for spheres or points.
template <class Space>
std::unique_ptr<Summation<Space>> make_sum_of_bodies(const Space& space, const Box& box, double series_tolerance,
                                                     Precision terms);

}  // namespace slurry
