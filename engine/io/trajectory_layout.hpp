// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <string>
#include <string_view>

// Where things are in a trajectory; the writer and the reader agree here (engine/io/README.md).
namespace slurry::layout {

/// The one group of bodies: of spheres, of rods, or of both.
struct Bodies {
  explicit Bodies(const std::string& name) : group("particles/" + name) {}
  std::string group;
  std::string step = group + "/position/step", time = group + "/position/time", position = group + "/position",
              image = group + "/image", velocity = group + "/velocity", force = group + "/force",
              edges = group + "/box/edges", contact_force = group + "/contact_force",
              effective_velocity = group + "/effective_velocity",
              contact_displacement = group + "/contact_displacement", radius = group + "/radius",
              species = group + "/species", id = group + "/id",
              orientation = group + "/orientation",    ///< director, a unit vector
      angular_velocity = group + "/angular_velocity",  ///< as AngularVelocities; spheres of an unasked run: NaN
      half_length = group + "/half_length";            ///< 0: a sphere
};
inline constexpr std::array<const char*, 3> body_groups{"spheres", "rods", "bodies"};

inline constexpr const char* observables = "observables";
/// Group of quantities that are not known at every frame, with the names of an error's numbers there (ErrorEntry).  It
/// is outside of `observables`, where readers such as MDAnalysis expect a row for every frame.
inline constexpr const char* sparse = "slurry/observables";
inline constexpr std::array<const char*, 3> error_parts{"asked", "predicted", "measured"};
/// Group of the state from which a run continues at a frame, besides the frame itself.  A row holds from its step to
/// the next row.
inline constexpr const char* running = "slurry/running";
/// Difference between the model and true bodies where it is known: one group for the first frame, and one for the last
/// frame if the run ended cleanly.
inline constexpr const char* model_error = "slurry/model_error";
inline constexpr const char* timings = "slurry/timings";
inline constexpr const char* checkpoint = "slurry/checkpoint";
inline constexpr const char* checkpoint_words = "slurry/checkpoint_words";
/// Whole states that a run goes on from, in four columns (moment_columns.hpp).
inline constexpr const char* moments = "slurry/moments";
inline constexpr const char* scenario = "parameters/scenario";
inline constexpr const char* scenario_in_force = "parameters/scenario_in_force";
inline constexpr const char* parents = "parameters/parents";
inline constexpr const char* events = "parameters/events";

/// The dataset with the values of an element that H5MD follows in time.
inline std::string value_of(std::string_view element) {
  return std::string(element) + "/value";
}

}  // namespace slurry::layout
