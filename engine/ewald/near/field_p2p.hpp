// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Kokkos_Core.hpp>

#include "base/field_views.hpp"
#include "ewald/near/p2p.hpp"
#include "geometry/sorted_points.hpp"
#include "kernels/field_pair.hpp"

namespace slurry {

/// The densities that the sources carry.
enum class FieldSources { forces, layers, charges };
/// Length of a row of PackedSources for charges: x, y, z, charge.
inline constexpr int packed_charge = 4;

/// Near part of the fields other than the velocity, overwritten. Forces and layers give the velocity gradient (M,9) and
/// the pressure (M). Charges give the gradient of the potential (M,3) and the potential (M). The arithmetic is in
/// double, with polynomials of any degree, and takes about three times the time of p2p per pair. Rows of `packed` are
/// those of p2p.
template <class Space>
void p2p_fields(const Space& space, const SortedPoints<Space>& targets, const TargetGroups<Space>& groups,
                const SortedPoints<Space>& sources, const PackedSources<Space>& packed, const FieldPair& pair,
                FieldSources kind, const FieldGradients<Space>& gradient, const FieldScalars<Space>& scalar);

/// Fields with one thread per target and scalar arithmetic. Devices use this form, and the other form is checked
/// against it.
template <class Space>
void p2p_fields_per_target(const Space& space, const SortedPoints<Space>& targets, const SortedPoints<Space>& sources,
                           const PackedSources<Space>& packed, const FieldPair& pair, FieldSources kind,
                           const FieldGradients<Space>& gradient, const FieldScalars<Space>& scalar);

}  // namespace slurry
