// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <vector>

#include "models/colour_by.hpp"
#include "slurry/snapshot.hpp"

class vtkRenderer;

namespace slurry::ui {

/// Draws the fluid's velocity on a plane as a picture. It is transparent outside of the pipe.
class SliceActor {
 public:
  explicit SliceActor(vtkRenderer* renderer);
  ~SliceActor();
  void hide();
  /// values: one per point of the slice, coloured through map and range; visible: 0 where the plane is clear.
  void show(const Field& slice, const std::vector<float>& values, const std::vector<std::uint8_t>& visible,
            const ColourMap& map, const ColourRange& range, double opacity);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace slurry::ui
