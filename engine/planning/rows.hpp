// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "summation/engine.hpp"

// The rows of the table of engines, each made in its own source.
namespace slurry {

/// The spectral Ewald sum: on one grid, on one for every clustered part, and of spheres with a radius each.
Engine ewald_row();
/// All pairs, and their images in one periodic direction.
Engine direct_row();
/// The fast multipole sum over an adaptive tree.
Engine fmm_row();

}  // namespace slurry
