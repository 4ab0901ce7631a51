// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>

#include "slurry/options.hpp"
#include "summation/summation.hpp"

// The sums of all pairs behind the one interface.  Space is an execution space.
namespace slurry {

/// All pairs in free space: every layer, gradients and pressures, charges; points without a size.
template <class Space>
std::unique_ptr<Summation<Space>> make_sum_of_all_pairs(const Space& space);
/// All pairs, and their images in one periodic direction: velocities of the single layer, of spheres or points.
template <class Space>
std::unique_ptr<Summation<Space>> make_sum_of_bodies(const Space& space, const Box& box, double series_tolerance,
                                                     Precision terms);

}  // namespace slurry
