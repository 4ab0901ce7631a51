// SPDX-License-Identifier: BSD-3-Clause
#include "models/picking.hpp"

#include <cmath>

namespace slurry::ui {

Ray ray_through(const CameraPose& pose, double x, double y, double width, double height) {
  const double scale = pose.length_per_pixel(height);
  const Vec3d in_focus =
      pose.focus + (scale * (x - width / 2)) * pose.right() + (scale * (height / 2 - y)) * pose.upward();
  if (pose.parallel) {
    const Vec3d back = pose.position - pose.focus;
    return {in_focus + back, -1.0 * normalised(back)};
  }
  return {pose.position, normalised(in_focus - pose.position)};
}

Hit first_hit(const Ray& ray, const BodyCloud& cloud) {
  Hit best;
  for (std::size_t i = 0; i < cloud.size(); ++i) {
    const Vec3d c{cloud.centres[3 * i], cloud.centres[3 * i + 1], cloud.centres[3 * i + 2]};
    const Vec3d to = c - ray.origin;
    const double along = dot(to, ray.direction);
    const Vec3d off = to - along * ray.direction;
    const double room = static_cast<double>(cloud.radii[i]) * cloud.radii[i] - dot(off, off);
    if (room < 0) continue;
    const double t = along - std::sqrt(room);
    if (t > 0 && (best.body < 0 || t < best.distance)) best = {cloud.bodies[i], t, ray.origin + t * ray.direction};
  }
  return best;
}

bool project(const CameraPose& pose, const Vec3d& point, double width, double height, double& x, double& y) {
  const Vec3d eye = pose.towards_eye();
  const double distance = length(pose.position - pose.focus);
  const Vec3d d = point - pose.focus;
  const double depth = distance - dot(d, eye);
  if (!pose.parallel && depth <= 0) return false;
  const double scale = (pose.parallel ? 1 : distance / depth) / pose.length_per_pixel(height);
  x = width / 2 + scale * dot(d, pose.right());
  y = height / 2 - scale * dot(d, pose.upward());
  return true;
}

}  // namespace slurry::ui
