// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <memory>

#include "slurry/scenario.hpp"
#include "slurry/snapshot.hpp"

namespace slurry::ui {

/// A step of spheres in a pipe that settle at 0.4 and 0.6 in turn, as a session would publish it.
inline std::shared_ptr<Snapshot> snapshot(long step, double time, std::size_t bodies = 2) {
  auto s = std::make_shared<Snapshot>();
  auto scenario = std::make_shared<Scenario>();
  scenario->name = "two";
  scenario->domain = {DomainKind::pipe, 10, 40, {1, 1, 1}};
  scenario->bodies = {BodyGroup{}};
  s->scenario = scenario;
  s->step = step;
  s->time = time;
  s->radii.assign(bodies, 1);
  s->positions.assign(3 * bodies, 1);
  s->images.assign(3 * bodies, 0);
  s->velocities.assign(3 * bodies, 0);
  for (std::size_t i = 0; i < bodies; ++i) s->velocities[3 * i] = i % 2 ? 0.6 : 0.4;
  s->values.set("mean_settling_velocity", 0.5);
  s->values.set("settling_velocity_deviation", 0.1);
  return s;
}

}  // namespace slurry::ui
