// SPDX-License-Identifier: BSD-3-Clause
#include "mobility/pipe/wall_error.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "mobility/pipe/wall_edge_modes.hpp"

namespace slurry {

namespace {

using std::numbers::pi;

/// How much less a sphere drives the modes beyond the edge than a point does.
double finite_size2(double wavenumber, const WallBody& b) {
  if (!(b.radius > 0)) return 1;
  return drive_beyond(wavenumber, b.distance, b.radius) / drive_beyond(wavenumber, b.distance, 0);
}

double square(double x) {
  return x * x;
}

/// A body far from the wall sees all of it curved around itself.
double focusing(double distance) {
  return 1 + 10 * std::pow(distance, 4);
}

}  // namespace

WallError::WallError(const WallGrid& grid)
    : length_(grid.length),
      gap_(grid.image_radius - 1),
      wavenumbers_{pi * grid.axial / grid.length, 0.5 * grid.angular} {}

/// Squared error of a body's velocity from its own unit force, mean over its places and the directions of the force.
double WallError::own2(const WallBody& b) const {
  // r^n for exp(-n d): around the axis lengths are logarithms.  Along it I_0(2 k r), the sum of I_n(k r)^2, for what a
  // plane wall has in its place.
  const double r = std::max(1 - b.distance, 1e-6), k = wavenumbers_[0];
  const double curved = 4 * pi * k / (1 + 4 * pi * k * r);
  const EdgeError x = edge_error(k, b.distance, b.radius, gap_),
                  th = edge_error(wavenumbers_[1], -std::log(r), b.radius / r, std::log1p(gap_));
  const double f = std::sqrt(curved);
  const double fixed2 =
      square(f * x.along + th.across) + square(f * x.across + th.along) + square(f * x.normal + th.normal);
  return (fixed2 + curved * x.turning2 + th.turning2) / 3;
}

BodiesError WallError::of_bodies(std::span<const WallBody> bodies) const {
  if (bodies.empty()) return {};
  double nearest = 1;
  for (const WallBody& b : bodies) nearest = std::min(nearest, b.distance);
  // own images; and those of neighbours, whose error adds up incoherently over a patch of the wall
  double own = 0, fourth = 0, targets = 0, sources = 0;
  const double least = std::min(wavenumbers_[0], wavenumbers_[1]);
  for (const WallBody& b : bodies) {
    if (least * (b.distance - nearest) > 12) continue;  // exp(-24) of the nearest one's
    const double s2 = own2(b), s = std::sqrt(s2), f2 = b.force * b.force;
    own += f2 * s2;
    fourth += square(f2 * s2);
    targets += s;
    sources += f2 * s;
  }
  // integral of the squared error over the places of a target, in units of the squared error at the body
  const double patch = 30 * gap_ * nearest / std::sqrt(least * nearest);
  const double others = std::min(1.0, patch / (2 * pi * length_)) * targets * sources;
  const auto count = static_cast<double>(bodies.size());
  return {std::sqrt((own + others) / count), std::sqrt((own + std::sqrt(fourth) + others) / count)};
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
    for (double k : wavenumbers_)
      left += 15 * k * k * k * b.distance * finite_size2(k, b) * std::exp(-2 * k * b.distance);
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
    return WallError(plain_wall_grid(length, h, image_gap(h, nearest))).of_bodies(bodies).likely;
  };
  if (error(high) <= tolerance) return std::exp(high);
  for (int i = 0; i < 40; ++i) {
    const double middle = (low + high) / 2;
    (error(middle) <= tolerance ? low : high) = middle;
  }
  return std::exp(low) * below_the_step;
}

}  // namespace slurry
