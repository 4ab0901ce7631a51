// SPDX-License-Identifier: BSD-3-Clause
#include "models/body_cloud.hpp"

namespace slurry::ui {
namespace {

void add(BodyCloud& cloud, const Vec3d& x, double radius, Rgb8 c, std::size_t body) {
  cloud.centres.insert(cloud.centres.end(),
                       {static_cast<float>(x[0]), static_cast<float>(x[1]), static_cast<float>(x[2])});
  cloud.radii.push_back(static_cast<float>(radius));
  cloud.colours.insert(cloud.colours.end(), {c.r, c.g, c.b, 255});
  cloud.bodies.push_back(static_cast<std::int32_t>(body));
}

}  // namespace

void fill_body_cloud(BodyCloud& cloud, const Snapshot& s, const std::vector<float>& values, const ColourRange& range,
                     const CloudOptions& options) {
  cloud.centres.clear();
  cloud.radii.clear();
  cloud.colours.clear();
  cloud.bodies.clear();
  const ColourMap& map = colour_map_of(options.by);
  const bool periodic =
      s.scenario && (s.scenario->domain.kind == DomainKind::pipe || s.scenario->domain.kind == DomainKind::periodic_1);
  const double period = periodic ? s.scenario->domain.length : 0;
  for (std::size_t i = 0; i < s.radii.size(); ++i) {
    const Vec3d x{s.positions[3 * i], s.positions[3 * i + 1], s.positions[3 * i + 2]};
    if (options.cut && dot(options.cut->normal, x) > options.cut->offset) continue;
    const double a = s.radii[i];
    const Rgb8 colour = map.at(i < values.size() ? range.fraction(values[i]) : 0.5);
    add(cloud, x, a, colour, i);
    if (!periodic) continue;
    if (x[0] < a) add(cloud, {x[0] + period, x[1], x[2]}, a, colour, i);
    if (x[0] > period - a) add(cloud, {x[0] - period, x[1], x[2]}, a, colour, i);
  }
}

}  // namespace slurry::ui
