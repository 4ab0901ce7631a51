// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "picture.hpp"

namespace slurry::app {

struct RenderArguments {
  std::string what;  ///< trajectory, scenario file or name of a built-in scenario
  std::filesystem::path output;
  /// number of a trajectory's frame, from 0; negative: counted from the end; empty: the last frame
  std::optional<long> frame;
  bool slice = true;  ///< shows the velocity on a plane, if the scenario asks for one
  bool overwrite = false;
  ui::PictureOptions picture;
};

/// Does the work of `slurry render`: reads a frame or sets up a scenario, and writes its picture. Throws Error.
void render_picture(const RenderArguments& arguments);

}  // namespace slurry::app
