// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>

#include "slurry/report.hpp"

namespace slurry {

/// Sums over all sources for each direction: of the squared force components, and of the force components.
struct ForceNorms {
  std::array<double, 3> squares{0, 0, 0}, net{0, 0, 0};
};

/// Mean effect of a unit force along each direction if force and target are uniformly distributed in the box: the means
/// over pairs of places of |G e_d|^2 and of (G e_d)_d [1/length^2, 1/length], in the gauge of the sums. The potential
/// of a unit charge has the same two means.
struct StokesletMeans {
  std::array<double, 3> squares, along;
  double potential_square, potential;
};

/// Means over pairs of places for 0 to 3 periodic directions (theory/error-control.md (E8)). Free lengths are the
/// extent of the points; for the average they count as at least 1/points of the longest side.
/// The means are found by quadrature, within 10 per cent up to a length ratio of 100. 0P and 3P use integrals of
/// Gaussians: 1/r^2 and 1/k^4 are integrals of exp(-t r^2) and exp(-t k^2) over t. 1P and 2P use the modes along the
/// periodic directions, which decay as K_0, K_1 and exp(-k |z|).
StokesletMeans stokeslet_means(const Box& box, std::size_t points);

/// Mean square of the smooth field of the forces at random places of the box; a window aliases this field. One half
/// comes from the field u - c F that targets gather, the other half from the fields f (G - c) that single sources
/// spread. c: the constants that are added to the values of the grid (theory/error-control.md (E7a)).
double smooth_field_squares(const StokesletMeans& means, const ForceNorms& forces,
                            const std::array<double, 3>& constant);

/// Mean square of the smooth potential of charges at random places of the box, from the sum of the squared charges and
/// the sum of the charges.
double smooth_potential_squares(const StokesletMeans& means, double squares, double net, double constant);

/// Rms over random targets of the far field's velocity for sum |f|^2 = 1 (theory/error-control.md (E5), U_S).
double far_velocity_scale(const Box& box);

}  // namespace slurry
