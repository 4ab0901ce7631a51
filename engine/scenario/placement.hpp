// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "slurry/scenario.hpp"

namespace slurry {

/// The bodies of a scenario at time 0, in the order of its groups, or as BodyGroup::numbers has it.
struct PlacedBodies {
  std::vector<double> positions;     ///< (N,3), wrapped [length]
  std::vector<std::int32_t> images;  ///< (N,3), periods that the places are ahead of the positions
  std::vector<double> undisturbed;   ///< (N,3), places without the wave of a row; the others as they are [length]
  std::vector<double> radii;         ///< (N) [length]
  std::vector<std::int32_t> groups;  ///< (N), index into scenario.bodies
  std::vector<double> directors;     ///< (N,3), unit vectors; empty when there is no rod
};

/// Hears now and then what is being done and how much of it: 0 to 1.
using PlacementProgress = std::function<void(const std::string& doing, double done)>;

/// Listed bodies, rows, rings and lattices where they are told to be, the others at random without overlap: one after
/// the other where there is room, the last ones by pushing (dynamics/contacts.hpp); above a volume fraction of 0.3 they
/// are placed smaller and grow between Monte Carlo moves, which `equilibrate` asks for elsewhere too.  The same seed
/// gives the same bits. Throws RefusedError when no room is found within `seconds` of wall time, InputError when bodies
/// reach out of the pipe or are told to overlap (with their numbers).
/// Positions as given are ahead by floor(x/L) periods, and by those that BodyGroup::images says; those that are found
/// at random are not ahead.
PlacedBodies place_bodies(const Scenario& scenario, std::uint64_t seed, double seconds = 30,
                          const PlacementProgress& progress = {});

/// The index into scenario.bodies of each of the bodies, (N), as place_bodies() has them.
std::vector<std::int32_t> groups_of_bodies(const Scenario& scenario);

/// Wraps positions and finds images and undisturbed places of bodies in the order of their groups.
/// shifts: (N) from the undisturbed places; empty: none.
void settle_places(const Scenario& scenario, const std::vector<std::array<double, 3>>& shifts, PlacedBodies& bodies);

/// Number of a body in the run, and its place in a file, for messages: " (a.csv:7)" or " (a.csv:7 and a.csv:9)" for
/// bodies from a file, otherwise empty. bodies: in the order of the groups.
std::size_t number_of_body(const Scenario& scenario, const std::vector<std::int32_t>& groups, std::size_t body);
std::string places_in_file(const Scenario& scenario, const std::vector<std::int32_t>& groups,
                           const std::vector<std::size_t>& bodies);

}  // namespace slurry
