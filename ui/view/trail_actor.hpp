// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <memory>

#include "models/body_trail.hpp"

class vtkRenderer;

namespace slurry::ui {

/// Draws the path of the selected body as a line that fades with age.
class TrailActor {
 public:
  explicit TrailActor(vtkRenderer* renderer);
  ~TrailActor();
  void show(const BodyTrail* trail, const std::array<double, 3>& colour);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace slurry::ui
