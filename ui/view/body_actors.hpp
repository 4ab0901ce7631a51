// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "models/body_cloud.hpp"

class vtkRenderer;

namespace slurry::ui {

/// Draws bodies as impostors. Each body is one point, and the fragment shader intersects the ray with its surface, with
/// true depth.
class BodyActors {
 public:
  explicit BodyActors(vtkRenderer* renderer);
  ~BodyActors();

  void set_visible(bool visible);
  /// Copies the cloud for the next draw.
  void show(const BodyCloud& cloud);
  /// Copies only these bodies of the cloud.
  void show(const BodyCloud& cloud, const std::vector<std::uint32_t>& which);
  /// Draws a rim around every copy of a body; -1 means no body.
  void select(const BodyCloud& cloud, long body, const std::array<double, 3>& colour);
  /// Sets the distances from the eye at which bodies begin to fade and have faded most [length].
  void set_fog(double nearest, double farthest, const std::array<double, 3>& colour, double strength);

 private:
  struct Impostors;
  /// One for each BodyForm.
  using Actors = std::array<std::unique_ptr<Impostors>, 3>;
  Actors bodies_, rims_;
  bool visible_ = true;
};

}  // namespace slurry::ui
