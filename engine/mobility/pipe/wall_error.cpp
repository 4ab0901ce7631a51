// SPDX-License-Identifier: BSD-3-Clause
#include "mobility/pipe/wall_error.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/pace.hpp"
#include "mobility/pipe/wall_edge_modes.hpp"

namespace slurry {

namespace {

using std::numbers::pi;

/// How much less a sphere drives the modes beyond the edge than a point does.
double finite_size2(double wavenumber, const WallBody& b) {
  if (!(b.radius > 0)) return 1;
  return drive_beyond(wavenumber, b.distance, b.radius) / drive_beyond(wavenumber, b.distance, 0);
}

/// The work may end between so many bodies: a grid is looked for by its error forty times, each over all bodies.
void may_stop_at(std::size_t body) {
  constexpr std::size_t bodies_between = 4096;
  if (body % bodies_between == 0) may_stop();
}

double square(double x) {
  return x * x;
}

/// A body far from the wall sees all of it curved around itself.
double focusing(double distance) {
  return 1 + 10 * std::pow(distance, 4);
}

/// So much of the mean over places is left where the parts of an error cancel, for the parts are known so well; and of
/// the mean over directions too, for the error of a force around the pipe, which is small, is known least.
constexpr double left_of_places = 0.2, left_of_directions = 0.05;

/// Means of cos phi and cos 2 phi over the wall around a body, where the squared modes go like exp(s cos phi).
struct Turned {
  double cos, cos2;
};

/// I_1(s)/I_0(s) by the lower bound of Amos, Math. Comp. 28 (1974), eq. (9), within 5 %; I_2 by the recurrence.
Turned normals_seen(double s) {
  const double root = 0.5 + std::sqrt(s * s + 2.25);
  return {s / root, 1 - 2 / root};
}

}  // namespace

double ErrorAtPlace::squared() const {
  return square(velocity[0]) + square(velocity[1]) + square(velocity[2]) + square(left_of_places) * of_force2 +
         square(left_of_directions) * of_all2;
}

WallError::WallError(const WallGrid& grid)
    : length_(grid.length),
      gap_(grid.image_radius - 1),
      wavenumbers_{pi * grid.axial / grid.length, 0.5 * grid.angular} {}

/// Errors of the grid's points along the pipe and around it, at a curved wall.
std::array<EdgeError, 2> WallError::edges(const WallBody& b) const {
  // r^n for exp(-n d): around the axis lengths are logarithms.  Along it I_0(2 k r), the sum of I_n(k r)^2, for what a
  // plane wall has in its place.
  const double r = std::max(1 - b.distance, 1e-6), k = wavenumbers_[0];
  EdgeError x = edge_error(k, lengths_at_plane(b.distance, b.radius, gap_));
  const double curved = std::sqrt(4 * pi * k / (1 + 4 * pi * k * r));
  for (double* part : {&x.along, &x.across, &x.normal, &x.turning_along, &x.turning_across, &x.turning_normal,
                       &x.along_by_normal, &x.normal_by_along})
    *part *= curved;
  return {x, edge_error(wavenumbers_[1], lengths_around_pipe(r, b.radius, gap_))};
}

/// Squared error of a body's velocity from its own unit force, mean over its places and the directions of the force.
/// All of the wall counts as if it were normal to the radius, which is too much for a body near the axis.
double WallError::own2(const std::array<EdgeError, 2>& both) {
  const auto& [x, th] = both;
  const double fixed2 = square(x.along + th.across) + square(x.across + th.along) + square(x.normal + th.normal);
  return (fixed2 + x.turning2() + th.turning2()) / 3;
}

ErrorAtPlace WallError::of_body_at(const WallBody& b, double along, double angle,
                                   const std::array<double, 3>& force) const {
  return at_place(edges(b), b, along, angle, force);
}

ErrorAtPlace WallError::at_place(const std::array<EdgeError, 2>& both, const WallBody& b, double along, double angle,
                                 const std::array<double, 3>& force) const {
  const auto& [x, th] = both;
  // the wall around the body, at angles phi from the nearest part, has the normal turned by phi
  const Turned turned = normals_seen(2 * wavenumbers_[0] * (1 - b.distance));
  const auto& [fx, fr, ft] = force;
  // of the axial grid's part, across and normal to the nearest part of the wall: once the wall around is looked at
  const auto seen = [&](double of_one, double of_other) {
    return (of_one + of_other) / 2 + (of_one - of_other) / 2 * turned.cos2;
  };
  const std::array<double, 3> fixed{(x.along + th.across) * fx, (seen(x.normal, x.across) + th.normal) * fr,
                                    (seen(x.across, x.normal) + th.along) * ft};
  const std::array<double, 3> cos_x{x.turning_along * fx, seen(x.turning_normal, x.turning_across) * fr,
                                    seen(x.turning_across, x.turning_normal) * ft};
  const std::array<double, 3> sin_x{turned.cos * x.along_by_normal * fr, turned.cos * x.normal_by_along * fx, 0};
  const std::array<double, 3> cos_th{th.turning_across * fx, th.turning_normal * fr, th.turning_along * ft};
  const std::array<double, 3> sin_th{0, th.normal_by_along * ft, th.along_by_normal * fr};
  const double phase_x = 2 * wavenumbers_[0] * along, phase_th = 2 * wavenumbers_[1] * angle;
  ErrorAtPlace e;
  for (std::size_t c = 0; c < 3; ++c) {
    e.velocity[c] = -(fixed[c] + std::cos(phase_x) * cos_x[c] + std::sin(phase_x) * sin_x[c] +
                      std::cos(phase_th) * cos_th[c] + std::sin(phase_th) * sin_th[c]);
    e.of_force2 += square(fixed[c]) + (square(cos_x[c]) + square(sin_x[c]) + square(cos_th[c]) + square(sin_th[c])) / 2;
  }
  e.of_all2 = (fx * fx + fr * fr + ft * ft) * own2(both);
  return e;
}

BodiesError WallError::of_bodies(std::span<const WallBody> bodies) const {
  if (bodies.empty()) return {};
  double nearest = 1;
  for (const WallBody& b : bodies) nearest = std::min(nearest, b.distance);
  // own images; and those of neighbours, whose error adds up incoherently over a patch of the wall
  double own = 0, fourth = 0, targets = 0, sources = 0;
  const double least = std::min(wavenumbers_[0], wavenumbers_[1]);
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    may_stop_at(i);
    const WallBody& b = bodies[i];
    if (least * (b.distance - nearest) > 12) continue;  // exp(-24) of the nearest one's
    const double s2 = own2(edges(b)), s = std::sqrt(s2), f2 = b.force * b.force;
    own += f2 * s2;
    fourth += square(f2 * s2);
    targets += s;
    sources += f2 * s;
  }
  const double others = share_of_others(nearest) * targets * sources + images_at_bodies2(bodies, nearest);
  const auto count = static_cast<double>(bodies.size());
  return {std::sqrt((own + others) / count), std::sqrt((own + std::sqrt(fourth) + others) / count)};
}

/// Integral of the squared error over the places of a target, in units of the squared error at the body.
double WallError::share_of_others(double nearest) const {
  const double least = std::min(wavenumbers_[0], wavenumbers_[1]);
  const double patch = 30 * gap_ * nearest / std::sqrt(least * nearest);
  return std::min(1.0, patch / (2 * pi * length_));
}

double WallError::of_bodies_at(std::span<const WallBody> bodies, std::span<const double> positions,
                               std::span<const double> forces) const {
  if (bodies.empty()) return 0;
  double nearest = 1, own = 0, targets = 0, sources = 0, themselves = 0;
  for (const WallBody& b : bodies) nearest = std::min(nearest, b.distance);
  const double least = std::min(wavenumbers_[0], wavenumbers_[1]);
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    may_stop_at(i);
    const WallBody& b = bodies[i];
    if (least * (b.distance - nearest) > 12) continue;
    const double *x = &positions[3 * i], *f = &forces[3 * i];
    const double r = std::hypot(x[1], x[2]), c = r > 0 ? x[1] / r : 1, s = r > 0 ? x[2] / r : 0;
    const std::array<EdgeError, 2> both = edges(b);
    own += at_place(both, b, x[0], std::atan2(s, c), {f[0], c * f[1] + s * f[2], c * f[2] - s * f[1]}).squared();
    const double mean2 = own2(both), f2 = b.force * b.force;
    targets += std::sqrt(mean2);
    sources += f2 * std::sqrt(mean2);
    themselves += f2 * mean2;
  }
  const double others =
      share_of_others(nearest) * std::max(0.0, targets * sources - themselves) + images_at_bodies2(bodies, nearest);
  return std::sqrt((own + others) / static_cast<double>(bodies.size()));
}

/// Error at the distance t from the wall, as the images of a unit force at the distance 1 are single points.
double WallError::images_seen(double t) const {
  double sum = 0;
  for (double k : wavenumbers_) {
    const double depth = k * (gap_ + t);
    sum += (1 + 2 * depth) / k * std::exp(-2 * depth);
  }
  return 2.5 * sum;
}

/// Sum over the bodies of the squared errors that the images of the others give them. It counts where a body near the
/// wall has no force of its own, or little. The bodies lie anywhere on the wall; a few may lie across from each other.
double WallError::images_at_bodies2(std::span<const WallBody> bodies, double nearest) const {
  const double least = std::min(wavenumbers_[0], wavenumbers_[1]), few = 1 / static_cast<double>(bodies.size());
  const auto sent = [&](const WallBody& b) {
    const double d2 = b.distance * b.distance, share = std::min(1.0, std::max(d2 / (4 * length_), few));
    return b.force * b.force * share / (d2 * d2);
  };
  double all = 0, sum = 0;
  for (const WallBody& b : bodies) all += sent(b);
  for (const WallBody& b : bodies)
    if (least * (b.distance - nearest) < 12) sum += square(images_seen(b.distance)) * std::max(0.0, all - sent(b));
  return sum;
}

double WallError::of_field(const WallBody& body, double t, double along, double around) const {
  // modes are cut off at straight edges: the error lies on a cross around the body, with something left beside it
  const double d = body.distance, reach = d + t, reach2 = reach * reach;
  const double apart2 = along * along + around * around;
  const auto arm = [&](double k, double along_it, double beside) {
    return (0.05 + std::exp(-k * beside * beside / (2 * reach))) / std::sqrt(1 + along_it * along_it / reach2);
  };
  const double cross[2] = {arm(wavenumbers_[0], along, around), arm(wavenumbers_[1], around, along)};
  double sum = images_seen(t) / (d * d * std::pow(1 + apart2 / (d * d), 1.5));
  for (std::size_t e = 0; e < 2; ++e) {
    const double k = wavenumbers_[e];
    sum += 8 * k * k * d * std::sqrt(finite_size2(k, body)) * focusing(d) * std::exp(-k * reach) * cross[e] +
           0.5 * std::exp(-2 * k * d) / (d * (1 + apart2 / reach2));
  }
  return body.force * sum;
}

double WallError::of_no_slip(std::span<const WallBody> bodies) const {
  double sum = 0;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    may_stop_at(i);
    const WallBody& b = bodies[i];
    double left = 0;
    for (double k : wavenumbers_)
      left += 15 * k * k * k * b.distance * finite_size2(k, b) * std::exp(-2 * k * b.distance);
    const double seen = images_seen(0) / b.distance, curved = 0.04 + 60 * std::pow(b.distance, 4);
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
