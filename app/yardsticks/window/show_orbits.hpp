// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <optional>

namespace slurry::app {

/// Saves a picture of the window after some seconds and closes it. This is for tests.
struct OrbitPicture {
  double after = 3;
  std::filesystem::path file;
};

/// Opens 'Who keeps the orbit?' and returns the exit code when it is closed. Throws Error if no window can be opened.
int show_orbits(const std::optional<OrbitPicture>& picture);

}  // namespace slurry::app
