// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "models/vec.hpp"
#include "slurry/snapshot.hpp"

namespace slurry::ui {

inline bool is_rod(const Snapshot& s, std::size_t body) {
  return body < s.half_lengths.size() && s.half_lengths[body] > 0 && s.directors.size() == s.positions.size();
}

/// Vector from the centre of a body to the end of its axis [length]; zero for a sphere. Contacts treat the body as a
/// capsule, all points within the body's radius of this axis.
inline Vec3d half_axis(const Snapshot& s, std::size_t body) {
  if (!is_rod(s, body)) return {0, 0, 0};
  const double half = s.half_lengths[body] - s.radii[body];
  return half * Vec3d{s.directors[3 * body], s.directors[3 * body + 1], s.directors[3 * body + 2]};
}

}  // namespace slurry::ui
