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

/// Volume fraction and axial velocity of the bodies in rings of equal width around the axis of a pipe. A body counts as
/// a fixed set of parcels of equal volume, spread like its volume as seen along the axis. A sphere has 48 parcels on
/// four circles. A rod has such sets of spheres along its axis, as thick as the spheroid is there. The volumes of all
/// rings add up to that of all bodies; one ring of a single body errs by a few parcels. half_lengths (N): 0 for
/// spheres; empty if all bodies are spheres. directors, rates: as in Snapshot, empty without rods.
RadialProfiles radial_profiles(const Domain& pipe, std::span<const double> positions,
                               std::span<const double> velocities, std::span<const double> radii,
                               std::span<const double> half_lengths, std::span<const double> directors,
                               std::span<const double> rates);

}  // namespace slurry
