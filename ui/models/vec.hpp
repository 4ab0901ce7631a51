// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cmath>

namespace slurry::ui {

using Vec3d = std::array<double, 3>;

inline Vec3d operator+(const Vec3d& x, const Vec3d& y) {
  return {x[0] + y[0], x[1] + y[1], x[2] + y[2]};
}
inline Vec3d operator-(const Vec3d& x, const Vec3d& y) {
  return {x[0] - y[0], x[1] - y[1], x[2] - y[2]};
}
inline Vec3d operator*(double s, const Vec3d& x) {
  return {s * x[0], s * x[1], s * x[2]};
}
inline double dot(const Vec3d& x, const Vec3d& y) {
  return x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
}
inline Vec3d cross(const Vec3d& x, const Vec3d& y) {
  return {x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]};
}
inline double length(const Vec3d& x) {
  return std::sqrt(dot(x, x));
}
inline Vec3d normalised(const Vec3d& x) {
  const double l = length(x);
  return l > 0 ? (1 / l) * x : x;
}

}  // namespace slurry::ui
