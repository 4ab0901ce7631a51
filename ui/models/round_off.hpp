// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>

#include "slurry/scenario.hpp"

namespace slurry::ui {

/// Size below which a number of this unit (in words, slurry/unit.hpp) comes from rounding and not from motion: 1e-12 of
/// what the forces and flows of the scenario can cause. 0 for units without velocities, and if nothing drives the
/// bodies.
double round_off_of(std::string_view unit, const Scenario& scenario);

/// Returns the value, or 0 if it is smaller than round_off.
inline double without_round_off(double value, double round_off) {
  return value < round_off && value > -round_off ? 0 : value;
}

}  // namespace slurry::ui
