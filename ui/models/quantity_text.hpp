// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "slurry/scenario.hpp"

namespace slurry::ui {

enum class Dimension { none, length, time, velocity, force, viscosity, flux, pressure_gradient, rate };

/// Unit of a quantity in the scenario's system: "a", "U₀", "τ" (reduced) or "m", "m/s", "s" (SI); empty for none.
std::string unit_of(Dimension dimension, Units units);

/// Four significant digits with a true minus, "1.234", "−0.05", "3.2e−05"; "–" for what is not known.
std::string number_text(double value, int digits = 4);

/// Number and unit.
std::string quantity_text(double value, Dimension dimension, Units units, int digits = 4);

/// An error or a tolerance: "1.2e−03", "–" when unknown.
std::string error_text(double value);

/// A duration of the wall clock: "820 µs", "3.1 ms", "1.25 s".
std::string duration_text(double seconds);

/// Significant digits that tell numbers up to `largest` apart that are whole steps from each other (step > 0).
int digits_to_tell(double largest, double step);

/// Smallest of 1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8 x 10^k that is not below value (value > 0).
double nice_ceiling(double value);
/// Largest of 1, 2, 5 x 10^k not above value (value > 0).
double nice_floor(double value);

}  // namespace slurry::ui
