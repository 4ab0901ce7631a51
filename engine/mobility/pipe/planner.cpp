// SPDX-License-Identifier: BSD-3-Clause
#include "mobility/pipe/planner.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "base/memory.hpp"
#include "base/pace.hpp"
#include "base/text.hpp"
#include "mobility/point_mobility.hpp"
#include "slurry/error.hpp"

namespace slurry::pipe_planner {

namespace {

/// In pipes of half a radius the estimate of the wall's error is up to 16 times too low for bodies near the axis.  From
/// this length on, in radii, it is not.
constexpr double short_pipe = 0.7, short_pipe_caution = 0.1;

double nearest_distance(std::span<const WallBody> bodies) {
  double d = 1;
  for (const WallBody& b : bodies) d = std::min(d, b.distance);
  return d;
}

/// The wall's grid alone: points, fields, modes, inverse blocks (wall_impl.hpp), and its two sums, sorted.
void refuse_too_many(const PipePlan& p, std::optional<double> memory_limit) {
  constexpr double bytes_per_point = 162 + 112;
  const double points = 2 * std::numbers::pi * p.length / (p.wall_spacing * p.wall_spacing);
  const double needed = bytes_per_point * points, available = memory_limit.value_or(available_memory());
  if (needed > available)
    throw RefusedError(
        text("the wall would need {:.3g} points and {} of memory, but {} are available: {:.3g} points would fit; move "
             "bodies and points away from the wall, or ask for a looser tolerance",
             points, bytes_text(needed), bytes_text(available), available / bytes_per_point));
}

/// A body feels the images of its own force most.
double image_velocity(const Knowledge& k) {
  if (k.image_velocity) return *k.image_velocity;
  double sum = 0;
  for (const WallBody& b : k.bodies) sum += b.force * b.force / (b.distance * b.distance);
  return 1.5 * std::sqrt(sum / static_cast<double>(k.bodies.size()));
}

PipePlan plan_with(const Knowledge& k, double spacing, double gap) {
  PipePlan p;
  p.length = k.length;
  p.wall_spacing = spacing;
  p.image_gap = gap;
  p.bodies_tolerance = share * k.tolerance;
  p.images_tolerance = share * k.tolerance / images_coherence(k.bodies);
  p.body_forces2 = k.body_forces2;
  p.net_force = k.net_force;
  p.image_forces2 = image_forces2(k, spacing);
  p.image_velocity = image_velocity(k);
  p.take(k);
  p.second_opinion = k.second_opinion;
  refuse_too_many(p, k.memory_limit);
  return p;
}

/// A grid may be finer than its error asks, by rounding or since it can be no coarser. One that judges it has more
/// points in both directions.
double below_the_spacing_of(const WallGrid& judged, double spacing) {
  return std::min(
      {spacing, below_the_step * judged.length / judged.axial, below_the_step * 2 * std::numbers::pi / judged.angular});
}

/// Every k-th of a set of n, so that about `wanted` remain.
std::size_t stride_for(std::size_t n, std::size_t wanted) {
  return std::max<std::size_t>(1, n / wanted);
}

}  // namespace

double field_error2(const WallError& error, std::span<const WallBody> bodies, std::span<const double> positions,
                    double length, const double* point) {
  const double r = std::hypot(point[1], point[2]), angle = std::atan2(point[2], point[1]);
  double sum = 0;
  for (std::size_t j = 0; j < bodies.size(); ++j) {
    const double* y = &positions[3 * j];
    double along = point[0] - y[0];
    along -= length * std::round(along / length);
    const double turn = std::remainder(angle - std::atan2(y[2], y[1]), 2 * std::numbers::pi);
    const double around = bodies[j].distance < 0.9 ? turn : 0;
    const double e = error.of_field(bodies[j], 1 - r, along, around);
    sum += e * e;
  }
  return sum;
}

/// Mean square pressure over the mean square velocity of a mode (I + q t J) w exp(-q t) at the distance t from the wall
/// [1/R^2]. q is the wavenumber `edge` [1/R], and w is random (theory/pipe-wall.md (P9a)).
double pressure_over_velocity2(double edge, double t) {
  const double q2 = edge * edge;
  return 8 * q2 / (3 + 4 * q2 * t * t);
}

double images_coherence(std::span<const WallBody> bodies) {
  constexpr double on_axis = 5, reach = 0.06;  // [R]
  double sum = 0;
  for (const WallBody& b : bodies) sum += 1 + (on_axis * on_axis - 1) / (1 + std::pow((1 - b.distance) / reach, 4));
  return bodies.empty() ? 1 : std::sqrt(sum / static_cast<double>(bodies.size()));
}

double image_forces2(const Knowledge& k, double spacing) {
  if (k.image_forces2) return *k.image_forces2 * spacing * spacing;
  // traction of a force near a plane wall: sum |q|^2 = 0.1 (h/d)^2 f^2 or so; and the drag of all, spread evenly
  double sum = 0, total = 0;
  for (const WallBody& b : k.bodies) {
    sum += 0.15 * b.force * b.force / (b.distance * b.distance);
    total += b.force;
  }
  return spacing * spacing * (sum + total * total / (2 * std::numbers::pi * k.length));
}

PipePlan for_bodies(const Knowledge& k) {
  const double caution = k.length < short_pipe ? short_pipe_caution : 1;
  double tolerance = caution * wall_share * k.tolerance;
  if (k.judged_wall) tolerance = std::min(tolerance, WallError(*k.judged_wall).of_bodies(k.bodies).likely / k.finer);
  double spacing = spacing_for_bodies(k.length, k.bodies, tolerance);
  if (k.judged_wall) spacing = below_the_spacing_of(*k.judged_wall, spacing);
  return plan_with(k, spacing, image_gap(spacing, nearest_distance(k.bodies)));
}

PipePlan for_field(const Knowledge& k, std::span<const double> positions, std::span<const double> points) {
  const double nearest = nearest_distance(k.bodies);
  const std::size_t count = points.size() / 3;
  double nearest_point = 1;
  for (std::size_t i = 0; i < count; ++i)
    nearest_point = std::min(nearest_point, 1 - std::hypot(points[3 * i + 1], points[3 * i + 2]));
  const std::size_t step =
      stride_for(count, std::max<std::size_t>(50, 400000 / std::max<std::size_t>(1, k.bodies.size())));
  const auto gap_for = [&](double h, double log_inverse) {
    // the images seen as points: exp(-2 K (gap + t)) below the tolerance, but the strengths must not grow
    const double wanted = log_inverse * h / (2 * std::numbers::pi) - nearest_point;
    return std::clamp(wanted, image_gap(h, nearest), std::max({image_gap(h, nearest), 0.9 * nearest, 1.5 * h}));
  };
  const double forces = std::sqrt(k.body_forces2);
  const double log_inverse = std::log(std::max(10.0, 300 * forces / (nearest * k.tolerance)));
  // of the velocity, and of the pressure that goes with it
  const auto errors_of = [&](const WallGrid& grid) {
    const WallError law(grid);
    double sum = 0, of_pressure = 0;
    std::size_t used = 0;
    may_stop();
    for (std::size_t i = 0; i < count; i += step, ++used) {
      const double* x = &points[3 * i];
      const double e2 = field_error2(law, k.bodies, positions, k.length, x);
      sum += e2;
      of_pressure += e2 * pressure_over_velocity2(std::numbers::pi / grid.spacing(), 1 - std::hypot(x[1], x[2]));
    }
    const auto all = static_cast<double>(std::max<std::size_t>(1, used));
    return std::array{std::sqrt(sum / all), std::sqrt(of_pressure / all)};
  };
  const auto errors = [&](double h) { return errors_of(plain_wall_grid(k.length, h, gap_for(h, log_inverse))); };
  double of_wall = share * k.tolerance;
  if (k.judged_wall) of_wall = std::min(of_wall, errors_of(*k.judged_wall)[0] / k.finer);
  double low = std::log(0.01 * nearest), high = std::log(std::min(0.7, 1.2 * nearest));
  for (int i = 0; i < 30; ++i) {
    const double middle = (low + high) / 2;
    (errors(std::exp(middle))[0] <= of_wall ? low : high) = middle;
  }
  double spacing = std::exp(low) * below_the_step;
  if (k.judged_wall) spacing = below_the_spacing_of(*k.judged_wall, spacing);
  PipePlan p = plan_with(k, spacing, gap_for(spacing, log_inverse));
  p.largest_field = std::min(count, most_field_points);
  const auto [of_velocity, of_pressure] = errors(spacing);
  p.field_wall_error = of_velocity;
  p.field_wall_pressure = of_pressure;
  std::vector<WallBody> seen_from;
  for (std::size_t i = 0; i < count; i += step)
    seen_from.push_back({1 - std::hypot(points[3 * i + 1], points[3 * i + 2]), 0, 0});
  p.field_coherence = images_coherence(seen_from);
  p.images_tolerance = share * k.tolerance / p.field_coherence;
  return p;
}

}  // namespace slurry::pipe_planner
