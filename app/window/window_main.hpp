// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "slurry/options.hpp"

namespace slurry::app {

struct WindowOptions {
  /// Name of a built-in scenario, a scenario file, or a trajectory. Empty: the gallery, in which the user chooses.
  std::string what{};
  std::optional<Device> device;  ///< device that replaces the one of the scenario; empty: that of the scenario
  int width = 0, height = 0;     ///< size of the window; 0: as last time
  /// Saves a picture of the whole window after some seconds and closes the window. This is for tests and the README.
  struct Screenshot {
    double after = 3;
    std::filesystem::path file;
  };
  std::optional<Screenshot> screenshot;
};

/// Opens the window and returns the exit code when it is closed.
int window_main(const WindowOptions& options);

/// Figures of the window with the real engine.
struct WindowFigures {
  std::string scenario;
  double seconds_until_it_moves = 0;                   ///< from the making of the window to the second step drawn [s]
  double steps_per_second = 0, frames_per_second = 0;  ///< when both work as fast as they can
  double longest_stall = 0;              ///< longest time between two turns of the event loop, outside of drawing [s]
  double turning_frames_per_second = 0;  ///< paused, while a person turns the view
  double still_frames_per_second = 0;    ///< paused, as many pictures in full detail as can be drawn
  double peak_memory = 0;                ///< [byte]
};

/// Opens the window with a scenario, a name or a file, and measures three times for this number of seconds: running,
/// turned by the mouse, and drawn in full detail. Throws Error if there is no display, or if nothing moved within ten
/// minutes.
WindowFigures measure_window(const std::string& scenario, double seconds);

}  // namespace slurry::app
