// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace slurry {

/// Error that one pair of edges q = K and q = -K of the modes of a wall grid causes for a body near the wall.  It is
/// the error of the velocity that the images of the body's own force give the body.  Derivation: theory/pipe-wall.md,
/// error of a wall grid.
struct EdgeError {
  /// Part that does not depend on the place of the body. It is per unit force along the grid's direction, across it on
  /// the wall, and normal to the wall.
  double along = 0, across = 0, normal = 0;
  /// Part that varies with the place of the body as cos(2 K x), where x is measured from a point of the grid.
  double turning_along = 0, turning_across = 0, turning_normal = 0;
  /// Part that varies with the place of the body as sin(2 K x). along_by_normal is the velocity along the grid from a
  /// force into the wall; normal_by_along is its reverse.
  double along_by_normal = 0, normal_by_along = 0;

  /// Sum over the nine entries of the squares of the parts that vary with the place, as a mean over the places.
  double turning2() const;
};

/// Lengths of a body and of the images on which the modes depend.  At a plane wall all of them are distances from the
/// wall.
struct EdgeLengths {
  double decay = 1;        ///< distance d in exp(-q d), the mode at the body
  double gap_decay = 1;    ///< distance g in exp(-q g), the mode between wall and images
  double spread = 1;       ///< the modes across the grid's direction fall off as exp(-p^2 d/q)
  double depth = 1;        ///< y = q d, body and wall
  double image_depth = 1;  ///< distance in y for body and images
  double gap_depth = 1;    ///< distance in y for wall and images
  double radius2 = 0;      ///< squared radius in Faxen's term
};
EdgeLengths lengths_at_plane(double distance, double radius, double gap);
/// Lengths for modes exp(i n th) in a pipe of radius 1, with the body at r (theory/pipe-wall.md, error of a wall grid).
EdgeLengths lengths_around_pipe(double r, double radius, double gap);

/// Computes errors of velocities as sums of G f [force/length], per unit force, from the wavenumber K = pi/h [1/length]
/// and the lengths.
///
/// The result is within a factor 2 of the errors of image cylinders (test_pipe_wall_error). It is within 1.6 of a sum
/// over all modes of a plane wall, for K d from 2.6 to 16 and a up to 1.1 d. An exception is K d = 3 d^2/a^2 with a
/// below 0.6 d, where the error nearly vanishes.
EdgeError edge_error(double wavenumber, const EdgeLengths& lengths);

/// Mean of y^2 + 3/2 over the modes beyond K at the wall, with y = q d - (a q)^2/3. It says how strongly a body drives
/// these modes.
double drive_beyond(double wavenumber, double distance, double radius);

}  // namespace slurry
