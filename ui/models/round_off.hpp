// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>

#include "slurry/scenario.hpp"

namespace slurry::ui {

/// Size below which a number of this unit (in words, slurry/unit.hpp) is rounding and no motion: 1e-12 of what the
/// forces and flows of the scenario can do.  0 for units without velocities, and where nothing drives anything.
double round_off_of(std::string_view unit, const Scenario& scenario);

/// The number, or 0 where it is rounding.
inline double without_round_off(double value, double round_off) {
  return value < round_off && value > -round_off ? 0 : value;
}

}  // namespace slurry::ui
