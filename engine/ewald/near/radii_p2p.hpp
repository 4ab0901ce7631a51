// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/sphere_radii.hpp"
#include "ewald/near/p2p.hpp"
#include "geometry/sorted_points.hpp"
#include "kernels/radii_pair.hpp"

namespace slurry {

/// Length of a row of PackedSources for spheres: x, y, z, f, radius.
inline constexpr int packed_sphere = 7;

/// Near field of spheres of any radii at targets of any radii (0: a point), overwritten. Rows are in the original
/// order, and self terms are included. target_radii (M): radii in the order of the sorted targets. The arithmetic is in
/// double.
template <class Space>
void p2p_radii(const Space& space, const SortedPoints<Space>& targets, const TargetGroups<Space>& groups,
               const SphereRadii<Space>& target_radii, const SortedPoints<Space>& sources,
               const PackedSources<Space>& packed, const RadiiPair& pair, const Vectors<Space>& u);

/// Near field of spheres with one thread per target and scalar arithmetic. Devices use this form, and the other form is
/// checked against it.
template <class Space>
void p2p_radii_per_target(const Space& space, const SortedPoints<Space>& targets,
                          const SphereRadii<Space>& target_radii, const SortedPoints<Space>& sources,
                          const PackedSources<Space>& packed, const RadiiPair& pair, const Vectors<Space>& u);

}  // namespace slurry
