// SPDX-License-Identifier: BSD-3-Clause
#include "dynamics/capsule_contacts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "geometry/near_images.hpp"

namespace slurry {

namespace {

double dot(const double* a, const double* b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/// Radius of the sphere whose mobility is the mean mobility of a prolate spheroid with the semi-axes l and b (Perrin,
/// J. Phys. Radium 7, 1, 1936).
double mean_radius(double l, double b) {
  const double e = std::sqrt(std::max(0.0, 1 - b * b / (l * l)));
  return e > 0 ? l * e / std::atanh(e) : b;
}

}  // namespace

NearestPoints nearest_points(const double* d, const double* n, double h, const double* m, double k) {
  // |d + s n - t m|^2 over the rectangle: the minimum of one variable for given other, clamped, twice
  const double c = dot(n, m), dn = dot(d, n), dm = dot(d, m), sine2 = 1 - c * c;
  double s = 0;
  if (sine2 > 1e-12) {
    s = std::clamp((c * dm - dn) / sine2, -h, h);
  } else {
    // parallel: the middle of the part that the axes have side by side
    const double low = std::max(-h, -dn - k), high = std::min(h, -dn + k);
    s = low <= high ? (low + high) / 2 : std::clamp(-dn, -h, h);
  }
  double t = dm + s * c;
  if (t > k || t < -k) {
    t = std::clamp(t, -k, k);
    s = std::clamp(t * c - dn, -h, h);
  }
  NearestPoints p{s, t, {}, 0};
  for (int i = 0; i < 3; ++i) p.d[i] = d[i] + s * n[i] - t * m[i];
  p.distance = std::sqrt(dot(p.d, p.d));
  return p;
}

bool contact_normal(const NearestPoints& p, const double* n, const double* m, double* u) {
  const double across[3] = {n[1] * m[2] - n[2] * m[1], n[2] * m[0] - n[0] * m[2], n[0] * m[1] - n[1] * m[0]};
  const double* along = p.distance > 0 ? p.d : across;
  const double length = p.distance > 0 ? p.distance : std::sqrt(dot(across, across));
  for (int c = 0; c < 3 && length > 0; ++c) u[c] = along[c] / length;
  return length > 0;
}

CapsuleContacts::CapsuleContacts(const Domain& domain, std::vector<double> radii, std::vector<double> half_axes,
                                 double tolerance, bool pairs)
    : domain_(domain),
      radii_(std::move(radii)),
      half_axes_(std::move(half_axes)),
      tolerance_(tolerance),
      pairs_(pairs && radii_.size() > 1),
      list_(domain) {
  for (std::size_t i = 0; i < radii_.size(); ++i)
    mobile_radii_.push_back(mean_radius(half_axes_[i] + radii_[i], radii_[i]));
  for (double a : radii_) largest_radius_ = std::max(largest_radius_, a);
  for (double h : half_axes_) largest_half_axis_ = std::max(largest_half_axis_, h);
}

NearestPoints CapsuleContacts::nearest(std::span<const double> x, int i, int j) const {
  const std::size_t n = radii_.size(), a = static_cast<std::size_t>(i), b = static_cast<std::size_t>(j);
  const Periods periods = list_.periods();
  double d[3];
  for (std::size_t c = 0; c < 3; ++c) d[c] = periods.nearest(static_cast<int>(c), x[3 * a + c] - x[3 * b + c]);
  const auto points = [&](const double* apart) {
    return nearest_points(apart, &x[3 * (n + a)], half_axes_[a], &x[3 * (n + b)], half_axes_[b]);
  };
  NearestPoints best = points(d);
  // the axes of another image may be closer, although its centre is farther away
  for_near_images(periods, d, best.distance + half_axes_[a] + half_axes_[b], [&](const double* apart) {
    if (const NearestPoints p = points(apart); p.distance < best.distance) best = p;
  });
  return best;
}

double CapsuleContacts::gap(const NearestPoints& p, int i, int j) const {
  return p.distance - radii_[static_cast<std::size_t>(i)] - radii_[static_cast<std::size_t>(j)];
}

void CapsuleContacts::find_pairs(std::span<const double> x, double reach, std::vector<Pair>& found) {
  found.clear();
  const std::size_t n = radii_.size();
  list_.build(x.first(3 * n), 2 * (largest_radius_ + largest_half_axis_) + reach);
  const auto lists = list_.lists();
  const auto counts = list_.counts();
  for (std::size_t i = 0; i < n; ++i)
    for (int m = 0; m < counts(i); ++m) {
      const int j = lists(i, m);
      if (static_cast<std::size_t>(j) <= i) continue;
      if (gap(nearest(x, static_cast<int>(i), j), static_cast<int>(i), j) < reach)
        found.push_back({static_cast<int>(i), j});
    }
}

/// How far the point at `lever` moves along `direction` for a given shift of the centre.
double CapsuleContacts::ease(std::span<const double> x, int i, double lever, const double* direction) const {
  const auto k = static_cast<std::size_t>(i);
  if (half_axes_[k] == 0) return 1;
  const double l = half_axes_[k] + radii_[k], along = dot(direction, &x[3 * (radii_.size() + k)]);
  return 1 + 3 * lever * lever / (l * l) * (1 - along * along);
}

void CapsuleContacts::push(std::span<double> x, int i, double lever, const double* direction, double amount,
                           double& moved) const {
  const auto k = static_cast<std::size_t>(i);
  double* centre = &x[3 * k];
  for (int c = 0; c < 3; ++c) centre[c] += amount * direction[c];
  double tip = std::abs(amount);
  if (half_axes_[k] > 0) {
    double* n = &x[3 * (radii_.size() + k)];
    const double l = half_axes_[k] + radii_[k], along = dot(direction, n), turn = 3 * amount * lever / (l * l);
    for (int c = 0; c < 3; ++c) n[c] += turn * (direction[c] - along * n[c]);
    const double length = std::sqrt(dot(n, n));
    for (int c = 0; c < 3; ++c) n[c] /= length;
    tip += l * std::abs(turn);
  }
  moved = std::max(moved, tip);
}

/// Returns the overlap that it found.
double CapsuleContacts::separate(std::span<double> x, const Pair& pair, double& moved) {
  const NearestPoints p = nearest(x, pair.i, pair.j);
  const double overlap = -gap(p, pair.i, pair.j);
  if (overlap <= 0) return 0;
  double u[3];
  if (!contact_normal(p, &x[3 * (radii_.size() + static_cast<std::size_t>(pair.i))],
                      &x[3 * (radii_.size() + static_cast<std::size_t>(pair.j))], u)) {
    u[0] = 1;
    u[1] = u[2] = 0;
  }
  // a hair more than needed, so that sweeps end
  const double a = mobile_radii_[static_cast<std::size_t>(pair.i)], b = mobile_radii_[static_cast<std::size_t>(pair.j)];
  const double here = yield_of_sphere(a, b), there = yield_of_sphere(b, a);
  const double force =
      (overlap + 0.1 * tolerance_) / (here * ease(x, pair.i, p.s, u) + there * ease(x, pair.j, p.t, u));
  push(x, pair.i, p.s, u, here * force, moved);
  push(x, pair.j, p.t, u, -there * force, moved);
  return overlap;
}

/// The axis is furthest out at one of its ends.
double CapsuleContacts::pull_in(std::span<double> x, int i, double& moved) const {
  const auto k = static_cast<std::size_t>(i);
  const double* n = &x[3 * (radii_.size() + k)];
  double most = 0;
  for (const double lever : {half_axes_[k], -half_axes_[k]}) {
    const double y = x[3 * k + 1] + lever * n[1], z = x[3 * k + 2] + lever * n[2], r = std::hypot(y, z);
    const double overlap = r + radii_[k] - domain_.radius;
    most = std::max(most, overlap);
    if (overlap <= 0 || r == 0) continue;
    const double u[3] = {0, y / r, z / r};
    push(x, i, lever, u, -(overlap + 0.1 * tolerance_) / ease(x, i, lever, u), moved);
  }
  return std::max(0.0, most);
}

ContactReport CapsuleContacts::project(std::span<double> x, int most_sweeps) {
  ContactReport report;
  const int n = static_cast<int>(radii_.size());
  const double reach = 0.5 * largest_radius_;
  std::vector<Pair> pairs;
  if (pairs_) find_pairs(x, reach, pairs);
  double travelled = 0;
  for (int sweep = 0; sweep < most_sweeps; ++sweep) {
    double overlap = 0, moved = 0;
    for (const Pair& p : pairs) overlap = std::max(overlap, separate(x, p, moved));
    if (domain_.kind == DomainKind::pipe)
      for (int i = 0; i < n; ++i) overlap = std::max(overlap, pull_in(x, i, moved));
    report.largest_overlap = overlap;
    if (overlap <= tolerance_) return report;
    ++report.sweeps;
    travelled += 2 * moved;
    if (pairs_ && travelled > 0.8 * reach) {
      find_pairs(x, reach, pairs);
      travelled = 0;
    }
  }
  report.converged = false;
  return report;
}

Gaps CapsuleContacts::gaps(std::span<const double> x) {
  Gaps g{infinity, infinity};
  const std::size_t n = radii_.size();
  if (domain_.kind == DomainKind::pipe)
    for (std::size_t i = 0; i < n; ++i)
      for (const double lever : {half_axes_[i], -half_axes_[i]}) {
        const double* d = &x[3 * (n + i)];
        g.wall = std::min(
            g.wall, domain_.radius - radii_[i] - std::hypot(x[3 * i + 1] + lever * d[1], x[3 * i + 2] + lever * d[2]));
      }
  if (n < 2) return g;
  double extent = 0;
  for (double v : x.first(3 * n)) extent = std::max(extent, std::abs(v));
  std::vector<Pair> pairs;
  for (double reach = largest_radius_;; reach *= 2) {
    find_pairs(x, reach, pairs);
    for (const Pair& p : pairs) g.bodies = std::min(g.bodies, gap(nearest(x, p.i, p.j), p.i, p.j));
    if (g.bodies <= reach || reach > 4 * (extent + largest_radius_ + largest_half_axis_)) break;
  }
  return g;
}

RelativeSpeeds CapsuleContacts::relative_speeds(std::span<const double> x, std::span<const double> v) {
  RelativeSpeeds speeds;
  const std::size_t n = radii_.size();
  const auto at = [&](std::size_t i, double lever, std::size_t c) { return v[3 * i + c] + lever * v[3 * (n + i) + c]; };
  if (domain_.kind == DomainKind::pipe)
    for (std::size_t i = 0; i < n; ++i)
      for (const double lever : {half_axes_[i], -half_axes_[i]}) {
        const double y = x[3 * i + 1] + lever * x[3 * (n + i) + 1], z = x[3 * i + 2] + lever * x[3 * (n + i) + 2];
        const double r = std::hypot(y, z);
        if (r == 0 || domain_.radius - r - radii_[i] > largest_radius_) continue;
        speeds.wall = std::max(speeds.wall, std::abs(at(i, lever, 1) * y + at(i, lever, 2) * z) / r);
      }
  if (!pairs_) return speeds;
  std::vector<Pair> pairs;
  find_pairs(x, largest_radius_, pairs);
  for (const Pair& p : pairs) {
    const NearestPoints q = nearest(x, p.i, p.j);
    double w[3];
    for (std::size_t c = 0; c < 3; ++c)
      w[c] = at(static_cast<std::size_t>(p.i), q.s, c) - at(static_cast<std::size_t>(p.j), q.t, c);
    speeds.bodies = std::max(speeds.bodies, std::sqrt(dot(w, w)));
  }
  return speeds;
}

}  // namespace slurry
