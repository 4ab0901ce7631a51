// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>

#include "slurry/options.hpp"
#include "summation/sum_plan.hpp"

namespace slurry {

/// How bodies at positions (N,3) with forces (N,3) crowd in cubes of edge `edge` [length], as seen from targets (M,3);
/// no targets: from the bodies. The errors of a sum on a grid are estimated for bodies all over the box whose forces
/// have no order (theory/error-control.md). There are two sets of cubes, shifted by half an edge, because the faces of
/// one set may cut a tight clump.
///
/// The density around a body over the mean density of the box, where |force|^2 counts as density. It is V times the
/// sum of squared densities over the cells, without the body itself, and at least 1: the mean of both sets.
double crowded_density(const Box& box, double edge, std::span<const double> positions, std::span<const double> forces,
                       std::span<const double> targets = {});

/// Mean over the targets of |net force of the cell - mean of the six cells beside it|^2, less what forces without order
/// give, and at least 0 [force^2]: the larger one of both sets of cubes that crowded_density() describes.
double uneven_forces(const Box& box, double edge, std::span<const double> positions, std::span<const double> forces,
                     std::span<const double> targets = {});

/// sum |f|^2 and |sum f| of bodies all over the box whose forces have no order and whose sum has the same error.
struct ErrorNorms {
  double squares = 0, net = 0;
};

/// Those of the forces as they are.
ErrorNorms norms_of_forces(std::span<const double> forces);
/// The norms for any engine, from cells of an eighth of the longest side. With periodic directions they are those of
/// the forces as they are.
ErrorNorms crowded_norms(const Box& box, std::span<const double> positions, std::span<const double> forces);
/// Lengths of a sum on a grid [length]. Zeros: there is no grid, or it is not known.
struct GridScales {
  double spacing = 0, cutoff = 0;
};

/// The norms for the errors of a sum on a grid, for targets as in crowded_density(). Errors without order go with the
/// density within the cutoff. Forces within one cell of the grid err together: their net force counts, not the root of
/// the sum of their squares (theory/error-control.md, `norms_on_grid`).
ErrorNorms norms_on_grid(const Box& box, const GridScales& grid, std::span<const double> positions,
                         std::span<const double> forces, std::span<const double> targets = {});

/// Norms of the forces for planning a sum.
struct PlanNorms {
  ErrorNorms any;              ///< for any engine: crowded_norms
  double squares_on_grid = 0;  ///< for a grid: squares of norms_on_grid; 0: it is not known
};

/// The norms for planning.
PlanNorms plan_norms(const Box& box, const GridScales& grid, std::span<const double> positions,
                     std::span<const double> forces, std::span<const double> targets = {});
GridScales scales_of(const SumPlan& plan);
/// The norms for predicting the error of a plan: norms_on_grid if it has a grid, otherwise crowded_norms.
ErrorNorms error_norms(const SumPlan& plan, std::span<const double> positions, std::span<const double> forces,
                       std::span<const double> targets = {});

}  // namespace slurry
