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

/// The bodies of a scenario at time 0, in the order of its groups, or in the order of BodyGroup::numbers.
struct PlacedBodies {
  std::vector<double> positions;     ///< (N,3), wrapped [length]
  std::vector<std::int32_t> images;  ///< (N,3), number of periods by which the places are ahead of the positions
  std::vector<double> undisturbed;  ///< (N,3), places without the wave of a row; for other bodies their places [length]
  std::vector<double> radii;        ///< (N) [length]
  std::vector<std::int32_t> groups;  ///< (N), index into scenario.bodies
  std::vector<double> directors;     ///< (N,3), unit vectors; empty if there is no rod
};

/// Called now and then with what is being done and with the share that is done, 0 to 1.
using PlacementProgress = std::function<void(const std::string& doing, double done)>;

/// Places the bodies. Listed bodies, rows, rings and lattices are put at their given places. The others are placed at
/// random without overlap: one after the other while there is room, and the last ones by pushing
/// (dynamics/contacts.hpp). Above a volume fraction of 0.3, bodies are placed smaller and grow between Monte Carlo
/// moves. `equilibrate` requests these moves in other cases too. The same seed gives the same bits. Throws RefusedError
/// if no room is found within `seconds` of wall time. Throws InputError if bodies reach out of the pipe or are given
/// places that overlap; the message has their numbers. Positions as given are ahead by floor(x/L) periods, and by those
/// of BodyGroup::images. Positions that are found at random are not ahead.
PlacedBodies place_bodies(const Scenario& scenario, std::uint64_t seed, double seconds = 30,
                          const PlacementProgress& progress = {});

/// Index into scenario.bodies of each body, (N), in the order of place_bodies().
std::vector<std::int32_t> groups_of_bodies(const Scenario& scenario);

/// Wraps positions, and finds images and undisturbed places of bodies in the order of their groups. shifts: (N) from
/// the undisturbed places; empty if there are none.
void settle_places(const Scenario& scenario, const std::vector<std::array<double, 3>>& shifts, PlacedBodies& bodies);

/// Number of a body in the run, and its place in a file, for messages: " (a.csv:7)" or " (a.csv:7 and a.csv:9)" for
/// bodies from a file, otherwise empty. bodies: in the order of the groups.
std::size_t number_of_body(const Scenario& scenario, const std::vector<std::int32_t>& groups, std::size_t body);
std::string places_in_file(const Scenario& scenario, const std::vector<std::int32_t>& groups,
                           const std::vector<std::size_t>& bodies);

}  // namespace slurry
