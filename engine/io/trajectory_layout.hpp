// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

// Where things are in a trajectory; the writer and the reader agree here (app.md (f)).
namespace slurry::layout {

/// The one group of bodies: of spheres, of rods, or of both.
struct Bodies {
  explicit Bodies(const std::string& name) : group("particles/" + name) {}
  std::string group;
  std::string step = group + "/position/step", time = group + "/position/time", position = group + "/position",
              image = group + "/image", velocity = group + "/velocity", force = group + "/force",
              edges = group + "/box/edges", radius = group + "/radius", species = group + "/species",
              id = group + "/id",
              orientation = group + "/orientation",    ///< director, a unit vector
      angular_velocity = group + "/angular_velocity",  ///< n x dn/dt; a spin about n moves nothing
      half_length = group + "/half_length";            ///< 0: a sphere
};
inline constexpr std::array<const char*, 3> body_groups{"spheres", "rods", "bodies"};

inline constexpr const char* observables = "observables";
inline constexpr const char* timings = "slurry/timings";
inline constexpr const char* checkpoint = "slurry/checkpoint";
inline constexpr const char* scenario = "parameters/scenario";
inline constexpr const char* scenario_in_force = "parameters/scenario_in_force";
inline constexpr const char* events = "parameters/events";

}  // namespace slurry::layout

namespace slurry {

/// a x b of rows of three.
inline std::vector<double> cross(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> c(a.size());
  for (std::size_t i = 0; i + 2 < a.size(); i += 3)
    for (std::size_t k = 0; k < 3; ++k) {
      const std::size_t p = i + (k + 1) % 3, q = i + (k + 2) % 3;
      c[i + k] = a[p] * b[q] - a[q] * b[p];
    }
  return c;
}

}  // namespace slurry
