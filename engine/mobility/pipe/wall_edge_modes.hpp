// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace slurry {

/// What one pair of edges q = K and q = -K of the modes that a wall grid sees costs a body near the wall: the error of
/// the velocity that the images of its own force give the body itself.  Derivation: theory/pipe-wall.md, error of a
/// wall grid.
struct EdgeError {
  /// The same wherever the body is, per unit force along the grid's direction, across it on the wall, normal to it.
  double along = 0, across = 0, normal = 0;
  /// The part that turns with the body's place as cos(2 K x): sum over the nine entries, mean over the places.
  double turning2 = 0;
};

/// wavenumber K = pi/h [1/length]; distance d of the centre from the wall, radius a (0: a point) and gap g of the
/// images behind the wall [length] -> errors of velocities as sums of G f [force/length], per unit force.
///
/// Error: within a factor 2 of image cylinders (test_pipe_wall_error), within 1.6 of a sum over all modes of a plane
/// wall for K d from 2.6 to 16 and a up to 1.1 d; but where the error all but vanishes, K d = 3 d^2/a^2 with a below
/// 0.6 d.
EdgeError edge_error(double wavenumber, double distance, double radius, double gap);

/// Mean of y^2 + 3/2 over the modes beyond K at the wall, with y = q d - (a q)^2/3: how strongly a body drives them.
double drive_beyond(double wavenumber, double distance, double radius);

}  // namespace slurry
