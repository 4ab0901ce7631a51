// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <array>
#include <span>

#include "geometry/periods.hpp"
#include "slurry/scenario.hpp"

namespace slurry {

/// Extent of the domain along one axis [length]. If the axis is open, it is the extent of the bodies, with a margin of
/// four times the largest radius.
inline std::array<double, 2> field_extent(const Scenario& s, int axis, std::span<const double> positions) {
  const double period = Periods::of(s.domain).length[axis];
  if (period > 0) return {0, period};
  if (s.domain.kind == DomainKind::pipe) return {-s.domain.radius, s.domain.radius};
  double low = 0, high = 0, reach = s.bodies.empty() ? 1 : 0;
  for (const BodyGroup& g : s.bodies) reach = std::max(reach, g.reach());
  for (std::size_t i = static_cast<std::size_t>(axis); i < positions.size(); i += 3) {
    low = i < 3 ? positions[i] : std::min(low, positions[i]);
    high = i < 3 ? positions[i] : std::max(high, positions[i]);
  }
  return {low - 4 * reach, high + 4 * reach};
}

}  // namespace slurry
