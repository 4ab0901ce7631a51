// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <vector>

#include "mobility/pipe/solver.hpp"
#include "mobility/pipe/wall_error.hpp"

// From an absolute tolerance to the numbers of a pipe solver.  Lengths in units of the pipe radius, errors as sums of G
// f.
namespace slurry::pipe_planner {

/// The tolerance is shared in squares: each of the two sums and the wall of a field get this much of it, the wall of
/// the bodies, whose error is known best, more; the noise of the first sum on the wall comes on top (wall_noise_share).
inline constexpr double share = 0.5, wall_share = 0.6;

/// Values that are known when a plan is made, with the wishes for its sums.
struct Knowledge : SumWishes {
  double length = 1;
  std::span<const WallBody> bodies;
  double body_forces2 = 0, net_force = 0;
  double tolerance = 1e-3;               ///< absolute, rms over the bodies
  std::optional<double> image_forces2;   ///< per spacing squared, from an earlier solve
  std::optional<double> image_velocity;  ///< rms over the bodies, from an earlier solve
  bool second_opinion = false;           ///< sums by other means, if their engine has other means
  std::optional<WallGrid> judged_wall;   ///< wall grid that a second opinion judges with more points in both directions
  double finer = 10;  ///< factor by which the error of its own grid is smaller than that of the judged grid
};

/// Plan for the velocities of the bodies.
PipePlan for_bodies(const Knowledge& k);

/// Plan for the field at points, tolerance rms over them; positions (N,3) of the bodies.
PipePlan for_field(const Knowledge& k, std::span<const double> positions, std::span<const double> points);

/// Squared error of the field at a point [R] that the wall's grid leaves, from all bodies, whose errors add up
/// incoherently.  positions (N,3) [R] of the bodies.
double field_error2(const WallError& error, std::span<const WallBody> bodies, std::span<const double> positions,
                    double length, const double* point);

/// How much more the sum over the images errs than for independent strengths, rms over bodies or points at such
/// distances from the wall.  Near the axis all images of a ring are seen from the same distance, and their errors, each
/// with its image's phase, add up: one to twenty spheres on the axis, 1e-3 to 1e-7, erred by 1.3 to 9.4 times as much,
/// 5 or less in most; half a sphere's radius beside it (R = 10 a) by 3 to 4, and at 0.36 R no more.
double images_coherence(std::span<const WallBody> bodies);

/// Expected sum of |q|^2 of the images.
double image_forces2(const Knowledge& k, double spacing);

}  // namespace slurry::pipe_planner
