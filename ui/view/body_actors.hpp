// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "models/body_cloud.hpp"

class vtkRenderer;

namespace slurry::ui {

/// Draws spheres as impostors. Each sphere is one point, and the fragment shader intersects ray and sphere with true
/// depth.
class BodyActors {
 public:
  explicit BodyActors(vtkRenderer* renderer);
  ~BodyActors();

  void set_visible(bool visible);
  /// Copies the cloud for the next draw.
  void show(const BodyCloud& cloud);
  /// Copies only these spheres of the cloud.
  void show(const BodyCloud& cloud, const std::vector<std::uint32_t>& which);
  /// Draws a ring around every copy of a body; -1 means no body. A rod gets one rim around all its spheres.
  void select(const BodyCloud& cloud, long body, bool rod, const std::array<double, 3>& colour);
  /// Sets the distances from the eye at which spheres begin to fade and have faded most [length].
  void set_fog(double nearest, double farthest, const std::array<double, 3>& colour, double strength);

 private:
  struct Spheres;
  std::unique_ptr<Spheres> all_, ring_;
  bool visible_ = true;
};

}  // namespace slurry::ui
