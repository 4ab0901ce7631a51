// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>

namespace slurry::ui {

/// Steps per second of wall time at most; 0: as many as the engine can.
inline constexpr std::array<int, 10> speeds{1, 2, 5, 10, 20, 30, 60, 120, 240, 0};
/// Speed of a new experiment, as a place in `speeds`: slow enough to see what happens.
inline constexpr int first_speed = 6;

}  // namespace slurry::ui
