// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <memory>

#include "slurry/snapshot.hpp"

namespace slurry::test {

/// Of a pipe without bodies.
inline Snapshot pipe_snapshot(double radius, double length) {
  auto scenario = std::make_shared<Scenario>();
  scenario->domain = {DomainKind::pipe, radius, length, {1, 1, 1}};
  Snapshot s;
  s.scenario = scenario;
  return s;
}

/// A sphere at rest.
inline void add_body(Snapshot& s, const std::array<double, 3>& x, double radius = 1) {
  s.positions.insert(s.positions.end(), x.begin(), x.end());
  s.velocities.insert(s.velocities.end(), {0, 0, 0});
  s.radii.push_back(radius);
}

}  // namespace slurry::test
