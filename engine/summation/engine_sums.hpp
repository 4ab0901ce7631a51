// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>

#include "summation/nested_ewald.hpp"
#include "summation/summation.hpp"

namespace slurry {

/// The engines' sums behind the one interface.  Points without a size; gradient, pressure and charges as the parameters
/// say.  Space is an execution space.
template <class Space>
std::unique_ptr<Summation<Space>> make_grid_sum(const Space& space, const EwaldParameters& parameters);
/// Velocities at one set of targets.
template <class Space>
std::unique_ptr<Summation<Space>> make_nested_sum(const Space& space, const NestedParameters& parameters);
/// All pairs: in free space of everything, in one periodic direction of the single layer's velocities.
template <class Space>
std::unique_ptr<Summation<Space>> make_direct_sum(const Space& space, const Box& box);

}  // namespace slurry
