// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <variant>

#include "bodies/body_interior.hpp"
#include "session/body_setup.hpp"
#include "session/field_extent.hpp"
#include "session/simulation.hpp"
#include "slurry/error.hpp"

// The fluid's velocity at points, by the solver itself.
namespace slurry {

namespace {

struct Axes {
  int first, second, normal;
};

Axes axes_of(FieldPlane::Plane plane) {
  switch (plane) {
    case FieldPlane::Plane::xy:
      return {0, 1, 2};
    case FieldPlane::Plane::xz:
      return {0, 2, 1};
    case FieldPlane::Plane::yz:
      return {1, 2, 0};
  }
  return {0, 1, 2};
}

/// All points of a field (M,3), and what the field says of their places.
std::vector<double> points_of(const Scenario& s, const std::vector<double>& positions, Field& out) {
  std::vector<double> all;
  if (const auto* plane = std::get_if<FieldPlane>(&out.places)) {
    const Axes axes = axes_of(plane->plane);
    const auto along_first = field_extent(s, axes.first, positions);
    const auto along_second = field_extent(s, axes.second, positions);
    out.lower = {along_first[0], along_second[0]};
    out.upper = {along_first[1], along_second[1]};
    out.shape = plane->resolution;
    const auto place = [&](int direction, int i) {
      return out.lower[direction] + (i + 0.5) / out.shape[direction] * (out.upper[direction] - out.lower[direction]);
    };
    for (int j = 0; j < out.shape[1]; ++j)
      for (int i = 0; i < out.shape[0]; ++i) {
        double p[3];
        p[axes.first] = place(0, i);
        p[axes.second] = place(1, j);
        p[axes.normal] = plane->offset;
        all.insert(all.end(), p, p + 3);
      }
  } else if (const auto* line = std::get_if<FieldLine>(&out.places)) {
    for (int i = 0; i < line->count; ++i) {
      const double part = line->count > 1 ? static_cast<double>(i) / (line->count - 1) : 0;
      for (std::size_t k = 0; k < 3; ++k) all.push_back(line->first[k] + part * (line->last[k] - line->first[k]));
    }
  } else if (const auto* list = std::get_if<FieldList>(&out.places)) {
    all = list->points;
  }
  if (!std::holds_alternative<FieldPlane>(out.places)) out.shape = {static_cast<int>(all.size() / 3), 1};
  return all;
}

}  // namespace

std::shared_ptr<const Field> Simulation::field(const RequestField& request) {
  const Domain& d = scenario_->domain;
  auto out = std::make_shared<Field>();
  out->name = request.name;
  out->places = request.places;
  out->step = state_.step;
  out->time = state_.time;
  const std::vector<double> all = points_of(*scenario_, state_.positions, *out);
  out->velocity.assign(all.size(), 0);
  out->body.assign(all.size() / 3, Field::outside);

  BodyMobilitySetup setup = body_setup(*scenario_, groups_, surroundings_of(*scenario_));
  for (BodyKind& k : setup.kinds)  // points are drawn as spheres, and their field is singular
    if (k.shape == BodyKind::Shape::point) k.shape = BodyKind::Shape::sphere;
  const BodyPoints bodies(setup.kinds, setup.kind_of);
  const BodyInterior interior(d, bodies, {state_.positions, state_.directors});
  std::vector<double> points;
  std::vector<std::size_t> index;
  for (std::size_t i = 0; i < out->body.size(); ++i) {
    const double* p = &all[3 * i];
    if (d.kind == DomainKind::pipe && p[1] * p[1] + p[2] * p[2] >= d.radius * d.radius) continue;
    const auto body = interior.body_at(p);
    out->body[i] = body >= 0 ? static_cast<std::int32_t>(body) : Field::in_fluid;
    if (body >= 0) continue;
    points.insert(points.end(), p, p + 3);
    index.push_back(i);
  }
  if (points.empty()) return out;
  std::vector<double> u(points.size());
  mobility_->field(points, u);
  mobility_->take_stage_times();  // a field is no part of a step
  for (std::size_t k = 0; k < index.size(); ++k)
    for (std::size_t c = 0; c < 3; ++c) out->velocity[3 * index[k] + c] = static_cast<float>(u[3 * k + c]);
  return out;
}

}  // namespace slurry
