// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>

#include "ewald/far/far_grid.hpp"
#include "kernels/ewald_split.hpp"
#include "kernels/near_pair.hpp"
#include "slurry/report.hpp"

// What every sum on one grid knows of its parameters, whether one process does it or several do it together.
namespace slurry {

/// Largest number of components that a sum spreads: a charge, a force, or a force and one more number for a double
/// layer.
int spread_components(const EwaldParameters& p);

/// Velocity that a point gets from the part of its own force that no grid carries, divided by the force, with the
/// factor (1 + g Lap) of the kernel [1/length]. For Layer::coulomb it is the potential, divided by the charge.
double dropped_self_velocity(const EwaldParameters& p, const EwaldSplit& split, const FarGrid& grid, double g);

/// Pair of the near field for targets and sources with these radii [length], without the self term that a grid drops.
/// Throws InputError for a layer that is available for points only.
NearPair near_pair_of(const EwaldParameters& p, const EwaldSplit& split, double target_radius, double source_radius);

/// Squared densities in the form in which the errors of the Stokes sums use them. Charges have (4 pi)^2 in place of (8
/// pi)^2 2/3.
double squares_as_forces(const EwaldParameters& p, double squared_sum);

/// Expected rms error of the velocity gradient or of the pressure, from its tail and the window (theory/fields.md
/// (G5)-(G7)).
double predicted_field_error(const EwaldParameters& p, const EwaldSplit& split, const FarGrid& grid, bool pressure,
                             double squared_force_sum, double dipole_norm);

/// Expected errors of velocity or potential, of gradient and of pressure, in addition to those that grow with the
/// density of sources: SpectralEwald::predicted_errors_apart. one_set: there is a single set of targets; same: it is
/// the sources.
std::array<double, 3> predicted_errors_apart(const EwaldParameters& p, const EwaldSplit& split, const FarGrid& grid,
                                             const SumCounts& counts, bool one_set, bool same, double sources_at_target,
                                             const std::array<double, 3>& spread);

}  // namespace slurry
