// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "summation/engine.hpp"

namespace slurry {

/// Table entry of the spectral Ewald sum. The sum uses one grid, or one grid for every clustered part, and takes
/// spheres with a radius each.
Engine ewald_row();

}  // namespace slurry
