// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "models/body_cloud.hpp"
#include "models/turntable.hpp"

namespace slurry::ui {

/// A half line from the eye. Its direction has length one.
struct Ray {
  Vec3d origin{0, 0, 0}, direction{0, 0, -1};
};

/// Ray through a pixel (x to the right, y down, from the upper left corner) of a picture of width x height.
Ray ray_through(const CameraPose& pose, double x, double y, double width, double height);

/// The body that a ray meets first.
struct Hit {
  long body = -1;       ///< index into the snapshot; -1: nothing
  double distance = 0;  ///< distance from the ray's origin [length]
  Vec3d point{0, 0, 0};
};
/// Finds the first of the drawn bodies that the ray meets, exactly. It is computed here, so nothing waits for a
/// graphics card.
Hit first_hit(const Ray& ray, const BodyCloud& cloud);

/// Finds the place of a point in the picture [pixels from the upper left corner]. Returns false if the point is behind
/// the eye.
bool project(const CameraPose& pose, const Vec3d& point, double width, double height, double& x, double& y);

}  // namespace slurry::ui
