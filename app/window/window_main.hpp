// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "slurry/options.hpp"

namespace slurry::app {

struct WindowOptions {
  std::string what = "welcome";  ///< name of a built-in scenario, a scenario file, or a trajectory
  std::optional<Device> device;  ///< of a scenario, in place of its own; empty: its own
  int width = 0, height = 0;     ///< of the window; 0: as last time
  /// For tests and the README: after so many seconds a picture of the whole window, then the end.
  struct Screenshot {
    double after = 3;
    std::filesystem::path file;
  };
  std::optional<Screenshot> screenshot;
};

/// Opens the window and stays until it is closed; returns the exit code.
int window_main(const WindowOptions& options);

}  // namespace slurry::app
