// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <span>

#include "accuracy/error_budget.hpp"
#include "base/memory.hpp"
#include "base/text.hpp"
#include "mobility/field_of_bodies.hpp"
#include "mobility/point_mobility.hpp"
#include "mobility/second_opinion.hpp"
#include "mobility/velocity_norms.hpp"
#include "slurry/error.hpp"
#include "slurry/rank_work.hpp"

namespace slurry {

namespace {

class Stopwatch {
 public:
  double seconds_since_last() {
    const auto now = std::chrono::steady_clock::now();
    const double s = std::chrono::duration<double>(now - start_).count();
    start_ = now;
    return s;
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// Squares of forces beyond these leave the range of a double.
constexpr double smallest_force = 1e-100, largest_force = 1e100;

void check_forces(const MobilityProblem& p) {
  double largest = 0;
  for (const double f : p.forces) largest = std::max(largest, std::abs(f));
  if (largest > 0 && std::isfinite(largest) && (largest < smallest_force || largest > largest_force))
    throw InputError(text("the largest component of a force is {}; it must be from {} to {}, so choose another unit",
                          largest, smallest_force, largest_force));
  const double ratio = largest / p.viscosity;
  if (largest > 0 && p.viscosity > 0 && (ratio < smallest_force || ratio > largest_force))
    throw InputError(
        text("the largest component of a force over the viscosity eta = {} is {}; it must be from {} to {}, so choose "
             "other units",
             p.viscosity, ratio, smallest_force, largest_force));
}

void check_velocities(std::span<const double> velocities) {
  for (std::size_t i = 0; i < velocities.size(); ++i)
    if (!std::isfinite(velocities[i]))
      throw InputError(text(
          "the velocity of body {} is not finite: its place, its size, the forces or the viscosity are beyond what "
          "numbers of double precision can hold",
          i / 3));
}

/// A run may find a sphere a hair inside of the wall between two steps; one that is given must be in the pipe.
void check_wall(const MobilityProblem& p, BodyModel model) {
  if (p.domain.kind != DomainKind::pipe || model != BodyModel::spheres || p.radii.empty()) return;
  for (std::size_t i = 0; i < p.positions.size() / 3; ++i) {
    const double a = p.radii.size() == 1 ? p.radii[0] : i < p.radii.size() ? p.radii[i] : 0.0;
    const double r = std::hypot(p.positions[3 * i + 1], p.positions[3 * i + 2]);
    if (r < p.domain.radius && r + a > p.domain.radius * (1 + 1e-12))
      throw InputError(
          text("body {} reaches through the wall: its centre is at distance {} from the axis, its radius is {}, and "
               "the radius of the pipe is {}",
               i, r, a, p.domain.radius));
  }
}

/// Two spheres that overlap have a mobility (Rotne-Prager-Yamakawa); a sphere that overlaps itself is no body.
void check_own_images(const MobilityProblem& p, BodyModel model) {
  const DomainKind kind = p.domain.kind;
  if (kind == DomainKind::free_space || model != BodyModel::spheres) return;
  const int periodic = kind == DomainKind::periodic_3 ? 3 : 1;
  const std::size_t bodies = std::min(p.radii.size(), p.positions.size() / 3);
  for (std::size_t i = 0; i < bodies; ++i)
    for (int d = 0; d < periodic; ++d) {
      const double period = periodic == 3 ? p.domain.cell[static_cast<std::size_t>(d)] : p.domain.length;
      if (!(2 * p.radii[i] > period * (1 + 1e-12))) continue;
      throw InputError(text(
          "{} would overlap its own periodic image: the radius is {}, the period along {} is {}; choose a period of at "
          "least {}, or a smaller radius",
          p.radii.size() == 1 ? std::string("each body") : text("body {}", i), p.radii[i], "xyz"[d], period,
          2 * p.radii[i]));
    }
}

void check_points(const MobilityProblem& p) {
  for (std::size_t i = 0; i < p.points.size(); i += 3) {
    const double r = std::hypot(p.points[i + 1], p.points[i + 2]);
    if (!std::isfinite(p.points[i]) || !std::isfinite(r))
      throw InputError(text("point {} of the field is not finite", i / 3));
    if (p.domain.kind == DomainKind::pipe && r > p.domain.radius * (1 + 1e-12))
      throw InputError(
          text("point {} of the field lies outside of the pipe: its distance from the axis is {}, the radius {}", i / 3,
               r, p.domain.radius));
  }
}

/// A kind for each radius that there is; points have none.
BodyPoints bodies_of(const MobilityProblem& p, BodyModel model) {
  const std::size_t n = p.positions.size() / 3;
  std::vector<BodyKind> kinds;
  std::vector<int> kind_of(n, 0);
  if (model == BodyModel::points) return {{BodyKind::of_point(1)}, kind_of};
  std::map<double, int> number;
  for (std::size_t i = 0; i < n; ++i) {
    const double a = p.radii.size() == 1 ? p.radii[0] : p.radii[i];
    const auto [at, added] = number.emplace(a, static_cast<int>(kinds.size()));
    if (added) kinds.push_back(BodyKind::of_sphere(a));
    kind_of[i] = at->second;
  }
  return {std::move(kinds), std::move(kind_of)};
}

/// Measured as `slurry field` does.
ErrorEntry field_error(PointMobility& mobility, const MobilityOptions& options, std::span<const double> points,
                       std::span<const double> u) {
  const double scale = rms(u);
  ErrorEntry e;
  e.asked = options.tolerance;
  if (!(scale > 0)) return e;
  e.predicted = mobility.predicted_field_error() / scale;
  if (options.measured_targets <= 0) return e;
  e.measured = mobility.measure_field_error(points, u, options.seed) / scale;
  return e;
}

void find_field(PointMobility& mobility, const MobilityProblem& p, const MobilityOptions& options, MobilityResult& r) {
  if (p.points.empty()) return;
  const BodyPoints bodies = bodies_of(p, options.model);
  const FieldMotion motion{p.positions, {}, r.velocities, {}, {}};
  FieldOfBodies field(p.domain, bodies, motion, options.inside);
  r.field.resize(p.points.size());
  r.inside = field.evaluate(
      p.points, r.field,
      [&](std::span<const double> points, std::span<double> u) {
        mobility.field_to_tolerance(points, u);
        r.field_error = field_error(mobility, options, points, u);
      },
      [&](std::span<const std::size_t> of, std::span<double> turn) { mobility.angular_velocities(of, turn); });
}

MobilityResult solve(const MobilityProblem& problem, const MobilityOptions& options) {
  for (const auto* v : {&problem.positions, &problem.forces, &problem.points})
    if (v->size() % 3 != 0) throw InputError("an array of vectors has a length that is not a multiple of three");
  if (problem.domain.kind != DomainKind::pipe && options.net_flow.kind != NetFlowKind::zero_flux)
    throw InputError("a net flow is asked for, but there is no pipe");
  check_forces(problem);
  check_wall(problem, options.model);
  check_own_images(problem, options.model);
  check_points(problem);
  PointMobilitySetup setup;
  setup.domain = problem.domain;
  setup.surroundings.viscosity = problem.viscosity;
  setup.radii = problem.radii;
  setup.model = options.model;
  setup.surroundings.net_flow = options.net_flow;
  setup.tolerance = options.tolerance;
  setup.take(options);
  setup.expected_calls = 1;
  Stopwatch watch;
  const auto mobility = make_point_mobility(setup);
  MobilityResult r;
  r.velocities.resize(problem.positions.size());
  mobility->solve(problem.positions, problem.forces, r.velocities);
  check_velocities(r.velocities);
  r.solve_seconds = watch.seconds_since_last();
  r.flow = mobility->mean_flow();
  r.wall_drag = mobility->wall_drag();
  r.parameters = mobility->parameters();
  r.errors = options.measured_targets > 0 ? measure_errors(*mobility, setup, problem.positions, problem.forces,
                                                           r.velocities, options.measured_targets, options.seed)
                                          : mobility->predict();
  refer_to(r.errors, mobility->scale(), rms(r.velocities));
  r.measure_seconds = watch.seconds_since_last();
  find_field(*mobility, problem, options, r);
  r.field_seconds = watch.seconds_since_last();
  r.times = mobility->take_stage_times();
  if (const Communicator* const ranks = ranks_in_use()) {
    const MadeSums made = made_sums();
    r.ranks = ranks->size();
    r.sums_together = made.together;
    r.sums_alone = made.alone;
    r.alone_because = made.because;
  }
  return r;
}

}  // namespace

MobilityResult solve_mobility(const MobilityProblem& problem, const MobilityOptions& options) {
  return with_memory_refused("the solve", 0, "a looser tolerance, or fewer points of the field, take less",
                             [&] { return solve(problem, options); });
}

}  // namespace slurry
