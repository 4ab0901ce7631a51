// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>

#include "slurry/options.hpp"
#include "summation/sum_plan.hpp"

namespace slurry {

/// Density around a body over the mean density of the box, where |force|^2 counts as density. Bodies have positions
/// (N,3) and forces (N,3), and cubes of edge `edge` [length] count them. They are seen from targets (M,3), or from the
/// bodies if there are no targets. The errors of a sum on a grid are estimated for bodies all over the box whose forces
/// have no order, and this density corrects the estimate (theory/error-control.md).
///
/// The density is V times the sum of squared densities over the cubes, without the body itself. The result is the mean
/// over two sets of cubes, which are shifted by half an edge because the faces of one set may cut a tight clump. It is
/// at least 1.
double crowded_density(const Box& box, double edge, std::span<const double> positions, std::span<const double> forces,
                       std::span<const double> targets = {});

/// Mean over the targets of |net force of the cube - mean of the six cubes beside it|^2, less the value for forces
/// without order [force^2]. It is at least 0. Of the two sets of cubes that crowded_density() describes, the larger
/// value counts.
double uneven_forces(const Box& box, double edge, std::span<const double> positions, std::span<const double> forces,
                     std::span<const double> targets = {});

/// Norms of bodies that are spread over the box, whose forces have no order, and whose sum has the same error: sum
/// |f|^2 (squares) and |sum f| (net).
struct ErrorNorms {
  double squares = 0, net = 0;
};

/// Norms of the forces as they are.
ErrorNorms norms_of_forces(std::span<const double> forces);
/// Norms for any engine, from cubes of an eighth of the longest side. With periodic directions they are the norms of
/// the forces as they are.
ErrorNorms crowded_norms(const Box& box, std::span<const double> positions, std::span<const double> forces);
/// Lengths of a sum on a grid [length]. They are zero if there is no grid or if they are not known.
struct GridScales {
  double spacing = 0, cutoff = 0;
};

/// Norms for the errors of a sum on a grid, for targets as in crowded_density(). Errors without order follow the
/// density within the cutoff. Forces within one cell of the grid err together, so that their net force counts, not the
/// root of the sum of their squares (theory/error-control.md, `norms_on_grid`).
ErrorNorms norms_on_grid(const Box& box, const GridScales& grid, std::span<const double> positions,
                         std::span<const double> forces, std::span<const double> targets = {});

/// Norms of the forces for planning a sum.
struct PlanNorms {
  ErrorNorms any;              ///< for any engine: crowded_norms
  double squares_on_grid = 0;  ///< for a grid: squares of norms_on_grid; 0: not known
};

/// Norms for planning a sum.
PlanNorms plan_norms(const Box& box, const GridScales& grid, std::span<const double> positions,
                     std::span<const double> forces, std::span<const double> targets = {});
GridScales scales_of(const SumPlan& plan);
/// Norms for predicting the error of a plan: norms_on_grid if it has a grid, otherwise crowded_norms.
ErrorNorms error_norms(const SumPlan& plan, std::span<const double> positions, std::span<const double> forces,
                       std::span<const double> targets = {});

}  // namespace slurry
