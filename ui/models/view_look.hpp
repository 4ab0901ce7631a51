// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "models/view_state.hpp"

namespace slurry::ui {

/// The look of a view that a user chose: camera, colours and what is drawn. The selected body is not part of it.
struct ViewLook {
  Turntable turntable;
  SceneOptions options;
  double closer = 1;
  bool fitted = false, touched = false, following = false, trail_visible = true, overlay_visible = true, locked = false;
};

ViewLook look_of(const ViewState& state);
bool same_camera(const ViewLook& a, const ViewLook& b);
bool same_look(const ViewLook& a, const ViewLook& b);
/// Gives a view this look, also if the bodies are others or have moved.
void take_look(ViewState& state, const ViewLook& look);

}  // namespace slurry::ui
