// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "slurry/snapshot.hpp"

namespace slurry::ui {

struct PictureOptions {
  int width = 1200, height = 1000;
  std::optional<std::string> colour_by;  ///< name of the quantity that colours show; empty: as the scenario says
  bool light = false;                    ///< light background
  bool overlay = true;                   ///< caption, legend, scale bar, axes
  bool flat = false;                     ///< gravity to the right instead of down
  int samples = 2;                       ///< the picture is drawn this many times larger and averaged down
};

/// Names that colour_by may have, as text for messages: "speed, along_gravity, ...".
std::string colour_keys();

/// Writes the picture that the window would show of a snapshot as a PNG, first under a temporary name. It needs no
/// display: OpenGL comes from EGL, or from a private Xvfb if there is no EGL. Throws Error.
void write_picture(const Snapshot& snapshot, const PictureOptions& options, const std::filesystem::path& file);

}  // namespace slurry::ui
