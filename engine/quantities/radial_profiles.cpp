// SPDX-License-Identifier: BSD-3-Clause
#include "quantities/radial_profiles.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

namespace slurry {

namespace {

using std::numbers::pi;

constexpr int circles = 4, parcels_per_circle = 12, parcels = circles * parcels_per_circle;
constexpr int pieces = 8;  // of a rod along its axis

/// Places across the axis of the parcels of a sphere of radius 1.  A cylinder of radius s around its middle holds
/// 1 - (1 - s^2)^(3/2) of it.
std::array<std::array<double, 2>, parcels> parcels_of_sphere() {
  std::array<std::array<double, 2>, parcels> p{};
  for (int k = 0; k < circles; ++k)
    for (int m = 0; m < parcels_per_circle; ++m) {
      const double s = std::sqrt(1 - std::pow(1 - (k + 0.5) / circles, 2.0 / 3));
      const double angle = 2 * pi * (m + (k + 0.5) / circles) / parcels_per_circle;
      p[static_cast<std::size_t>(k * parcels_per_circle + m)] = {s * std::cos(angle), s * std::sin(angle)};
    }
  return p;
}

/// Middles, along the half axis 1 of a spheroid, of pieces of equal volume: (3/4)(1 - s^2) ds.
std::array<double, pieces> pieces_of_spheroid() {
  std::array<double, pieces> s{};
  for (int k = 0; k < pieces; ++k)  // s^3 - 3 s + 4 p - 2 = 0 between -1 and 1
    s[static_cast<std::size_t>(k)] = 2 * std::sin(std::asin(2 * (k + 0.5) / pieces - 1) / 3);
  return s;
}

}  // namespace

RadialProfiles radial_profiles(const Domain& pipe, std::span<const double> positions,
                               std::span<const double> velocities, std::span<const double> radii,
                               std::span<const double> half_lengths, std::span<const double> directors,
                               std::span<const double> rates) {
  static const auto sphere = parcels_of_sphere();
  static const auto along = pieces_of_spheroid();
  constexpr std::size_t n = profile_rings;
  std::array<double, n> volume{}, moving{};
  const double width = pipe.radius / static_cast<double>(n);
  const auto add = [&](double y, double z, double thickness, double parcel, double speed) {
    for (const auto& p : sphere) {
      const double r = std::hypot(y + thickness * p[0], z + thickness * p[1]);
      const std::size_t ring = std::min(n - 1, static_cast<std::size_t>(r / width));
      volume[ring] += parcel;
      moving[ring] += parcel * speed;
    }
  };
  for (std::size_t i = 0; i < radii.size(); ++i) {
    const double a = radii[i], *x = &positions[3 * i], speed = velocities[3 * i];
    const double half = half_lengths.empty() ? 0 : half_lengths[i];
    if (half <= 0) {
      add(x[1], x[2], a, 4.0 / 3 * pi * a * a * a / parcels, speed);
      continue;
    }
    const double parcel = 4.0 / 3 * pi * a * a * half / (parcels * pieces);
    for (const double s : along) {
      const double lever = s * half;
      add(x[1] + lever * directors[3 * i + 1], x[2] + lever * directors[3 * i + 2], a * std::sqrt(1 - s * s), parcel,
          speed + lever * rates[3 * i]);
    }
  }
  RadialProfiles out;
  for (std::size_t k = 0; k < n; ++k) {
    const double inner = width * static_cast<double>(k), outer = inner + width;
    out.volume_fraction[k] = volume[k] / (pi * (outer * outer - inner * inner) * pipe.length);
    out.axial_velocity[k] = volume[k] > 0 ? moving[k] / volume[k] : std::numeric_limits<double>::quiet_NaN();
  }
  return out;
}

}  // namespace slurry
