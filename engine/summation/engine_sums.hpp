// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>

#include "summation/nested_ewald.hpp"
#include "summation/summation.hpp"

namespace slurry {

/// The engines' sums behind the one interface.  Points without a size; gradient, pressure and charges as the parameters
/// say.  Space is an execution space.
template <class Space>
std::unique_ptr<Summation<Space>> make_grid_sum(const Space& space, const EwaldParameters& parameters,
                                                const EwaldStages& stages);
/// Velocities at one set of targets.
template <class Space>
std::unique_ptr<Summation<Space>> make_nested_sum(const Space& space, const NestedParameters& parameters,
                                                  const EwaldStages& stages);
/// Velocities of spheres with a radius each, or of points.
template <class Space>
std::unique_ptr<Summation<Space>> make_sum_of_several_radii(const Space& space, const EwaldParameters& parameters);
/// All pairs in free space: every layer, gradients and pressures, charges; points without a size.
template <class Space>
std::unique_ptr<Summation<Space>> make_sum_of_all_pairs(const Space& space);
/// All pairs, and their images in one periodic direction: velocities of the single layer, of spheres or points.
template <class Space>
std::unique_ptr<Summation<Space>> make_sum_of_bodies(const Space& space, const Box& box, double series_tolerance,
                                                     Precision terms);

}  // namespace slurry
