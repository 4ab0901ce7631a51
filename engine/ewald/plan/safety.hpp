// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <optional>

#include "slurry/options.hpp"
#include "slurry/report.hpp"
#include "summation/pair_counts.hpp"

namespace slurry {

// Every safety factor between an estimate and a promised error. Each factor is defined once, with its source. Estimates
// (accuracy/) are averages over places in the box and over random densities; a tolerance is asked for one sum.

/// Factor between a relative tolerance, which refers to the velocity, and the presets, which refer to the far field.
/// With few points, or with targets that are sources, the error can be twice the average over positions; the ratio
/// settles with N. Below 40 sources it can be any number (6.6 times the tolerance for one source and five targets), and
/// accuracy costs nothing there. The velocity of a double layer is more than twice its far field (ratio squared 2.4 (n
/// r_c^3)^(1/3)), unless sources are few and far between.
double relative_safety(Layer layer, std::size_t sources, const Box& box);

/// Factor for targets that are sources, for absolute tolerances. A source sees its own error at its peak. Relative to
/// the average place its squared error is 1 + 1/(0.8 m), where m = n r_c^3 is the number of sources in a cube of the
/// cutoff (fitted). The factor is the root.
double self_factor(const EwaldParameters& p, std::size_t sources);

/// Ratio of the error of bodies that hardly fit the box to the error expected for disordered bodies. Their cutoff
/// reaches several images, which lie in order. Measured for a sphere in 12 cubes of 2 to 8 radii at 1e-2 to 1e-9: up to
/// 2.5 if the cutoff exceeds 0.7 of the edge, and up to 1.4 otherwise.
double crowded_factor(const EwaldParameters& p, const SumCounts& counts);

/// Factor for targets that are sources, for relative tolerances; `near` is the number m of nearby sources. The velocity
/// grows with the error near a source, so a smaller factor suffices than in self_factor(). It is fitted to 10 to 2,000
/// points in boxes of 1 x 20 x 20 and 1 x 100 x 100. The fit covers the double layer, and Hasimoto's split, whose
/// window errs more; the dropped modes of the own force are put back. The factor is 1 if it would be less than 1.1,
/// which is not worth another choice.
double sparse_factor(Split split, double near);

/// Aliases of long waves in a window (ewald/accuracy/error_estimate.hpp).
double long_wave_alias(const EwaldParameters& p);
/// Parameters with a window so wide that the aliases of long waves are at most `alias`. Returns nothing if there is no
/// such window. It also returns nothing in single precision, whose rounding loses more.
std::optional<EwaldParameters> with_alias(EwaldParameters p, double alias);

/// Factor for points that cluster. It is the root of the density of other sources within the cutoff of a target,
/// relative to the average of the box, if that ratio is more than 1.2; otherwise 1. The error of one grid is
/// proportional to it, since expected errors are those of points that fill the box. Beyond the counted radii the same
/// density is assumed within the extent of the points, and no points outside.
double clustering(const EwaldParameters& p, std::size_t sources, const PairCounts& pairs);

/// Ratio of errors near sources to those at the average place in the box: sparse_factor() if the targets are the
/// sources, times clustering() for absolute tolerances. Where points cluster, velocities grow with the errors, but an
/// absolute tolerance does not.
double local_factor(const EwaldOptions& options, const EwaldParameters& p, std::size_t sources, const PairCounts& pairs,
                    bool targets_are_sources);

/// Increase of the split's shape for finite bodies (theory/rotne-prager.md, errors).
double finite_body_increase(double radius, bool both_sides, double largest_wave_number);

/// Relative error with which the window reproduces a constant. It comes from aliases at whole wave numbers of the grid.
double constant_defect(const EwaldParameters& p);

/// Smooth far field on the grid per unit of net force, from the truncated kernel of the zero mode. It is -4 ln(rho/R) -
/// 2 across the box for one periodic direction. For three periodic directions the mean is dropped.
double smooth_field(const EwaldParameters& p);

/// Widens the window until the smooth field of a net force is reproduced to a third of the tolerance.
void widen_window(EwaldParameters& p, double net_force, double tolerance);

/// Shares of a tolerance among the levels of a nested sum, the whole box first: their squares add up to less than 1.
std::array<double, 3> nested_shares(std::size_t patches);

/// Largest ratio of predicted times, nested sum over one grid, at which the nested sum is taken. Nearly equal
/// predictions are equally quick in practice, and one grid takes less memory.
inline constexpr double nested_gain = 0.97;

}  // namespace slurry
