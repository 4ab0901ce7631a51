// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "mobility/pipe/wall_blocks.hpp"
#include "mobility/pipe/wall_edge_modes.hpp"

// Predicts the errors of the image cylinder from its spacing, before anything is summed. Lengths are in units of the
// pipe radius, and velocities are sums of G f, without 1/(8 pi eta).
//
// A source at distance d from the wall drives modes of wavenumber q on it with amplitude exp(-q d). With spacing h, K =
// pi/h, modes beyond K are not seen and fold back to 2K - q. A target at distance t sees mode q with exp(-q t). A
// body's own error is therefore proportional to exp(-2 K d), with the factors of wall_edge_modes.hpp
// (theory/pipe-wall.md (P9)). Elsewhere in the fluid the error is proportional to exp(-K (d + t)) for t <= d, and to
// exp(-2 K d)/d deep inside. The images lie a gap g behind the wall and act as single points, which gives exp(-2 K (g +
// t)). The factors of of_field and of_no_slip are fits of image cylinders against one that is five times finer.
namespace slurry {

/// A body in relation to the wall.
struct WallBody {
  double distance = 1;  ///< distance of the centre from the wall [R]
  double radius = 0;    ///< radius [R]; 0 for a point
  double force = 1;     ///< magnitude [force]
};

/// Error of the velocities of bodies, as an rms over the bodies.
struct BodiesError {
  double expected = 0;  ///< mean over the places of the bodies relative to the grid and over the directions of forces
  /// Expected error plus one standard deviation. For many bodies it is the same, but a single body may lie at the worst
  /// place.
  double likely = 0;
};

/// Error of one body at its place, under the force on it.
struct ErrorAtPlace {
  std::array<double, 3> velocity{};  ///< along x, outwards, around
  double of_force2 = 0;              ///< square of that velocity, as a mean over all places at the same distance
  double of_all2 = 0;                ///< the same mean, also over all directions of the force
  /// Expected square of the error here.
  double squared() const;
};

class WallError {
 public:
  explicit WallError(const WallGrid& grid);

  BodiesError of_bodies(std::span<const WallBody> bodies) const;
  /// Error of one body's velocity because of the images of its own force (along x, outwards, around). along, around:
  /// place of the body relative to a point of the grid. Derivation: theory/pipe-wall.md, error of a wall grid.
  ErrorAtPlace of_body_at(const WallBody& body, double along, double angle, const std::array<double, 3>& force) const;
  /// Error of the velocities of bodies at these places (N,3) under these forces (N,3), as an rms over the bodies. For a
  /// single body it may be any part of the mean over places, because it depends on its place and on the direction of
  /// its force.
  double of_bodies_at(std::span<const WallBody> bodies, std::span<const double> positions,
                      std::span<const double> forces) const;
  /// The rms over random points of the wall of the velocity that remains there.
  double of_no_slip(std::span<const WallBody> bodies) const;
  /// Error at a point at distance t from the wall because of one body. along, around: distance of the body from the
  /// point, along the pipe and around it.
  double of_field(const WallBody& body, double t, double along, double around) const;

 private:
  std::array<EdgeError, 2> edges(const WallBody& b) const;
  static double own2(const std::array<EdgeError, 2>& both);
  ErrorAtPlace at_place(const std::array<EdgeError, 2>& both, const WallBody& b, double along, double angle,
                        const std::array<double, 3>& force) const;
  double share_of_others(double nearest) const;
  double images_seen(double t) const;
  double images_at_bodies2(std::span<const WallBody> bodies, double nearest) const;

  double length_, gap_;
  std::array<double, 2> wavenumbers_;  ///< pi/h along x and around
};

/// Gap between wall and images for a given spacing, when the nearest body is at `distance`. It is half of that
/// distance, but at least one spacing. With this gap the images, as single points, disturb the wall no more than the
/// error of the grid does, and their strengths stay of the order of the forces.
double image_gap(double spacing, double distance);

/// Wall grid with this spacing, and with images this gap behind it, before sizes are rounded.
WallGrid plain_wall_grid(double length, double spacing, double gap);

/// Factor by which a spacing found by bisection is reduced. The largest allowed spacing lies at a step, where the grid
/// gets one more point. The reduced spacing stays below the step, so that rounding cannot take the point away. In short
/// pipes, with few points, the error would otherwise be 7 times as large.
inline constexpr double below_the_step = 1 - 1e-6;

/// Largest spacing for which the likely error of the bodies is at most `tolerance`.
double spacing_for_bodies(double length, std::span<const WallBody> bodies, double tolerance);

}  // namespace slurry
