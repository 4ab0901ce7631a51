// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>

#include "mobility/point_mobility.hpp"

// What a solver errs as a whole, all bodies and all sources together: against another one of the same setup, ten times
// as accurate, which has a finer wall grid, other images, other splits and cutoffs.  The error of a few bodies may be
// small by chance, so that theirs is judged by one a hundred times as accurate.
namespace slurry {

/// Setup of a second solver that judges a solver with these parameters. points: number of points over which it sums.
PointMobilitySetup for_second_opinion(PointMobilitySetup setup, const MobilityParameters& judged, std::size_t points);

/// Whether the sums of such a second solver can tell anything: two sums over all pairs of one precision, in free space
/// or along a period, are the same sum.  What they err is measured by sums in extended precision, or not known.
bool differs(const PointMobilitySetup& second, const MobilityParameters& judged);

/// Errors of `mobility`, made with `setup`, at its last solve, which gave these velocities (N,3): sources apart at up
/// to `targets` places, and the whole over all points; where a second solver is refused, from the sources alone.
ErrorReport measure_errors(PointMobility& mobility, const PointMobilitySetup& setup, std::span<const double> positions,
                           std::span<const double> forces, std::span<const double> velocities, int targets,
                           std::uint64_t seed);

}  // namespace slurry
