// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>

#include "geometry/body_cells.hpp"
#include "session/simulation.hpp"
#include "slurry/error.hpp"

// The fluid's velocity on a plane, by the solver itself.
namespace slurry {

namespace {

struct Axes {
  int first, second, normal;
};

Axes axes_of(RequestSlice::Plane plane) {
  switch (plane) {
    case RequestSlice::Plane::xy:
      return {0, 1, 2};
    case RequestSlice::Plane::xz:
      return {0, 2, 1};
    case RequestSlice::Plane::yz:
      return {1, 2, 0};
  }
  return {0, 1, 2};
}

/// The domain along one axis; where it is open, the bodies with four radii around them.
std::array<double, 2> extent(const Domain& d, int axis, const std::vector<double>& x, double radius) {
  const Periods periods = Periods::of(d);
  if (periods.length[axis] > 0) return {0, periods.length[axis]};
  if (d.kind == DomainKind::pipe) return {-d.radius, d.radius};
  double low = 0, high = 0;
  for (std::size_t i = static_cast<std::size_t>(axis); i < x.size(); i += 3) {
    low = i < 3 ? x[i] : std::min(low, x[i]);
    high = i < 3 ? x[i] : std::max(high, x[i]);
  }
  return {low - 4 * radius, high + 4 * radius};
}

}  // namespace

std::shared_ptr<const FieldSlice> Simulation::slice(const RequestSlice& request) {
  const Axes axes = axes_of(request.plane);
  const Domain& d = scenario_->domain;
  double radius = radii_.empty() ? 1 : *std::max_element(radii_.begin(), radii_.end());
  for (const BodyGroup& g : scenario_->bodies) radius = std::max(radius, g.reach());
  auto out = std::make_shared<FieldSlice>();
  out->plane = request.plane;
  out->offset = request.offset;
  out->resolution = request.resolution;
  out->time = state_.time;
  const auto along_first = extent(d, axes.first, state_.positions, radius);
  const auto along_second = extent(d, axes.second, state_.positions, radius);
  out->lower = {along_first[0], along_second[0]};
  out->upper = {along_first[1], along_second[1]};
  const std::size_t n0 = static_cast<std::size_t>(request.resolution[0]),
                    n1 = static_cast<std::size_t>(request.resolution[1]);
  out->velocity.assign(3 * n0 * n1, 0);
  out->inside.assign(n0 * n1, 0);

  const Periods periods = Periods::of(d);
  // a rod is a spheroid: (x.n)^2/l^2 + (x - n n.x)^2/b^2 < 1
  const auto inside = [&](std::size_t b, const double* p) {
    const BodyGroup& g = scenario_->bodies[static_cast<std::size_t>(groups_[b])];
    double r2 = 0, along = 0;
    for (std::size_t c = 0; c < 3; ++c) {
      const double x = periods.nearest(static_cast<int>(c), p[c] - state_.positions[3 * b + c]);
      r2 += x * x;
      if (g.shape == BodyShape::rod) along += x * state_.directors[3 * b + c];
    }
    const double b2 = radii_[b] * radii_[b];
    return r2 - along * along + along * along * b2 / (g.reach() * g.reach()) < b2;
  };
  const BodyCells bodies(d, radius, state_.positions);
  std::vector<double> points;
  std::vector<std::size_t> index;
  for (std::size_t j = 0; j < n1; ++j)
    for (std::size_t i = 0; i < n0; ++i) {
      double p[3];
      p[axes.first] =
          out->lower[0] + (static_cast<double>(i) + 0.5) / static_cast<double>(n0) * (out->upper[0] - out->lower[0]);
      p[axes.second] =
          out->lower[1] + (static_cast<double>(j) + 0.5) / static_cast<double>(n1) * (out->upper[1] - out->lower[1]);
      p[axes.normal] = request.offset;
      if (d.kind == DomainKind::pipe && p[1] * p[1] + p[2] * p[2] >= d.radius * d.radius) continue;
      bool in_body = false;
      bodies.for_near(p, [&](std::size_t b, double r) { in_body = in_body || (r < radius && inside(b, p)); });
      if (in_body) continue;
      points.insert(points.end(), p, p + 3);
      index.push_back(j * n0 + i);
    }
  if (points.empty()) return out;
  std::vector<double> u(points.size());
  mobility_->field(points, u);
  mobility_->take_stage_times();  // a slice is no part of a step
  for (std::size_t k = 0; k < index.size(); ++k) {
    out->inside[index[k]] = 1;
    for (std::size_t c = 0; c < 3; ++c) out->velocity[3 * index[k] + c] = static_cast<float>(u[3 * k + c]);
  }
  return out;
}

}  // namespace slurry
