// SPDX-License-Identifier: BSD-3-Clause
#include "models/colour_by.hpp"

#include <algorithm>
#include <cmath>

#include "models/body_gaps.hpp"
#include "models/vec.hpp"

namespace slurry::ui {
namespace {

Vec3d gravity_of(const Snapshot& s) {
  return s.scenario ? normalised(s.scenario->gravity) : Vec3d{1, 0, 0};
}

double component(const Vec3d& v, const Vec3d& g, ColourBy by) {
  const double along = dot(v, g);
  if (by == ColourBy::along_gravity) return along;
  if (by == ColourBy::across_gravity) return length(v - along * g);
  return length(v);
}

/// Value below which the given share lies.
double percentile(std::vector<float>& values, double share) {
  const auto k = static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), values.begin() + k, values.end());
  return values[k];
}

}  // namespace

const std::array<ColourQuantity, 6>& colour_quantities() {
  static const std::array<ColourQuantity, 6> table{{
      {ColourBy::speed, "speed", "speed", "Speed |v| of each sphere; in the slice, of the fluid", Dimension::velocity,
       false},
      {ColourBy::along_gravity, "along_gravity", "velocity along gravity",
       "Velocity along gravity, v·g: down is positive", Dimension::velocity, true},
      {ColourBy::across_gravity, "across_gravity", "drift across gravity", "Speed across gravity, |v − (v·g) g|",
       Dimension::velocity, false},
      {ColourBy::neighbour_gap, "gap", "nearest gap", "Distance to the nearest body, surface to surface",
       Dimension::length, false},
      {ColourBy::wall_gap, "wall_gap", "gap to the wall", "Distance of the surface to the pipe's wall",
       Dimension::length, false},
      {ColourBy::group, "group", "kind of body", "Index of the group of bodies in the scenario", Dimension::none,
       false},
  }};
  return table;
}

const ColourQuantity& colour_quantity(ColourBy by) {
  return colour_quantities()[static_cast<std::size_t>(by)];
}

ColourBy colour_by_key(std::string_view key) {
  for (const ColourQuantity& q : colour_quantities())
    if (q.key == key) return q.by;
  return ColourBy::speed;
}

const ColourMap& colour_map_of(ColourBy by) {
  return colour_quantity(by).diverging ? ColourMap::diverging() : ColourMap::sequential();
}

bool shows_fluid(ColourBy by) {
  return by == ColourBy::speed || by == ColourBy::along_gravity || by == ColourBy::across_gravity;
}

std::vector<float> body_values(const Snapshot& s, ColourBy by) {
  const std::size_t n = s.radii.size();
  if (by == ColourBy::neighbour_gap) {
    const double radius = n > 0 ? s.radii.front() : 1;
    return nearest_gaps(s, 2 * radius);
  }
  std::vector<float> values(n, 0.0F);
  const Vec3d g = gravity_of(s);
  for (std::size_t i = 0; i < n; ++i) {
    if (by == ColourBy::wall_gap) {
      const double gap = wall_gap(s, static_cast<long>(i));
      values[i] = std::isfinite(gap) ? static_cast<float>(gap) : 0.0F;
    } else if (by == ColourBy::group) {
      values[i] = s.groups.size() == n ? static_cast<float>(s.groups[i]) : 0.0F;
    } else if (s.velocities.size() == 3 * n) {
      const Vec3d v{s.velocities[3 * i], s.velocities[3 * i + 1], s.velocities[3 * i + 2]};
      values[i] = static_cast<float>(component(v, g, by));
    }
  }
  return values;
}

std::vector<float> slice_values(const FieldSlice& slice, const Snapshot& s, ColourBy by) {
  const std::size_t n = slice.velocity.size() / 3;
  std::vector<float> values(n, 0.0F);
  const Vec3d g = gravity_of(s);
  const ColourBy shown = shows_fluid(by) ? by : ColourBy::speed;
  for (std::size_t i = 0; i < n; ++i) {
    const Vec3d v{slice.velocity[3 * i], slice.velocity[3 * i + 1], slice.velocity[3 * i + 2]};
    values[i] = static_cast<float>(component(v, g, shown));
  }
  return values;
}

void ColourRange::update(const std::vector<float>& values, bool diverging) {
  if (locked || values.empty()) return;
  std::vector<float> sorted(values);
  const double bottom = percentile(sorted, 0.02), top = percentile(sorted, 0.98);
  double reach = diverging ? std::max(std::abs(bottom), std::abs(top)) : top;
  if (!(reach > 0) || !std::isfinite(reach)) reach = 1;
  const double wanted = nice_ceiling(reach);
  // Grows at once, shrinks when less than two thirds are used.
  if (fresh_ || reach > high_ || reach < 0.66 * high_ || (low_ < 0) != diverging) high_ = wanted;
  low_ = diverging ? -high_ : 0;
  fresh_ = false;
}

void ColourRange::set(double low, double high) {
  low_ = low;
  high_ = high;
  fresh_ = false;
}

void ColourRange::forget() {
  fresh_ = true;
}

}  // namespace slurry::ui
