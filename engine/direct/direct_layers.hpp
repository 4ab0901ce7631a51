// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/density.hpp"
#include "base/field_views.hpp"
#include "base/views.hpp"

namespace slurry::direct {

/// Sums both layers over all pairs of points in free space by the closed forms of theory/fields.md (singular parts).
/// Computes velocities (M,3), and gradient and pressure if their views are not empty. A source at the target itself is
/// left out. targets (M,3), sources (N,3) [length]. Error: rounding.
template <class Space>
void free_space_layers(const Space& space, ConstVectors<Space> targets, ConstVectors<Space> sources,
                       const Density<Space>& density, const Vectors<Space>& velocities,
                       const TargetFields<Space>& fields);

/// Potential sum of charge/r (M) and its gradient (M,3) in free space.
template <class Space>
void free_space_charges(const Space& space, ConstVectors<Space> targets, ConstVectors<Space> sources,
                        Kokkos::View<const double*, typename Space::memory_space> charges,
                        const FieldScalars<Space>& potential, const FieldGradients<Space>& gradient);

}  // namespace slurry::direct
