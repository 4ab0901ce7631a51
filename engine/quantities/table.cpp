// SPDX-License-Identifier: BSD-3-Clause
#include <utility>

#include "geometry/periods.hpp"
#include "quantities/rows.hpp"
#include "slurry/snapshot.hpp"

namespace slurry {

const QuantityTable& quantities() {
  static const QuantityTable table = [] {
    std::vector<Quantity> all;
    for (const auto part : {motion_quantities, place_quantities, reversal_quantities, flow_quantities, orbit_quantities,
                            total_quantities, error_quantities, body_quantities})
      for (Quantity& q : part()) all.push_back(std::move(q));
    return std::make_shared<const std::vector<Quantity>>(std::move(all));
  }();
  return table;
}

Step step_of(const Snapshot& s) {
  Step step;
  step.scenario = s.scenario.get();
  step.time = s.time;
  step.time_step = s.time_step;
  step.positions = s.positions;
  step.images = s.images;
  step.velocities = s.velocities;
  step.directors = s.directors;
  step.rates = s.rates;
  step.forces = s.forces;
  step.radii = s.radii;
  step.half_lengths = s.half_lengths;
  step.groups = s.groups;
  if (s.angular_velocities) step.angular = s.angular_velocities->values;
  return step;
}

namespace quantity {

Vector3 mean_velocity(const Step& s) {
  Vector3 mean{0, 0, 0};
  const double n = static_cast<double>(s.bodies());
  for (std::size_t i = 0; i < s.velocities.size(); ++i) mean[i % 3] += s.velocities[i] / n;
  return mean;
}

double settling_velocity(const Step& s) {
  const Vector3 mean = mean_velocity(s);
  double along = 0;
  for (std::size_t k = 0; k < 3; ++k) along += mean[k] * s.scenario->gravity[k];
  return along;
}

namespace {

struct Places {
  std::vector<double> x;
};

}  // namespace

const std::vector<double>& places(const Step& s) {
  const auto& found = s.once<Places>([&s] {
    const Periods periods = Periods::of(s.scenario->domain);
    Places p{{s.positions.begin(), s.positions.end()}};
    for (std::size_t i = 0; i < p.x.size() && i < s.images.size(); ++i) p.x[i] += periods.length[i % 3] * s.images[i];
    return p;
  });
  return found.x;
}

}  // namespace quantity
}  // namespace slurry
