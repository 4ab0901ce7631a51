// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <string_view>

// Where things are in a trajectory; the writer and the reader agree here (app.md (f)).
namespace slurry::layout {

inline constexpr const char* bodies = "particles/spheres";
inline constexpr const char* step = "particles/spheres/position/step";
inline constexpr const char* time = "particles/spheres/position/time";
inline constexpr const char* position = "particles/spheres/position";
inline constexpr const char* image = "particles/spheres/image";
inline constexpr const char* velocity = "particles/spheres/velocity";
inline constexpr const char* force = "particles/spheres/force";
inline constexpr const char* edges = "particles/spheres/box/edges";
inline constexpr const char* radius = "particles/spheres/radius";
inline constexpr const char* species = "particles/spheres/species";
inline constexpr const char* id = "particles/spheres/id";
inline constexpr const char* observables = "observables";
inline constexpr const char* timings = "slurry/timings";
inline constexpr const char* scenario = "parameters/scenario";
inline constexpr const char* scenario_in_force = "parameters/scenario_in_force";
inline constexpr const char* events = "parameters/events";

}  // namespace slurry::layout
