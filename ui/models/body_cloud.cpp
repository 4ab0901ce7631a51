// SPDX-License-Identifier: BSD-3-Clause
#include "models/body_cloud.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "models/body_shape.hpp"

namespace slurry::ui {
namespace {

constexpr double widest_gap = 1.3;  // between spheres of a picture with less detail, over their radius

void add(BodyCloud& cloud, const Vec3d& x, double radius, Rgb8 c, std::size_t body) {
  cloud.centres.insert(cloud.centres.end(),
                       {static_cast<float>(x[0]), static_cast<float>(x[1]), static_cast<float>(x[2])});
  cloud.radii.push_back(static_cast<float>(radius));
  cloud.colours.insert(cloud.colours.end(), {c.r, c.g, c.b, 255});
  cloud.bodies.push_back(static_cast<std::int32_t>(body));
}

/// Spheres that a body is drawn with, by their place along its axis, centre 0, and their radius.
struct Bead {
  double place, radius;
  bool spare = false;  ///< left out where there is less detail
};

/// Spheres inside a rod that touch its surface, close enough to look like it.  The rod is a spheroid x^2/l^2 + r^2/b^2
/// = 1 if it is a line of sources, and a capsule if it is a chain of spheres.
///
/// Returns how far the outline without the spare ones lies within the rod, over the radius of its spheres there.
double beads_of(const Snapshot& s, std::size_t body, std::vector<Bead>& beads) {
  const double b = s.radii[body];
  beads.assign(1, {0, b});
  if (!is_rod(s, body)) return 0;
  const double l = s.half_lengths[body];
  if (!(l > b)) return 0;
  const bool chain = s.scenario && body < s.groups.size() &&
                     static_cast<std::size_t>(s.groups[body]) < s.scenario->bodies.size() &&
                     s.scenario->bodies[static_cast<std::size_t>(s.groups[body])].rod_model == RodModel::chain;
  const double foci2 = l * l - b * b, end = chain ? l - b : foci2 / l;
  const int count = std::clamp(2 * static_cast<int>(std::ceil(end / (0.4 * b))) + 1, 5, 81);
  // Neighbours are as far apart as this, over their radius, all along the rod.
  const double gap = (chain ? 2 : std::numbers::pi) * end / (b * (count - 1));
  const int stride = std::max(1, static_cast<int>(widest_gap / gap));
  beads.clear();
  for (int k = 0; k < count; ++k) {
    // the thin ends of a spheroid need more of them than its middle
    const double t = 2.0 * k / (count - 1) - 1, place = end * (chain ? t : std::sin(0.5 * std::numbers::pi * t));
    const bool spare = k % stride != 0 && k != count - 1;
    beads.push_back({place, chain ? b : b * std::sqrt(std::max(0.0, 1 - place * place / foci2)), spare});
  }
  const double half = std::min(1.0, 0.5 * gap * stride);
  return 1 - std::sqrt(1 - half * half);
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

void fill_body_cloud(BodyCloud& cloud, const Snapshot& s, const std::vector<float>& values, const ColourRange& range,
                     const CloudOptions& options) {
  cloud.centres.clear();
  cloud.radii.clear();
  cloud.colours.clear();
  cloud.bodies.clear();
  cloud.spare.clear();
  cloud.loss = 0;
  const ColourMap& map = *options.map;
  const Vec3d periods = periods_of(s);
  std::vector<Bead> beads;
  std::vector<Vec3d> shifts;
  for (std::size_t i = 0; i < s.radii.size(); ++i) {
    const Vec3d x{s.positions[3 * i], s.positions[3 * i + 1], s.positions[3 * i + 2]};
    if (options.cut && dot(options.cut->normal, x) > options.cut->offset) continue;
    const Rgb8 colour = map.at(i < values.size() ? range.fraction(values[i]) : 0.5);
    const bool rod = is_rod(s, i);
    const Vec3d axis = rod ? Vec3d{s.directors[3 * i], s.directors[3 * i + 1], s.directors[3 * i + 2]} : Vec3d{0, 0, 0};
    cloud.loss = std::max(cloud.loss, s.radii[i] * beads_of(s, i, beads));
    Vec3d reach{0, 0, 0};
    for (const Bead& bead : beads)
      for (int k = 0; k < 3; ++k) reach[k] = std::max(reach[k], std::abs(bead.place * axis[k]) + bead.radius);
    places_of(x, reach, periods, shifts);
    for (const Bead& bead : beads)
      for (const Vec3d& shift : shifts) {
        add(cloud, x + bead.place * axis + shift, bead.radius, colour, i);
        cloud.spare.push_back(bead.spare ? 1 : 0);
      }
  }
}

void thin(const BodyCloud& cloud, BodyCloud& thinner) {
  thinner = BodyCloud();
  const auto left = static_cast<std::size_t>(std::count(cloud.spare.begin(), cloud.spare.end(), 0));
  thinner.centres.reserve(3 * left);
  thinner.radii.reserve(left);
  thinner.colours.reserve(4 * left);
  thinner.bodies.reserve(left);
  for (std::size_t i = 0; i < cloud.size(); ++i) {
    if (cloud.spare[i] != 0) continue;
    thinner.centres.insert(thinner.centres.end(), &cloud.centres[3 * i], &cloud.centres[3 * i] + 3);
    thinner.radii.push_back(cloud.radii[i]);
    thinner.colours.insert(thinner.colours.end(), &cloud.colours[4 * i], &cloud.colours[4 * i] + 4);
    thinner.bodies.push_back(cloud.bodies[i]);
  }
}

}  // namespace slurry::ui
