// SPDX-License-Identifier: BSD-3-Clause
#include "mobility/pipe_wall_error.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace slurry {

namespace {

constexpr double pi = std::numbers::pi;

/// Faxen's term on one side: 1 - 0.3 K a^2/d, and what is left where it changes its sign.
double finite_size2(double wavenumber, const WallBody& b) {
  const double x = 1 - 0.3 * wavenumber * b.radius * b.radius / b.distance;
  return b.radius > 0 ? x * x + 0.06 : 1;
}

/// A body far from the wall sees all of it curved around itself.
double focusing(double distance) {
  return 1 + 10 * std::pow(distance, 4);
}

}  // namespace

WallError::WallError(const WallGrid& grid)
    : length_(grid.length),
      gap_(grid.image_radius - 1),
      factor_(2.4 * std::clamp(std::pow(gap_ / grid.spacing(), 0.8), 1.0, 2.5)),
      wavenumbers_{pi * grid.axial / grid.length, 0.5 * grid.angular} {}

double WallError::side2(const WallBody& b) const {
  double sum = 0;
  for (double k : wavenumbers_) sum += k * k * finite_size2(k, b) * std::exp(-2 * k * b.distance);
  return 0.5 * factor_ * b.distance * focusing(b.distance) * sum;
}

double WallError::of_bodies(std::span<const WallBody> bodies) const {
  // own images; and those of neighbours, whose error adds up incoherently over about 8 d^2 of the wall
  double own = 0, targets = 0, sources = 0, nearest = 1;
  const double least = std::min(wavenumbers_[0], wavenumbers_[1]);
  for (const WallBody& b : bodies) {
    if (least * b.distance > 60) continue;
    const double s = side2(b);
    own += b.force * b.force * s * s;
    targets += s;
    sources += b.force * b.force * s;
    nearest = std::min(nearest, b.distance);
  }
  if (bodies.empty()) return 0;
  const double patch = std::min(1.0, 8 * nearest * nearest / (2 * pi * length_));
  return std::sqrt((own + patch * targets * sources) / static_cast<double>(bodies.size()));
}

double WallError::images_seen(const WallBody& body, double t) const {
  double sum = 0;
  for (double k : wavenumbers_) {
    const double depth = k * (gap_ + t);
    sum += (1 + 2 * depth) / k * std::exp(-2 * depth);
  }
  return 2.5 * sum / (body.distance * body.distance);
}

double WallError::of_field(const WallBody& body, double t, double along, double around) const {
  // modes are cut off at straight edges: the error lies on a cross around the body, with something left beside it
  const double d = body.distance, reach = d + t, reach2 = reach * reach;
  const double apart2 = along * along + around * around;
  const auto arm = [&](double k, double along_it, double beside) {
    return (0.05 + std::exp(-k * beside * beside / (2 * reach))) / std::sqrt(1 + along_it * along_it / reach2);
  };
  const double cross[2] = {arm(wavenumbers_[0], along, around), arm(wavenumbers_[1], around, along)};
  double sum = images_seen(body, t) / std::pow(1 + apart2 / (d * d), 1.5);
  for (std::size_t e = 0; e < 2; ++e) {
    const double k = wavenumbers_[e];
    sum += 8 * k * k * d * std::sqrt(finite_size2(k, body)) * focusing(d) * std::exp(-k * reach) * cross[e] +
           0.5 * std::exp(-2 * k * d) / (d * (1 + apart2 / reach2));
  }
  return body.force * sum;
}

double WallError::of_no_slip(std::span<const WallBody> bodies) const {
  double sum = 0;
  for (const WallBody& b : bodies) {
    double left = 0;
    for (double k : wavenumbers_) {
      // all modes that the grid does not see, so Faxen's term is that of one well beyond the first of them
      const double beyond = k + 1.5 / b.distance;
      left += 15 * k * k * k * b.distance * finite_size2(beyond, b) * std::exp(-2 * k * b.distance);
    }
    const double seen = images_seen(b, 0) * b.distance, curved = 0.04 + 60 * std::pow(b.distance, 4);
    sum += b.force * b.force * (left + seen * seen) * curved;
  }
  return std::sqrt(sum / (2 * pi * length_));
}

double image_gap(double spacing, double distance) {
  return std::max(spacing, 0.5 * distance);
}

WallGrid plain_wall_grid(double length, double spacing, double gap) {
  WallGrid g;
  g.length = length;
  g.axial = std::max(3, static_cast<int>(std::ceil(length / spacing)));
  g.angular = std::max(3, static_cast<int>(std::ceil(2 * pi / spacing)));
  g.image_radius = 1 + gap;
  return g;
}

double spacing_for_bodies(double length, std::span<const WallBody> bodies, double tolerance) {
  double nearest = 1;
  for (const WallBody& b : bodies) nearest = std::min(nearest, b.distance);
  double low = std::log(0.02 * nearest), high = std::log(std::min(1.2 * nearest, 0.7));
  const auto error = [&](double log_spacing) {
    const double h = std::exp(log_spacing);
    return WallError(plain_wall_grid(length, h, image_gap(h, nearest))).of_bodies(bodies);
  };
  if (error(high) <= tolerance) return std::exp(high);
  for (int i = 0; i < 40; ++i) {
    const double middle = (low + high) / 2;
    (error(middle) <= tolerance ? low : high) = middle;
  }
  return std::exp(low);
}

}  // namespace slurry
