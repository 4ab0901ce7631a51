// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <optional>

namespace slurry::app {

/// A picture of the window after so many seconds, then the end: for tests.
struct OrbitPicture {
  double after = 3;
  std::filesystem::path file;
};

/// Opens 'Who keeps the orbit?' and stays until it is closed; returns the exit code.  Throws Error where no window can
/// be opened.
int show_orbits(const std::optional<OrbitPicture>& picture);

}  // namespace slurry::app
