// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>

#include "mobility/point_mobility.hpp"

// Measures the error of a solver as a whole, over all bodies and all sources of error. A second solver of the same
// setup judges it. The second solver is ten times as accurate and has a finer wall grid, other images, and other splits
// and cutoffs. The error of a few bodies may be small by chance; they are therefore judged by a solver that is a
// hundred times as accurate.
namespace slurry {

/// Factor by which a second solver is more accurate than the one that it judges. Fewer than 33 points are few: their
/// error may be small by chance.
double finer_for(std::size_t points);

/// Tolerance of a second solver over the tolerance of the one that it judges, which is relative. A solver at the floor
/// is judged by one that is no tighter, but has another wall grid.
double share_of_tolerance(double judged_tolerance, double finer);

/// Whether sums over so many pairs, with images along a period, take next to no time. A second solver for few points
/// then takes them, because their only error is rounding.
bool in_no_time(double pairs);

/// Setup of a second solver that judges a solver with these parameters. points: number of points over which it sums.
PointMobilitySetup for_second_opinion(PointMobilitySetup setup, const MobilityParameters& judged, std::size_t points);

/// Whether the sums of such a second solver can show an error. Two sums over all pairs in the same precision, in free
/// space or along a period, are the same sum. Their error is measured by sums in extended precision, or is not known.
bool differs(const PointMobilitySetup& second, const MobilityParameters& judged);

/// Measures the errors of `mobility`, which was made with `setup`, at its last solve, which gave these velocities
/// (N,3). The sources of error are measured separately at up to `targets` places, and the whole error over all points.
/// If a second solver is refused, only the sources are measured.
ErrorReport measure_errors(PointMobility& mobility, const PointMobilitySetup& setup, std::span<const double> positions,
                           std::span<const double> forces, std::span<const double> velocities, int targets,
                           std::uint64_t seed);

}  // namespace slurry
