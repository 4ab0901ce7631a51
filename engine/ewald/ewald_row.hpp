// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "summation/engine.hpp"

namespace slurry {

/// The spectral Ewald sum: on one grid, on one for every clustered part, and of spheres with a radius each.
Engine ewald_row();

}  // namespace slurry
