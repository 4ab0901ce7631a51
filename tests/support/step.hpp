// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "dynamics/integrator.hpp"
#include "slurry/quantity.hpp"

namespace slurry::test {

/// A step as quantities see it, of bodies alone.
inline Step step_of(const BodyState& s, const Scenario& scenario, const std::vector<double>& radii) {
  Step step;
  step.scenario = &scenario;
  step.time = s.time;
  step.positions = s.positions;
  step.images = s.images;
  step.velocities = s.velocities;
  step.directors = s.directors;
  step.rates = s.rates;
  step.radii = radii;
  return step;
}

}  // namespace slurry::test
