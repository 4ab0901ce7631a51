// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "models/number_text.hpp"
#include "slurry/unit.hpp"

namespace slurry::ui {

/// Text of a number with its unit. `unit` is in words (slurry/unit.hpp); options in force give its symbol.
std::string quantity_text(double value, std::string_view unit, const Scenario& scenario, int digits = 4);

/// Text of several numbers with their unit, "1.2, 0.3, −4 a", with as many decimals as the largest needs
/// (vector_texts). "–" if none of them is known.
std::string list_text(std::span<const double> values, std::string_view unit, const Scenario& scenario, int digits = 4);

/// Text of a wall time: "820 µs", "3.1 ms", "1.25 s", "23 min", "4.2 h".
std::string duration_text(double seconds);

/// Number of significant digits that tells apart two numbers of at most `largest` whose difference is a multiple of
/// `step` (step > 0).
int digits_to_tell(double largest, double step);

/// Smallest of 1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8 x 10^k that is not below value (value > 0).
double nice_ceiling(double value);
/// Largest of 1, 2, 5 x 10^k not above value (value > 0).
double nice_floor(double value);

}  // namespace slurry::ui
