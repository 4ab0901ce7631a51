// SPDX-License-Identifier: BSD-3-Clause
#include "models/body_cloud.hpp"

#include <algorithm>
#include <cmath>

#include "models/body_shape.hpp"

namespace slurry::ui {
namespace {

BodyForm form_of(const Snapshot& s, std::size_t body) {
  if (!is_rod(s, body) || !(s.half_lengths[body] > s.radii[body])) return BodyForm::sphere;
  const bool chain = s.scenario && body < s.groups.size() &&
                     static_cast<std::size_t>(s.groups[body]) < s.scenario->bodies.size() &&
                     s.scenario->bodies[static_cast<std::size_t>(s.groups[body])].rod_model == RodModel::chain;
  return chain ? BodyForm::capsule : BodyForm::spheroid;
}

/// How far a body reaches from its centre along each direction: by its support function [length].
Vec3d reach_of(BodyForm form, double radius, const Vec3d& axis) {
  const double half = length(axis);
  Vec3d reach{radius, radius, radius};
  for (int k = 0; k < 3 && form != BodyForm::sphere; ++k) {
    const double along = std::abs(axis[k]) / half;
    reach[k] = form == BodyForm::capsule
                   ? along * (half - radius) + radius
                   : std::hypot(along * half, radius * std::sqrt(std::max(0.0, 1 - along * along)));
  }
  return reach;
}

/// Lengths after which the domain repeats itself; 0 in directions in which it does not.
Vec3d periods_of(const Snapshot& s) {
  if (!s.scenario) return {0, 0, 0};
  const Domain& d = s.scenario->domain;
  if (d.kind == DomainKind::pipe || d.kind == DomainKind::periodic_1) return {d.length, 0, 0};
  if (d.kind == DomainKind::periodic_3) return {d.cell[0], d.cell[1], d.cell[2]};
  return {0, 0, 0};
}

/// Shifts to every place where a body is drawn: its own, and beyond each end of a period that it crosses.
void places_of(const Vec3d& x, const Vec3d& reach, const Vec3d& periods, std::vector<Vec3d>& shifts) {
  shifts.assign(1, {0, 0, 0});
  for (int k = 0; k < 3; ++k) {
    if (!(periods[k] > 0)) continue;
    const std::size_t before = shifts.size();
    for (const double by : {x[k] < reach[k] ? periods[k] : 0, x[k] > periods[k] - reach[k] ? -periods[k] : 0})
      for (std::size_t i = 0; i < before && by != 0; ++i) {
        shifts.push_back(shifts[i]);
        shifts.back()[k] += by;
      }
  }
}

}  // namespace

void BodyCloud::clear() {
  centres.clear();
  radii.clear();
  axes.clear();
  forms.clear();
  colours.clear();
  bodies.clear();
}

void BodyCloud::add(const Vec3d& centre, double radius, const Vec3d& axis, BodyForm form, Rgb8 c, std::size_t body) {
  for (const double x : centre) centres.push_back(static_cast<float>(x));
  for (const double x : axis) axes.push_back(static_cast<float>(x));
  radii.push_back(static_cast<float>(radius));
  forms.push_back(form);
  colours.insert(colours.end(), {c.r, c.g, c.b, 255});
  bodies.push_back(static_cast<std::int32_t>(body));
}

void fill_body_cloud(BodyCloud& cloud, const Snapshot& s, const std::vector<float>& values, const ColourRange& range,
                     const CloudOptions& options) {
  cloud.clear();
  const ColourMap& map = *options.map;
  const Vec3d periods = periods_of(s);
  std::vector<Vec3d> shifts;
  for (std::size_t i = 0; i < s.radii.size(); ++i) {
    const Vec3d x{s.positions[3 * i], s.positions[3 * i + 1], s.positions[3 * i + 2]};
    if (options.cut && dot(options.cut->normal, x) > options.cut->offset) continue;
    const Rgb8 colour = map.at(i < values.size() ? range.fraction(values[i]) : 0.5);
    const BodyForm form = form_of(s, i);
    const Vec3d axis =
        form == BodyForm::sphere
            ? Vec3d{0, 0, 0}
            : s.half_lengths[i] * normalised({s.directors[3 * i], s.directors[3 * i + 1], s.directors[3 * i + 2]});
    places_of(x, reach_of(form, s.radii[i], axis), periods, shifts);
    for (const Vec3d& shift : shifts) cloud.add(x + shift, s.radii[i], axis, form, colour, i);
  }
}

}  // namespace slurry::ui
