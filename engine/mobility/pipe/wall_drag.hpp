// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>

namespace slurry {

/// Computes the axial force of the fluid on the wall of a periodic pipe over one period, in units of the forces. It is
/// the traction of point forces, averaged over equidistant lines of the wall at the angles 2 pi i/angles. positions
/// (N,3) [R], forces (N,3); no position may lie on the wall.
///
/// Only the mean over x counts, which is the k = 0 mode. Its axial velocity is that of line forces, -(4/L) f ln|y -
/// y_j| (theory/pipe-wall.md (P1)). Laplacians of this velocity vanish, so radii do not matter. The traction -eta
/// du_x/dr of one line force at angle th of the wall r = 1, times the wall's area, is
///   f (1 - r_j cos(th - th_j))/(1 + r_j^2 - 2 r_j cos(th - th_j)).
/// Its mean over all angles is f for r_j < 1 and 0 for r_j > 1 (Gauss). The mean over a finite number of angles differs
/// from this by about r_j^angles, or r_j^-angles.
double axial_wall_drag(std::span<const double> positions, std::span<const double> forces, int angles);

}  // namespace slurry
