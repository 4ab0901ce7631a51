// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <optional>

#include "slurry/options.hpp"
#include "slurry/report.hpp"
#include "summation/pair_counts.hpp"

namespace slurry {

// Every factor that planning puts between an estimate and a promise, each defined once, with where it comes from.
// Estimates (accuracy/) are averages over places in the box and over random densities; what is asked for is one sum.

/// A relative tolerance is meant against the velocity, the presets against the far field: the factor between them. With
/// few points, or targets that are sources, the error can be twice the average over positions; it settles with N.  With
/// less than 40 it can be any (one source and five targets: 6.6 times the tolerance), and accuracy costs nothing there.
/// The velocity of a double layer is more than twice its far field (ratio squared 2.4 (n r_c^3)^(1/3)), unless sources
/// are few and far between.
double relative_safety(Layer layer, std::size_t sources, const Box& box);

/// A source at its own place sees its own error at its peak.  Over the average place its squared error is 1 + 1/(0.8
/// m), m = n r_c^3 the sources in a cube of the cutoff (fitted): this is the root, for absolute tolerances.
double self_factor(const EwaldParameters& p, std::size_t sources);

/// The same for relative tolerances, where m counts what is near.  The velocity grows with the error near a source, so
/// less is needed: fitted to 10 to 2,000 points in boxes of 1 x 20 x 20 and 1 x 100 x 100 (double layer, and
/// Hasimoto's split, whose window errs more; the dropped modes of the own force are put back).  1 where it is less
/// than 1.1, which is not worth another choice.
double sparse_factor(Split split, double near);

/// The aliases of long waves of a window (ewald/accuracy/error_estimate.hpp).
double long_wave_alias(const EwaldParameters& p);
/// Parameters with a window so wide that the aliases of long waves are at most `alias`.  Nothing if there is no such
/// window, or in single precision, where arithmetic loses more.
std::optional<EwaldParameters> with_alias(EwaldParameters p, double alias);

/// Root of how much denser than the average of the box other sources are within the cutoff of a target, where that is
/// more than 1.2; else 1.  The error of one grid goes with it, for expected errors are of points that fill the box.
/// Beyond the radii that were counted there is the same density within the extent of the points, and nothing outside.
double clustering(const EwaldParameters& p, std::size_t sources, const PairCounts& pairs);

/// What errors near sources are over those of the average place in the box: sparse_factor() where the targets are the
/// sources, times clustering() for absolute tolerances: velocities grow with errors where points cluster, an absolute
/// tolerance does not.
double local_factor(const EwaldOptions& options, const EwaldParameters& p, std::size_t sources, const PairCounts& pairs,
                    bool targets_are_sources);

/// Increase of the split's shape for finite bodies (theory/rotne-prager.md, errors).
double finite_body_increase(double radius, bool both_sides, double largest_wave_number);

/// Relative error with which the window reproduces a constant: its aliases at whole wavenumbers of the grid.
double constant_defect(const EwaldParameters& p);

/// Smooth far field on the grid per unit of net force, from the truncated kernel of the zero mode,
/// -4 ln(rho/R) - 2 across the box (1-periodic; in three directions the mean is dropped).
double smooth_field(const EwaldParameters& p);

/// Widens the window until the smooth field of a net force is reproduced to a third of the tolerance.
void widen_window(EwaldParameters& p, double net_force, double tolerance);

/// Shares of a tolerance among the levels of a nested sum, the whole box first: their squares add up to less than 1.
std::array<double, 3> nested_shares(std::size_t patches);

/// A nested sum is taken where it promises less than this of the time of one grid: what is nearly equal is as quick in
/// either, and one grid takes less memory.
inline constexpr double nested_gain = 0.97;

}  // namespace slurry
