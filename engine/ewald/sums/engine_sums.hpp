// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>

#include "ewald/sums/nested_ewald.hpp"
#include "summation/summation.hpp"

namespace slurry {

/// Ewald sum of points without a size, through the common interface Summation. Gradient, pressure and charges follow
/// from the parameters. Space is an execution space.
template <class Space>
std::unique_ptr<Summation<Space>> make_grid_sum(const Space& space, const EwaldParameters& parameters,
                                                const EwaldStages& stages);
/// Nested Ewald sum through the common interface. It computes velocities at one set of targets.
template <class Space>
std::unique_ptr<Summation<Space>> make_nested_sum(const Space& space, const NestedParameters& parameters,
                                                  const EwaldStages& stages);
/// Ewald sum of spheres with a radius each, or of points, through the common interface. It computes velocities.
template <class Space>
std::unique_ptr<Summation<Space>> make_sum_of_several_radii(const Space& space, const EwaldParameters& parameters);
}  // namespace slurry
