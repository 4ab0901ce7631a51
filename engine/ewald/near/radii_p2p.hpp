// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/sphere_radii.hpp"
#include "ewald/near/p2p.hpp"
#include "geometry/sorted_points.hpp"
#include "kernels/radii_pair.hpp"

namespace slurry {

/// Row of PackedSources for spheres: x, y, z, f, radius.
inline constexpr int packed_sphere = 7;

/// Near field of spheres of any radii on targets of any radii (0: a point), overwritten, rows in the original order;
/// self terms included.  target_radii (M): in the order of the sorted targets.  Arithmetic in double.
template <class Space>
void p2p_radii(const Space& space, const SortedPoints<Space>& targets, const TargetGroups<Space>& groups,
               const SphereRadii<Space>& target_radii, const SortedPoints<Space>& sources,
               const PackedSources<Space>& packed, const RadiiPair& pair, const Vectors<Space>& u);

/// Spheres with one thread per target and scalar arithmetic: the form for devices, and a check of the other.
template <class Space>
void p2p_radii_per_target(const Space& space, const SortedPoints<Space>& targets,
                          const SphereRadii<Space>& target_radii, const SortedPoints<Space>& sources,
                          const PackedSources<Space>& packed, const RadiiPair& pair, const Vectors<Space>& u);

}  // namespace slurry
