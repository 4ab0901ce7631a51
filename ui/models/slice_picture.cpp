// SPDX-License-Identifier: BSD-3-Clause
#include "models/slice_picture.hpp"

#include <array>
#include <cmath>
#include <utility>

namespace slurry::ui {

std::vector<float> filled_slice_values(const Field& s, std::vector<float> values) {
  const int n0 = s.shape[0], n1 = s.shape[1];
  const std::size_t count = static_cast<std::size_t>(n0) * n1;
  if (values.size() < count || s.body.size() < count) return values;
  std::vector<std::uint8_t> known(count);
  for (std::size_t i = 0; i < count; ++i) known[i] = s.is_fluid(i);
  std::vector<std::pair<std::size_t, float>> found;
  // Ring by ring from the rim of each hole; a hole is a body wide at most.
  for (int ring = 0; ring < n0 + n1; ++ring) {
    found.clear();
    for (int j = 0; j < n1; ++j)
      for (int i = 0; i < n0; ++i) {
        const std::size_t at = static_cast<std::size_t>(j) * n0 + i;
        if (known[at]) continue;
        float sum = 0;
        int around = 0;
        for (const auto& [di, dj] : {std::pair{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, 1}, {1, -1}, {-1, -1}}) {
          const int a = i + di, b = j + dj;
          if (a < 0 || b < 0 || a >= n0 || b >= n1) continue;
          const std::size_t next = static_cast<std::size_t>(b) * n0 + a;
          if (known[next]) sum += values[next], ++around;
        }
        if (around > 0) found.emplace_back(at, sum / static_cast<float>(around));
      }
    if (found.empty()) break;
    for (const auto& [at, value] : found) values[at] = value, known[at] = 1;
  }
  return values;
}

std::vector<std::uint8_t> slice_in_domain(const Field& s, const Domain& d) {
  const int n0 = s.shape[0], n1 = s.shape[1];
  std::vector<std::uint8_t> in(static_cast<std::size_t>(n0) * n1, 1);
  if (d.kind != DomainKind::pipe) return in;
  const FieldPlane plane = s.plane();
  for (int j = 0; j < n1; ++j)
    for (int i = 0; i < n0; ++i) {
      const double p0 = s.lower[0] + (i + 0.5) * (s.upper[0] - s.lower[0]) / n0;
      const double p1 = s.lower[1] + (j + 0.5) * (s.upper[1] - s.lower[1]) / n1;
      // Across the axis: y and z, one or both of them in the plane.
      const double r = plane.plane == FieldPlane::Plane::yz ? std::hypot(p0, p1) : std::hypot(p1, plane.offset);
      in[static_cast<std::size_t>(j) * n0 + i] = r < d.radius;
    }
  return in;
}

}  // namespace slurry::ui
