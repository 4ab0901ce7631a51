// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

#include "slurry/scenario.hpp"

// Units of options and quantities. A row of their tables gives the unit of its number in words, for example "length" or
// "force time/length^2". An empty text means a pure number.
namespace slurry {

/// Unit as text for the user in the unit system of a scenario: "a", "U₀", "F τ/a²" (reduced) or "m", "m/s", "Pa s"
/// (SI). Words that the table of units does not contain are returned unchanged.
std::string unit_text(std::string_view words, Units units);

/// Unit as text for the user, for the parameters in force. In reduced units U₀ is F/(6 pi eta a) with the weight F and
/// the radius a of the first kind of body. Velocities are in U₀ if U₀ is 1, and otherwise in a/τ, for example after a
/// change of the viscosity or if no body has a weight. Lengths are in a if the radius of the first kind of body is 1,
/// and otherwise in ℓ, the length in which that radius is given.
std::string unit_text(std::string_view words, const Scenario& scenario);

/// Whether the scenario's unit of length has a known name: SI, or reduced units in which the first kind of body has
/// radius 1.
bool length_is_in_radii(const Scenario& scenario);

/// SI unit as files name it (H5MD, module units): "m s-1"; "1" for a pure number.
std::string unit_in_files(std::string_view words);

}  // namespace slurry
