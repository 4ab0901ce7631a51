// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Kokkos_Core.hpp>

#include "base/field_views.hpp"
#include "ewald/near/p2p.hpp"
#include "geometry/sorted_points.hpp"
#include "kernels/field_pair.hpp"

namespace slurry {

/// Densities that the sources carry.
enum class FieldSources { forces, layers, charges };
/// Row of PackedSources for charges: x, y, z, charge.
inline constexpr int packed_charge = 4;

/// Near part of the fields beside the velocity, overwritten: for forces and layers the velocity gradient (M,9) and the
/// pressure (M), for charges the gradient of the potential (M,3) and the potential (M).  Arithmetic in double with
/// polynomials of any degree; about three times the time per pair of p2p.  Rows of `packed` as p2p has them.
template <class Space>
void p2p_fields(const Space& space, const SortedPoints<Space>& targets, const TargetGroups<Space>& groups,
                const SortedPoints<Space>& sources, const PackedSources<Space>& packed, const FieldPair& pair,
                FieldSources kind, const FieldGradients<Space>& gradient, const FieldScalars<Space>& scalar);

/// Fields with one thread per target and scalar arithmetic: the form for devices, and a check of the other.
template <class Space>
void p2p_fields_per_target(const Space& space, const SortedPoints<Space>& targets, const SortedPoints<Space>& sources,
                           const PackedSources<Space>& packed, const FieldPair& pair, FieldSources kind,
                           const FieldGradients<Space>& gradient, const FieldScalars<Space>& scalar);

}  // namespace slurry
