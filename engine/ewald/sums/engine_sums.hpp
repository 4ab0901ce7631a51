// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>

#include "ewald/sums/nested_ewald.hpp"
#include "summation/summation.hpp"

namespace slurry {

/// Ewald's sums behind the one interface.  Points without a size; gradient, pressure and charges as the parameters
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
}  // namespace slurry
