// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "slurry/scenario.hpp"

namespace slurry {

/// Places (count,3) of a group on its lattice [length], not wrapped.
///
/// With a spacing: sites of the perfect lattice with that distance between nearest neighbours, the nearest ones to the
/// middle of the domain, of equal ones those that come first along x, y and z; in a pipe those that lie inside of it,
/// the lattice stretched along x by less than one cell so that the period holds whole ones.
/// Without: the lattice that fills a periodic cell with `count` sites, in whole unit cells along each edge; they are
/// stretched to fit by up to a quarter.
/// Throws InputError: no spacing outside of a cell, a count that fills no cell (with the nearest ones that do), more
/// bodies than sites in the domain.
std::vector<double> lattice_places(const Domain& domain, const BodyGroup& group);

}  // namespace slurry
