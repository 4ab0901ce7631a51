// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <vector>

#include "mobility/pipe/solver.hpp"
#include "mobility/pipe/wall_error.hpp"

// Determines the parameters of a pipe solver from an absolute tolerance. Lengths are in units of the pipe radius, and
// errors are those of sums of G f.
namespace slurry::pipe_planner {

/// Shares of the tolerance, whose squares add up. `share` goes to each of the two sums and to the wall for a field.
/// `wall_share` goes to the wall for the bodies and is larger, because its error is known best. The noise of the first
/// sum on the wall comes in addition (wall_noise_share).
inline constexpr double share = 0.5, wall_share = 0.6;

/// Values that are known when a plan is made, with the wishes for its sums.
struct Knowledge : SumWishes {
  double length = 1;
  std::span<const WallBody> bodies;
  double body_forces2 = 0, net_force = 0;
  double tolerance = 1e-3;               ///< absolute tolerance of the rms over the bodies
  std::optional<double> image_forces2;   ///< sum of |q|^2 of the images per spacing squared, from an earlier solve
  std::optional<double> image_velocity;  ///< rms over the bodies of the velocity from the images, from an earlier solve
  bool second_opinion = false;           ///< sums by other means, if their engine has other means
  std::optional<WallGrid> judged_wall;   ///< wall grid that a second opinion judges with more points in both directions
  double finer = 10;  ///< factor by which the error of its own grid is smaller than that of the judged grid
};

/// Plan for the velocities of the bodies.
PipePlan for_bodies(const Knowledge& k);

/// Plan for the field at points, with a tolerance for the rms over the points. positions (N,3): positions of the
/// bodies.
PipePlan for_field(const Knowledge& k, std::span<const double> positions, std::span<const double> points);

/// Squared error of the field at a point [R] because of the wall's grid. The errors from all bodies add up
/// incoherently. positions (N,3): positions of the bodies [R].
double field_error2(const WallError& error, std::span<const WallBody> bodies, std::span<const double> positions,
                    double length, const double* point);

/// Ratio of the error of the sum over the images to its error for independent strengths, rms over bodies or points at
/// these distances from the wall. Near the axis all images of a ring are at the same distance. Their errors, each with
/// its image's phase, then add up. One to twenty spheres on the axis, at 1e-3 to 1e-7, erred by 1.3 to 9.4 times as
/// much, mostly by at most 5 times. At half a sphere's radius beside the axis (R = 10 a) the ratio was 3 to 4, and at
/// 0.36 R it was no more than 1.
double images_coherence(std::span<const WallBody> bodies);

/// Expected sum of |q|^2 of the images.
double image_forces2(const Knowledge& k, double spacing);

}  // namespace slurry::pipe_planner
