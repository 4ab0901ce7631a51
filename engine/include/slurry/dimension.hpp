// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "slurry/scenario.hpp"

namespace slurry {

/// What a number is measured in, in any coherent system of units.
enum class Dimension {
  none,
  length,
  time,
  velocity,
  velocity_squared,
  force,
  energy,
  viscosity,
  flux,
  pressure_gradient,
  rate,
  degrees
};

/// Unit for a person, in the system of a scenario: "a", "U₀", "τ" (reduced) or "m", "m/s", "s" (SI); empty for none.
std::string unit_of(Dimension dimension, Units units);

/// SI unit as files name it (H5MD, module units): "m s-1"; "1" for none.
std::string si_unit(Dimension dimension);

}  // namespace slurry
