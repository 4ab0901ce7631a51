// SPDX-License-Identifier: BSD-3-Clause
#include "bodies/body_interior.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace slurry {

namespace {

/// Rounding of places that were moved by whole periods, relative to the lengths at hand.
constexpr double rounding = 1e-12;

double largest_length(const Domain& d, std::span<const double> centres) {
  double l = 0;
  for (const double p : Periods::of(d).length) l = std::max(l, p);
  for (const double x : centres) l = std::max(l, std::abs(x));
  return l;
}

double largest_reach(const BodyPoints& bodies, double same_place) {
  double reach = same_place;
  for (const BodyKind& k : bodies.kinds()) {
    if (k.shape == BodyKind::Shape::point) continue;
    reach = std::max({reach, k.radius, k.half_length});
    if (k.shape != BodyKind::Shape::rod_chain) continue;
    for (std::size_t i = 0; i < k.points(); ++i) reach = std::max(reach, std::abs(k.offsets[i]) + k.sizes[i]);
  }
  return reach > 0 ? reach : 1;
}

}  // namespace

BodyInterior::BodyInterior(const Domain& domain, const BodyPoints& bodies, const BodyPlaces& places)
    : periods_(Periods::of(domain)),
      bodies_(&bodies),
      places_(places),
      same_place_(rounding * largest_length(domain, places.centres)),
      cells_(domain, (1 + 1e-9) * largest_reach(bodies, same_place_), places.centres) {}

std::array<double, 3> BodyInterior::from_centre(std::size_t body, const double* point) const {
  std::array<double, 3> r;
  for (std::size_t c = 0; c < 3; ++c)
    r[c] = periods_.nearest(static_cast<int>(c), point[c] - places_.centres[3 * body + c]);
  return r;
}

double BodyInterior::depth(std::size_t body, const double* point) const {
  const BodyKind& k = bodies_->kind(body);
  const std::array<double, 3> r = from_centre(body, point);
  const double r2 = r[0] * r[0] + r[1] * r[1] + r[2] * r[2];
  if (k.shape == BodyKind::Shape::point)
    return std::sqrt(r2) <= same_place_ ? 0 : std::numeric_limits<double>::infinity();
  if (!k.is_rod()) return std::sqrt(r2) / k.radius;
  const double* n = &places_.directors[3 * body];
  const double along = r[0] * n[0] + r[1] * n[1] + r[2] * n[2], across2 = std::max(0.0, r2 - along * along);
  double s = std::sqrt(along * along / (k.half_length * k.half_length) + across2 / (k.radius * k.radius));
  if (k.shape == BodyKind::Shape::rod_chain)
    for (std::size_t i = 0; i < k.points(); ++i)
      s = std::min(s, std::sqrt((along - k.offsets[i]) * (along - k.offsets[i]) + across2) / k.sizes[i]);
  return s;
}

std::int32_t BodyInterior::body_at(const double* point) const {
  std::size_t found = 0;
  double deepest = std::numeric_limits<double>::infinity();
  cells_.for_near(point, [&](std::size_t body, double) {
    const double s = depth(body, point);
    if (s < deepest || (s == deepest && body < found)) {
      deepest = s;
      found = body;
    }
  });
  return deepest <= 1 ? static_cast<std::int32_t>(found) : -1;
}

double BodyInterior::distance_to_sources(const double* point, double most) const {
  double least = most;
  for (std::size_t body = 0; body < bodies_->bodies(); ++body) {
    const BodyKind& k = bodies_->kind(body);
    const std::array<double, 3> r = from_centre(body, point);
    double r2 = r[0] * r[0] + r[1] * r[1] + r[2] * r[2];
    if (k.is_rod()) {
      const double* n = &places_.directors[3 * body];
      const double along = r[0] * n[0] + r[1] * n[1] + r[2] * n[2];
      // the sources of a line reach from focus to focus, those of a chain to its last sphere
      const double end = k.shape == BodyKind::Shape::rod_line
                             ? std::sqrt(k.half_length * k.half_length - k.radius * k.radius)
                             : std::abs(k.offsets.back());
      const double beyond = std::max(0.0, std::abs(along) - end);
      r2 = std::max(0.0, r2 - along * along) + beyond * beyond;
    }
    least = std::min(least, std::sqrt(r2));
  }
  return least;
}

}  // namespace slurry
