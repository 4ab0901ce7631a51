// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "models/body_trail.hpp"
#include "models/colour_by.hpp"
#include "models/scene_options.hpp"
#include "models/turntable.hpp"
#include "models/vec.hpp"

namespace slurry::ui {

/// View of one experiment: camera, colours and selection. The window shows it and changes it.
struct ViewState {
  Turntable turntable;
  ColourRange range;
  SceneOptions options;
  BodyTrail trail;
  bool following = false, trail_visible = true, overlay_visible = true;
  std::optional<std::uint64_t> generation;  ///< generation of the bodies at which the camera looks
  Vec3d gravity{0, 0, 0}, centre{0, 0, 0};
  double closer = 1;  ///< how much closer the camera is than a view of the whole
  bool fitted = false;
  bool touched = false;  ///< the user moved or zoomed the camera, so it is not moved automatically
};

}  // namespace slurry::ui
