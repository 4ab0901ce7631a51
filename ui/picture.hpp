// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "slurry/snapshot.hpp"

namespace slurry::ui {

struct PictureOptions {
  int width = 1200, height = 1000;
  std::optional<std::string> colour_by;  ///< name of a quantity of bodies; empty: as the scenario says
  bool light = false;                    ///< on a light ground
  bool overlay = true;                   ///< caption, legend, scale bar, axes
  bool flat = false;                     ///< gravity to the right instead of down
  int samples = 2;                       ///< drawn so many times larger and averaged down
};

/// Names that colour_by may have, for messages: "speed, along_gravity, ...".
std::string colour_keys();

/// The picture that the window would show of a snapshot, as a PNG written beside its final name and renamed.  Needs no
/// display: OpenGL comes from EGL, or from a private Xvfb where there is no EGL.  Throws Error.
void write_picture(const Snapshot& snapshot, const PictureOptions& options, const std::filesystem::path& file);

}  // namespace slurry::ui
