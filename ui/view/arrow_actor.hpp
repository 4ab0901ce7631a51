// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "models/slice_arrows.hpp"

class vtkRenderer;

namespace slurry::ui {

/// Draws arrows of the fluid's velocity in the plane of the slice.
class ArrowActor {
 public:
  explicit ArrowActor(vtkRenderer* renderer);
  ~ArrowActor();
  void hide();
  void show(const std::vector<PlaneArrow>& arrows, const std::array<double, 3>& colour);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace slurry::ui
