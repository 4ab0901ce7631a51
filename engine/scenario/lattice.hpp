// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "slurry/scenario.hpp"

namespace slurry {

/// Places (count,3) of a group on its lattice [length], not wrapped.
///
/// With a spacing, the places are sites of the perfect lattice with that distance between nearest neighbours. The sites
/// nearest to the middle of the domain are taken; of sites at equal distance, those that come first along x, y and z.
/// In a pipe the sites lie inside of it. Along a period the lattice is stretched by less than one cell, so that the
/// period holds whole cells.
///
/// Without a spacing, the lattice fills a periodic cell with `count` sites, in whole unit cells along each edge. The
/// unit cells are stretched to fit by up to a quarter.
///
/// Throws InputError if there is no spacing outside of a periodic cell, and if there are more bodies than sites in the
/// domain. Throws it also for a count that fills no cell; the message names the nearest counts that do.
std::vector<double> lattice_places(const Domain& domain, const BodyGroup& group);

/// Says by how much a lattice with a spacing is stretched to fill a period (Scenario::start_notes).
void note_stretched_lattices(Scenario& scenario);

}  // namespace slurry
