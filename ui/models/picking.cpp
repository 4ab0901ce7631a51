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

namespace {

constexpr double miss = -1;

/// Distance along the ray from `origin` [length] to a ball around 0. Negative: behind the origin, or missed.
double to_ball(const Vec3d& origin, const Vec3d& direction, double radius) {
  const double along = -dot(origin, direction);
  const Vec3d off = origin + along * direction;
  const double room = radius * radius - dot(off, off);
  return room < 0 ? miss : along - std::sqrt(room);
}

/// The same to a spheroid around 0 with the half axis `half` along the unit vector n: the space is squashed along n
/// until the spheroid is a ball.
double to_spheroid(const Vec3d& origin, const Vec3d& direction, double radius, double half, const Vec3d& n) {
  const double squash = radius / half - 1;
  const Vec3d way = direction + (squash * dot(direction, n)) * n;
  const double per_length = length(way);
  const double t = to_ball(origin + (squash * dot(origin, n)) * n, (1 / per_length) * way, radius);
  return t < 0 ? miss : t / per_length;
}

/// The same to a capsule around 0, all points within `radius` of an axis from -core n to core n.
double to_capsule(const Vec3d& origin, const Vec3d& direction, double radius, double core, const Vec3d& n) {
  const double a = dot(origin, n), b = dot(direction, n);
  const Vec3d off = origin - a * n, way = direction - b * n;  // across the axis
  const double across2 = dot(way, way), half = dot(off, way),
               room = half * half - across2 * (dot(off, off) - radius * radius);
  if (room < 0) return miss;
  const double t = across2 > 0 ? (-half - std::sqrt(room)) / across2 : 0;
  const double place = across2 > 0 ? a + t * b : -std::copysign(2 * core, b);
  if (std::abs(place) <= core) return t;
  return to_ball(origin - std::copysign(core, place) * n, direction, radius);
}

}  // namespace

Hit first_hit(const Ray& ray, const BodyCloud& cloud) {
  Hit best;
  for (std::size_t i = 0; i < cloud.size(); ++i) {
    const Vec3d c{cloud.centres[3 * i], cloud.centres[3 * i + 1], cloud.centres[3 * i + 2]};
    const Vec3d axis{cloud.axes[3 * i], cloud.axes[3 * i + 1], cloud.axes[3 * i + 2]};
    const Vec3d origin = ray.origin - c, n = normalised(axis);
    const double radius = cloud.radii[i], half = length(axis);
    double t = miss;
    switch (cloud.forms[i]) {
      case BodyForm::sphere:
        t = to_ball(origin, ray.direction, radius);
        break;
      case BodyForm::spheroid:
        t = to_spheroid(origin, ray.direction, radius, half, n);
        break;
      case BodyForm::capsule:
        t = to_capsule(origin, ray.direction, radius, half - radius, n);
        break;
    }
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
