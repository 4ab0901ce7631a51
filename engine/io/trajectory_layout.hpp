// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <string>
#include <string_view>

// Names of the objects in a trajectory, shared by the writer and the reader (engine/io/README.md).
namespace slurry::layout {

/// The only group of bodies. It has spheres, rods, or both.
struct Bodies {
  explicit Bodies(const std::string& name) : group("particles/" + name) {}
  std::string group;
  std::string step = group + "/position/step", time = group + "/position/time", position = group + "/position",
              image = group + "/image", velocity = group + "/velocity", force = group + "/force",
              edges = group + "/box/edges", contact_force = group + "/contact_force",
              effective_velocity = group + "/effective_velocity",
              contact_displacement = group + "/contact_displacement", radius = group + "/radius",
              species = group + "/species", id = group + "/id",
              orientation = group + "/orientation",  ///< director, a unit vector
      /// as AngularVelocities; NaN for spheres of a run that was not asked for them
      angular_velocity = group + "/angular_velocity",
              half_length = group + "/half_length";  ///< 0: a sphere
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
/// Group of the whole states from which a run continues, in four columns (moment_columns.hpp).
inline constexpr const char* moments = "slurry/moments";
inline constexpr const char* scenario = "parameters/scenario";
inline constexpr const char* scenario_in_force = "parameters/scenario_in_force";
inline constexpr const char* parents = "parameters/parents";
inline constexpr const char* events = "parameters/events";

/// Name of the dataset with the values of a time-dependent H5MD element.
inline std::string value_of(std::string_view element) {
  return std::string(element) + "/value";
}

}  // namespace slurry::layout
