// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "slurry/domain.hpp"

namespace slurry {

inline constexpr std::size_t profile_rings = 20;
/// Bodies in rings of equal width from the axis of a pipe to its wall.
struct RadialProfiles {
  std::array<double, profile_rings> volume_fraction{};
  /// velocity of the bodies' material; NaN in rings without bodies
  std::array<double, profile_rings> axial_velocity{};
};

/// Volume fraction and axial velocity of the bodies in rings of equal width around the axis of a pipe.
/// The volume of a sphere or spheroid within a coaxial cylinder is an integral over lines across the pipe, which have
/// closed forms; its relative error is below 1e-6. A rod counts as a spheroid.  The velocity of a ring is the mean
/// over the volume of the bodies in it.  The matter of a sphere moves with its centre there, because the rotation of
/// spheres is not known at every step; the matter of a rod moves with its centre and turns with its axis. The volumes
/// of all rings add up to the volume of all bodies. half_lengths (N): 0 for spheres; empty if all bodies are spheres.
/// directors, rates: as in Snapshot, empty without rods.
RadialProfiles radial_profiles(const Domain& pipe, std::span<const double> positions,
                               std::span<const double> velocities, std::span<const double> radii,
                               std::span<const double> half_lengths, std::span<const double> directors,
                               std::span<const double> rates);

}  // namespace slurry
