// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

namespace slurry::ui {

/// Options of the picture besides the snapshot.
struct SceneOptions {
  std::string by = "speed";  ///< name of the quantity that colours show
  bool show_bodies = true, show_pipe = true, show_slice = true, show_arrows = false, cut_before_slice = false;
  bool show_cells = false;  ///< boxes of the sum over the bodies
  double slice_opacity = 0.85;
  long selected = -1;

  bool operator==(const SceneOptions&) const = default;
};

}  // namespace slurry::ui
