// SPDX-License-Identifier: BSD-3-Clause
#include "dynamics/repulsion.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "dynamics/capsule_contacts.hpp"
#include "geometry/near_images.hpp"

namespace slurry {

namespace {

constexpr double reach = 16;  // ranges beyond which nothing is left of an exponential: 1e-7

}  // namespace

Repulsion::Repulsion(const Domain& domain, double force, double range, std::vector<double> radii,
                     std::vector<double> half_axes)
    : domain_(domain),
      force_(force),
      range_(range),
      radii_(std::move(radii)),
      half_axes_(std::move(half_axes)),
      list_(domain) {
  for (std::size_t i = 0; i < radii_.size(); ++i) longest_reach_ = std::max(longest_reach_, radii_[i] + half_axes_[i]);
}

double Repulsion::strength(double gap, double smaller_radius) {
  const double f = force_ * (gap > 0 ? std::exp(-gap / range_) : 1 - gap / range_);
  largest_ = std::max(largest_, f);
  largest_per_radius_ = std::max(largest_per_radius_, f / smaller_radius);
  return f;
}

void Repulsion::push(std::span<const double> x, std::size_t i, double lever, const double* u, double f,
                     Loads loads) const {
  for (std::size_t c = 0; c < 3; ++c) loads.forces[3 * i + c] += f * u[c];
  if (half_axes_[i] == 0) return;
  const double* n = director(x, i);
  for (std::size_t c = 0; c < 3; ++c) {
    const std::size_t p = (c + 1) % 3, q = (c + 2) % 3;
    loads.torques[3 * i + c] += f * lever * (n[p] * u[q] - n[q] * u[p]);
  }
}

/// Forces between body i and the images of body j, on both; for i = j, on the one body by its own images.
void Repulsion::add_pair(std::span<const double> x, std::size_t i, std::size_t j, Loads loads) {
  constexpr double none[3] = {0, 0, 0};
  double difference[3];
  for (std::size_t c = 0; c < 3; ++c) difference[c] = x[3 * i + c] - x[3 * j + c];
  const double contact = radii_[i] + radii_[j], far = contact + reach * range_;
  const double* n = half_axes_[i] > 0 ? director(x, i) : none;
  const double* m = half_axes_[j] > 0 ? director(x, j) : none;
  for_near_images(list_.periods(), difference, far + half_axes_[i] + half_axes_[j], [&](const double* d) {
    if (i == j && d[0] == 0 && d[1] == 0 && d[2] == 0) return;
    const NearestPoints p = nearest_points(d, n, half_axes_[i], m, half_axes_[j]);
    if (p.distance > far) return;
    double u[3];
    if (!contact_normal(p, n, m, u)) return;
    const double f = strength(p.distance - contact, std::min(radii_[i], radii_[j]));
    push(x, i, p.s, u, f, loads);
    if (i != j) push(x, j, p.t, u, -f, loads);
  });
}

void Repulsion::add_wall(std::span<const double> x, std::size_t i, double lever, Loads loads) {
  double y = x[3 * i + 1], z = x[3 * i + 2];
  if (lever != 0) {
    y += lever * director(x, i)[1];
    z += lever * director(x, i)[2];
  }
  const double r = std::hypot(y, z), gap = domain_.radius - radii_[i] - r;
  if (r == 0 || gap > reach * range_) return;
  const double u[3] = {0, y / r, z / r};
  push(x, i, lever, u, -strength(gap, radii_[i]), loads);
}

void Repulsion::add(std::span<const double> x, std::span<double> forces, std::span<double> torques) {
  largest_ = largest_per_radius_ = 0;
  const std::size_t n = radii_.size();
  const Loads loads{forces, torques};
  if (n > 1) {
    list_.build(x.first(3 * n), 2 * longest_reach_ + reach * range_);
    for (std::size_t i = 0; i < n; ++i)
      for (int m = 0; m < list_.counts()(i); ++m)
        if (const auto j = static_cast<std::size_t>(list_.lists()(i, m)); j > i) add_pair(x, i, j, loads);
  }
  // The forces of a body's own images cancel, but their torques do not.
  for (std::size_t i = 0; i < n; ++i)
    if (half_axes_[i] > 0) add_pair(x, i, i, loads);
  if (domain_.kind != DomainKind::pipe) return;
  for (std::size_t i = 0; i < n; ++i) {
    add_wall(x, i, half_axes_[i], loads);
    if (half_axes_[i] > 0) add_wall(x, i, -half_axes_[i], loads);
  }
}

double Repulsion::longest_step(double viscosity) const {
  if (!any() || largest_ <= 0) return std::numeric_limits<double>::infinity();
  return 0.25 * range_ * 6 * std::numbers::pi * viscosity / largest_per_radius_;
}

}  // namespace slurry
