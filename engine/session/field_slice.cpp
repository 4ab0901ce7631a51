// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>

#include "bodies/body_interior.hpp"
#include "session/body_setup.hpp"
#include "session/field_extent.hpp"
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

}  // namespace

std::shared_ptr<const FieldSlice> Simulation::slice(const RequestSlice& request) {
  const Axes axes = axes_of(request.plane);
  const Domain& d = scenario_->domain;
  auto out = std::make_shared<FieldSlice>();
  out->plane = request.plane;
  out->offset = request.offset;
  out->resolution = request.resolution;
  out->time = state_.time;
  const auto along_first = field_extent(*scenario_, axes.first, state_.positions);
  const auto along_second = field_extent(*scenario_, axes.second, state_.positions);
  out->lower = {along_first[0], along_second[0]};
  out->upper = {along_first[1], along_second[1]};
  const std::size_t n0 = static_cast<std::size_t>(request.resolution[0]),
                    n1 = static_cast<std::size_t>(request.resolution[1]);
  out->velocity.assign(3 * n0 * n1, 0);
  out->inside.assign(n0 * n1, 0);

  BodyMobilitySetup setup = body_setup(*scenario_, groups_, surroundings_of(*scenario_));
  for (BodyKind& k : setup.kinds)  // points are drawn as spheres, and their field is singular
    if (k.shape == BodyKind::Shape::point) k.shape = BodyKind::Shape::sphere;
  const BodyPoints bodies(setup.kinds, setup.kind_of);
  const BodyInterior interior(d, bodies, {state_.positions, state_.directors});
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
      if (interior.body_at(p) >= 0) continue;
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
