// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "slurry/scenario.hpp"

namespace slurry {

/// The bodies of a scenario at time 0, in the order of its groups.
struct PlacedBodies {
  std::vector<double> positions;     ///< (N,3), wrapped [length]
  std::vector<double> radii;         ///< (N) [length]
  std::vector<std::int32_t> groups;  ///< (N), index into scenario.bodies
};

/// Listed bodies where they are listed, the others at random without overlap: one after the other where there is room,
/// the last ones by pushing (dynamics/contacts.hpp).  The same seed gives the same bits.
/// Throws Error when no room is found within `seconds`.
PlacedBodies place_bodies(const Scenario& scenario, std::uint64_t seed, double seconds = 30);

}  // namespace slurry
