// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "slurry/options.hpp"

namespace slurry::app {

struct WindowOptions {
  /// Name of a built-in scenario, a scenario file, or a trajectory; empty: the gallery, to choose from.
  std::string what{};
  std::optional<Device> device;  ///< device that replaces the one of the scenario; empty: that of the scenario
  int width = 0, height = 0;     ///< size of the window; 0: as last time
  /// For tests and the README: after so many seconds a picture of the whole window, then the end.
  struct Screenshot {
    double after = 3;
    std::filesystem::path file;
  };
  std::optional<Screenshot> screenshot;
};

/// Opens the window and stays until it is closed; returns the exit code.
int window_main(const WindowOptions& options);

/// Rates of the window over the real engine, as fast as both can.
struct WindowFigures {
  std::string scenario;
  double seconds_until_it_moves = 0;  ///< from the making of the window to the second step drawn [s]
  double steps_per_second = 0, frames_per_second = 0;
  double longest_stall = 0;  ///< between two turns of the event loop, outside of drawing [s]
};

/// Opens the window with the welcome scenario and watches it for so many seconds.  Throws Error without a display.
WindowFigures measure_window(double seconds);

}  // namespace slurry::app
