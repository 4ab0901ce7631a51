// SPDX-License-Identifier: BSD-3-Clause
#include "models/slice_arrows.hpp"

#include <algorithm>
#include <cmath>

namespace slurry::ui {

std::array<int, 3> slice_axes(FieldPlane::Plane plane) {
  switch (plane) {
    case FieldPlane::Plane::xy:
      return {0, 1, 2};
    case FieldPlane::Plane::xz:
      return {0, 2, 1};
    case FieldPlane::Plane::yz:
      break;
  }
  return {1, 2, 0};
}

std::vector<PlaneArrow> slice_arrows(const Field& s, const std::vector<std::uint8_t>& visible, int along, double lift) {
  std::vector<PlaneArrow> arrows;
  const int n0 = s.shape[0], n1 = s.shape[1];
  const std::size_t count = static_cast<std::size_t>(n0) * n1;
  if (n0 < 2 || n1 < 2 || s.velocity.size() < 3 * count || visible.size() < count || s.body.size() < count)
    return arrows;
  const std::array<int, 3> axes = slice_axes(s.plane().plane);
  const double h0 = (s.upper[0] - s.lower[0]) / n0, h1 = (s.upper[1] - s.lower[1]) / n1;
  const double cell = std::max(h0 * n0, h1 * n1) / along;
  const int step0 = std::max(1, static_cast<int>(std::lround(cell / h0))),
            step1 = std::max(1, static_cast<int>(std::lround(cell / h1)));
  const auto speed = [&](std::size_t i) {
    return std::hypot(s.velocity[3 * i + axes[0]], s.velocity[3 * i + axes[1]]);
  };
  double fastest = 0;
  for (std::size_t i = 0; i < count; ++i)
    if (s.is_fluid(i)) fastest = std::max<double>(fastest, speed(i));
  if (!(fastest > 0)) return arrows;
  for (int j = step1 / 2; j < n1; j += step1)
    for (int i = step0 / 2; i < n0; i += step0) {
      const std::size_t at = static_cast<std::size_t>(j) * n0 + i;
      const double v = speed(at), length = 0.95 * cell * v / fastest;
      if (!s.is_fluid(at) || !visible[at] || length < 0.06 * cell) continue;
      const double u0 = s.velocity[3 * at + axes[0]] / v, u1 = s.velocity[3 * at + axes[1]] / v;
      const auto point = [&](double ahead, double aside) {
        Vec3d x{0, 0, 0};
        x[axes[0]] = s.lower[0] + (i + 0.5) * h0 + ahead * u0 - aside * u1;
        x[axes[1]] = s.lower[1] + (j + 0.5) * h1 + ahead * u1 + aside * u0;
        x[axes[2]] = s.plane().offset + lift;
        return x;
      };
      const double head = 0.34 * length;
      arrows.push_back({point(-length / 2, 0),
                        point(length / 2, 0),
                        {point(length / 2 - head, 0.5 * head), point(length / 2 - head, -0.5 * head)}});
    }
  return arrows;
}

}  // namespace slurry::ui
