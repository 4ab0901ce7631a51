// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "slurry/scenario.hpp"

namespace slurry {

/// The bodies of a scenario at time 0, in the order of its groups.
struct PlacedBodies {
  std::vector<double> positions;     ///< (N,3), wrapped [length]
  std::vector<double> undisturbed;   ///< (N,3), without the wave of a row; the others as they are [length]
  std::vector<double> radii;         ///< (N) [length]
  std::vector<std::int32_t> groups;  ///< (N), index into scenario.bodies
  std::vector<double> directors;     ///< (N,3), unit vectors; empty when there is no rod
};

/// Listed bodies and rows where they are told to be, the others at random without overlap: one after the other where
/// there is room, the last ones by pushing (dynamics/contacts.hpp); above a volume fraction of 0.3 they are placed
/// smaller and grow between Monte Carlo moves, which `equilibrate` asks for elsewhere too.  The same seed gives the
/// same bits. Throws Error when no room is found within `seconds`, InputError when a row or a cloud reaches out of the
/// pipe.
PlacedBodies place_bodies(const Scenario& scenario, std::uint64_t seed, double seconds = 30);

}  // namespace slurry
