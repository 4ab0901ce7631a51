// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>

#include "ewald/accuracy/error_estimate.hpp"
#include "ewald/far/far_grid.hpp"
#include "kernels/ewald_split.hpp"
#include "slurry/report.hpp"

namespace slurry {

/// Mean squares of the velocities (or potentials) that the images of padded modes add to a sum. Forces (charges) have
/// sum |f|^2 = 1; dipoles have kappa = 1 (SumCounts::dipole_norm).
struct ImageErrors {
  FieldSquares force, dipole;
};

/// Returns the mean squares of the errors by the images of padded modes. Modes of one or two periodic directions decay
/// across, and padding keeps their images apart. What is left of the image of a mode follows from the padded period of
/// its class of planes (theory/error-control.md (E7b)). spread: lengths that the points take in the free directions
/// [length]; 0: those of the box.
ImageErrors image_errors(const EwaldParameters& parameters, const EwaldSplit& split, const FarGrid& grid,
                         const std::array<double, 3>& spread);

}  // namespace slurry
