// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "base/text.hpp"
#include "mobility/choice_state.hpp"
#include "mobility/field_points.hpp"
#include "mobility/pipe/pipe_mobility.hpp"
#include "mobility/pipe/wall_drag.hpp"
#include "mobility/velocity_norms.hpp"
#include "slurry/error.hpp"
#include "slurry/runtime.hpp"

namespace slurry {

using std::numbers::pi;
using Space = PipeMobility::Space;

namespace {

/// A plan serves as long as its predicted error stays below this many times the tolerance ...
constexpr double worst_fit = 1.2;
/// ... and is made anew when it has been this much too good for so many solves in a row.
constexpr double idle_fit = 0.15;
constexpr int idle_solves = 20;
/// Length over the radius of a pipe with forces in it.  In shorter ones errors of 2 to 15 times the tolerance were
/// measured (0.3), and none of the digits was right at 0.05.
constexpr double shortest_pipe = 0.5;
/// Squared forces so many times as large as those before have velocities of another size.
constexpr double forces_grown = 100;

/// The numbers that a plan came to; what it was asked for is the setup's.
State state_of(const PipePlan& p) {
  State s;
  s.put("wall_spacing", p.wall_spacing);
  s.put("image_gap", p.image_gap);
  s.put("bodies_tolerance", p.bodies_tolerance);
  s.put("images_tolerance", p.images_tolerance);
  s.put("squared_body_forces", p.body_forces2);
  s.put("squared_image_forces", p.image_forces2);
  s.put("net_force", p.net_force);
  s.put("image_velocity", p.image_velocity);
  return s;
}

PipePlan plan_from(const State& s) {
  PipePlan p;
  p.wall_spacing = s.number("wall_spacing");
  p.image_gap = s.number("image_gap");
  p.bodies_tolerance = s.number("bodies_tolerance");
  p.images_tolerance = s.number("images_tolerance");
  p.body_forces2 = s.number("squared_body_forces");
  p.image_forces2 = s.number("squared_image_forces");
  p.net_force = s.number("net_force");
  p.image_velocity = s.number("image_velocity");
  return p;
}

/// Largest pressure over the velocity of a mode that the wall is wrong by: 2 q (theory/pipe-wall.md, error of a wall
/// grid), where q is the wavenumber of the grid's edge.
double pressure_per_velocity(const WallGrid& grid) {
  return 2 * pi / std::min(grid.length / grid.axial, 2 * pi / grid.angular);
}

double root_mean_square(std::span<const double> values) {
  double sum = 0;
  for (const double x : values) sum += x * x;
  return values.empty() ? 0 : std::sqrt(sum / static_cast<double>(values.size()));
}

}  // namespace

void PipeMobility::take_bodies(std::span<const double> positions, std::span<const double> forces) {
  const std::size_t n = positions.size() / 3;
  setup_.check_numbers(positions, forces);
  if (sizes_.count != n || x_.extent(0) != n) {
    std::vector<double> radii{0.0};
    if (setup_.model == BodyModel::spheres) radii = setup_.radii;
    for (double& a : radii) a /= pipe_.radius;
    sizes_ = BodySizes::make(radii, n);
    x_ = Vectors<Space>("slurry::mobility::x", n);
    f_ = Vectors<Space>("slurry::mobility::f", n);
    v_ = Vectors<Space>("slurry::mobility::v", n);
    bodies_.resize(n);
    scaled_.resize(3 * n);
    last_.resize(3 * n);
    solver_.reset();
  }
  forces_.assign(forces.begin(), forces.end());
  forces2_ = flux_per_viscosity_ = 0;
  double single = 0, given_single = 0, net[3] = {0, 0, 0};
  for (std::size_t i = 0; i < n; ++i) {
    const double* p = &positions[3 * i];
    const double* f = &forces[3 * i];
    const double r = pipe_.distance_from_axis(p[1], p[2]), a = radius_of(i);
    if (!(r < pipe_.radius) || !std::isfinite(p[0]))
      throw InputError(
          text("body {} is outside of the pipe: its centre is at distance {} from the axis, the radius "
               "of the pipe is {}",
               i, r, pipe_.radius));
    const double f2 = f[0] * f[0] + f[1] * f[1] + f[2] * f[2];
    if (!std::isfinite(f2)) throw InputError(text("the force on body {} is not finite", i));
    scaled_[3 * i] = pipe_.wrap(p[0]) / pipe_.radius;
    scaled_[3 * i + 1] = p[1] / pipe_.radius;
    scaled_[3 * i + 2] = p[2] / pipe_.radius;
    bodies_[i] = {1 - r / pipe_.radius, a / pipe_.radius, std::sqrt(f2)};
    forces2_ += f2;
    for (int c = 0; c < 3; ++c) net[c] += f[c];
    flux_per_viscosity_ += pipe_flow::flux_of_force(pipe_, 1, f[0], r * r, a);
    if (a > 0) single += f2 / (36 * pi * pi * a * a);
    if (const double given = setup_.given_radius(i); given > 0) given_single += f2 / (36 * pi * pi * given * given);
  }
  net_force_ = std::hypot(net[0], net[1], net[2]);
  single_body_ = n == 0 ? 0 : std::sqrt(single / static_cast<double>(n));
  given_body_ = n == 0 ? 0 : std::sqrt(given_single / static_cast<double>(n));
  Kokkos::deep_copy(x_, host_vectors(std::span<const double>(scaled_)));
  Kokkos::deep_copy(f_, host_vectors(std::span<const double>(forces_)));
}

/// Faxen's average over a sphere for bodies, the plain velocity for points.
void PipeMobility::add_mean_flow(std::span<const double> positions, bool bodies, std::span<double> v) const {
  const double excess = mean_flow().flux - zero_gradient_flux();
  if (excess == 0) return;
  for (std::size_t i = 0; i < positions.size() / 3; ++i) {
    const double y = positions[3 * i + 1], z = positions[3 * i + 2];
    v[3 * i] += excess * pipe_flow::unit_flux_velocity(pipe_, y * y + z * z, bodies ? radius_of(i) : 0);
  }
}

/// Bodies, images and the profile that brings the asked flux.
double PipeMobility::wall_drag() const {
  const double of_profile =
      pipe_flow::drag_of_flux(pipe_, setup_.surroundings.viscosity, mean_flow().flux - zero_gradient_flux());
  if (!solver_ || forces2_ == 0) return of_profile;
  const int angles = solver_->wall_grid().angular;
  std::vector<double> y(3 * solver_->image_points().extent(0)), q(y.size());
  Kokkos::deep_copy(host_vectors(std::span<double>(y)), solver_->image_points());
  Kokkos::deep_copy(host_vectors(std::span<double>(q)), solver_->image_forces());
  // images of one angle are one line
  const std::size_t lines = static_cast<std::size_t>(angles), each = q.size() / 3 / lines;
  for (std::size_t j = 0; j < lines; ++j) {
    double sum = 0;
    for (std::size_t i = 0; i < each; ++i) sum += q[3 * (j * each + i)];
    for (std::size_t c = 0; c < 3; ++c) y[3 * j + c] = y[3 * j * each + c];
    q[3 * j] = sum;
  }
  return of_profile + axial_wall_drag(scaled_, forces_, angles) +
         axial_wall_drag(std::span(y).first(3 * lines), std::span(q).first(3 * lines), angles);
}

double PipeMobility::velocity_scale(std::span<const double> velocities) const {
  const double own = std::max(rms(velocities), single_body_ / setup_.surroundings.viscosity);
  return reference_ > 0 ? std::min(own, reference_) : own;
}

pipe_planner::Knowledge PipeMobility::knowledge(double tolerance) const {
  pipe_planner::Knowledge k;
  k.length = length_;
  k.bodies = bodies_;
  k.body_forces2 = forces2_;
  k.net_force = net_force_;
  k.tolerance = tolerance;
  k.image_forces2 = image_forces2_;
  k.image_velocity = image_velocity_;
  k.take(setup_);
  k.second_opinion = setup_.second_opinion;
  if (setup_.judged && setup_.judged->wall_points_axial > 0) {
    const JudgedSolver& judged = *setup_.judged;
    k.judged_wall =
        WallGrid{length_, judged.wall_points_axial, judged.wall_points_angular, judged.image_radius / pipe_.radius};
    k.finer = judged.finer;
  }
  return k;
}

PipePlan PipeMobility::heeding(PipePlan plan) const {
  plan.between_parts = setup_.between_parts;
  return plan;
}

double PipeMobility::wall_error() const {
  return WallError(solver_->wall_grid()).of_bodies(bodies_).likely;
}

void PipeMobility::solve(std::span<const double> positions, std::span<const double> forces,
                         std::span<double> velocities) {
  take_bodies(positions, forces);
  const std::size_t n = sizes_.count;
  if (velocities.size() != positions.size())
    throw InputError("the array of velocities must have the shape of the array of positions");
  if (n == 0) return;
  if (forces2_ == 0) {
    std::fill(velocities.begin(), velocities.end(), 0.0);
    add_mean_flow(positions, true, velocities);
    std::copy(velocities.begin(), velocities.end(), last_.begin());
    const bool restored = !restored_.empty();
    if (restored) take_restored_plan();  // which that run kept for when there are forces again
    if (!restored) {
      scale_ = std::max(velocity_scale(velocities), std::numeric_limits<double>::min());
      scale_forces2_ = 0;
    }
    return;
  }
  if (length_ < shortest_pipe)
    throw RefusedError(text(
        "the pipe is {:g} long and its radius is {:g}; the errors of forces in it are known for lengths of at least {} "
        "radii",
        pipe_.length, pipe_.radius, shortest_pipe));
  if (!restored_.empty()) return solve_as_restored(positions, velocities);
  if (scale_ <= std::numeric_limits<double>::min()) {
    // before anything is known: a sphere alone; of points, the pull of the wall on a force on the axis
    const double point = unit() * 2.8 * std::sqrt(forces2_ / static_cast<double>(n));
    scale_ = setup_.model == BodyModel::spheres ? single_body_ / setup_.surroundings.viscosity : point;
  } else if (scale_forces2_ > 0 && forces2_ > forces_grown * scale_forces2_) {
    // driven to and fro, forces have been next to nothing: a tolerance of the velocities then would be none of these
    scale_ *= std::sqrt(forces2_ / scale_forces2_);
  }
  if (solver_ && idle_ > idle_solves && !solver_->is_exact()) {
    other_times_ += solver_->take_stage_times();
    solver_.reset();  // and made anew, looser
  }
  if (solver_ && wall_error() > 0.95 * absolute_tolerance()) solver_.reset();
  for (int attempt = 0;; ++attempt) {
    if (!solver_) {
      if (field_solver_) field_solver_.reset();
      solver_ = std::make_unique<PipeSolver<Space>>(
          Space(), heeding(pipe_planner::for_bodies(knowledge(absolute_tolerance()))), sizes_);
      idle_ = 0;
    }
    solver_->solve(x_, f_, v_);
    Kokkos::deep_copy(host_vectors(velocities), v_);
    for (double& u : velocities) u *= unit();
    add_mean_flow(positions, true, velocities);
    scale_ = velocity_scale(velocities);
    scale_forces2_ = forces2_;
    const double spacing = solver_->wall_grid().spacing();
    image_forces2_ = solver_->image_forces2() / (spacing * spacing);
    image_velocity_ = solver_->image_velocity();
    const double fit = predicted_total() / absolute_tolerance();
    idle_ = fit < idle_fit ? idle_ + 1 : 0;
    if (fit <= worst_fit || attempt == 4) break;
    solver_.reset();
  }
  std::copy(velocities.begin(), velocities.end(), last_.begin());
}

State PipeMobility::state() const {
  State s;
  if (!solver_) return s;
  s.put("scale", scale_);
  s.put("image_forces_per_spacing", image_forces2_.value_or(0));
  s.put("image_velocity", image_velocity_.value_or(0));
  s.put("idle_solves", static_cast<double>(idle_));
  s.put_part("plan", state_of(solver_->plan()));
  s.put_part("bodies_choice", state_of(solver_->bodies_sum().choice()));
  s.put_part("images_choice", state_of(solver_->images_sum().choice()));
  s.put_part("kept", solver_->bodies_sum().kept());
  return s;
}

/// The plan of another run, with nothing chosen anew.
void PipeMobility::take_restored_plan() {
  const State s = std::exchange(restored_, {});
  PipePlan p = plan_from(s.part("plan"));
  p.length = length_;
  p.bodies_choice = choice_from(s.part("bodies_choice"));
  p.images_choice = choice_from(s.part("images_choice"));
  p.take(setup_);
  solver_ = std::make_unique<PipeSolver<Space>>(Space(), heeding(p), sizes_);
  solver_->take_over(s.part("kept"));
  scale_ = s.number("scale");
  image_forces2_ = s.number("image_forces_per_spacing");
  image_velocity_ = s.number("image_velocity");
  idle_ = static_cast<int>(s.number("idle_solves"));
}

/// At the last positions of that run.
void PipeMobility::solve_as_restored(std::span<const double> positions, std::span<double> velocities) {
  take_restored_plan();
  solver_->solve(x_, f_, v_);
  Kokkos::deep_copy(host_vectors(velocities), v_);
  for (double& u : velocities) u *= unit();
  add_mean_flow(positions, true, velocities);
  std::copy(velocities.begin(), velocities.end(), last_.begin());
  scale_forces2_ = forces2_;
}

void PipeMobility::check_points(std::span<const double> points) const {
  for (std::size_t i = 0; i < points.size() / 3; ++i)
    if (!(pipe_.distance_to_wall(points[3 * i + 1], points[3 * i + 2]) >= -1e-12 * pipe_.radius) ||
        !std::isfinite(points[3 * i]))
      throw InputError(
          text("point {} is outside of the pipe: the field is asked for inside of radius {}", i, pipe_.radius));
}

void PipeMobility::evaluate_field(PipeSolver<Space>& solver, std::span<const double> points, std::span<double> u,
                                  const FieldProgress& progress) {
  const std::size_t sources = sizes_.count + solver.wall_grid().points();
  const std::size_t step = 3 * field_points_at_once(solver.is_exact() && progress ? sources : 0, true);
  for (std::size_t first = 0; first < points.size(); first += step) {
    const std::size_t count = std::min(step, points.size() - first);
    field_at_once(solver, points.subspan(first, count), u.subspan(first, count));
    if (progress) progress(static_cast<double>(first + count) / static_cast<double>(points.size()));
  }
}

void PipeMobility::field_at_once(PipeSolver<Space>& solver, std::span<const double> points, std::span<double> u) {
  std::vector<double> scaled(points.begin(), points.end());
  for (std::size_t i = 0; i < points.size(); i += 3) {
    scaled[i] = pipe_.wrap(points[i]) / pipe_.radius;
    scaled[i + 1] /= pipe_.radius;
    scaled[i + 2] /= pipe_.radius;
  }
  const Vectors<Space> x = to_space<Space>(scaled, "slurry::mobility::field_points");
  const Vectors<Space> w("slurry::mobility::field", x.extent(0));
  solver.field(x, w);
  Kokkos::deep_copy(host_vectors(u), w);
  for (double& c : u) c *= unit();
  add_mean_flow(points, false, u);
}

void PipeMobility::field(std::span<const double> points, std::span<double> u) {
  check_points(points);
  if (points.empty()) return;
  std::fill(u.begin(), u.end(), 0.0);
  if (sizes_.count == 0 || forces2_ == 0) return add_mean_flow(points, false, u);
  solve_again();
  evaluate_field(*solver_, points, u);
}

/// Where the solver of the last solve is gone.
void PipeMobility::solve_again() {
  if (solver_) return;
  std::vector<double> v(scaled_.size()), p(scaled_);
  for (double& c : p) c *= pipe_.radius;
  solve(p, std::vector<double>(forces_), v);
}

std::array<Vectors<Space>, 2> PipeMobility::all_sources(const PipeSolver<Space>& solver) const {
  const ConstVectors<Space> images = solver.image_points();
  const std::size_t n = sizes_.count, all = n + images.extent(0);
  const Vectors<Space> y("slurry::mobility::all_points", all), f("slurry::mobility::all_forces", all);
  const auto fill = [&](const Vectors<Space>& to, ConstVectors<Space> first, ConstVectors<Space> rest) {
    Kokkos::deep_copy(Kokkos::subview(to, std::pair<std::size_t, std::size_t>(0, n), Kokkos::ALL), first);
    Kokkos::deep_copy(Kokkos::subview(to, std::pair<std::size_t, std::size_t>(n, all), Kokkos::ALL), rest);
  };
  fill(y, x_, images);
  fill(f, f_, solver.image_forces());
  return {y, f};
}

PressureSum PipeMobility::pressure_of(const PipeSolver<Space>& solver, std::span<const double> points, double tolerance,
                                      std::span<double> p, const std::optional<PressureSum>& judged) const {
  std::vector<double> scaled(points.begin(), points.end());
  for (std::size_t i = 0; i < scaled.size(); ++i)
    scaled[i] = (i % 3 == 0 ? pipe_.wrap(scaled[i]) : scaled[i]) / pipe_.radius;
  const auto [y, f] = all_sources(solver);
  const double width = 2 * solver.wall_grid().image_radius;
  const PressureSum sum =
      pressure_sum({{length_, width, width}, 1}, y, f, scaled, tolerance, sum_options(setup_), p, judged);
  for (double& x : p) x *= pressure_unit();
  return sum;
}

/// Bodies and images make a pressure that is periodic along the pipe.
double PipeMobility::pressure(std::span<const double> points, double tolerance, std::span<double> p) {
  check_points(points);
  const double gradient = mean_flow().pressure_gradient;
  double error = 0;
  std::fill(p.begin(), p.end(), 0.0);
  judged_pressure_.reset();
  if (!points.empty() && sizes_.count > 0 && forces2_ > 0) {
    double of_velocity = tolerance * scale_ / unit();
    for (int attempt = 0; attempt < 3; ++attempt) {
      const std::unique_ptr<PipeSolver<Space>> solver = field_solver_for(knowledge(of_velocity), points);
      const PressureSum sum = pressure_of(*solver, points, tolerance, p, {});
      judged_pressure_ = {solver->wall_grid(), solver->is_exact(), of_velocity, tolerance, sum};
      const double of_wall = pressure_per_velocity(solver->wall_grid()) * solver->plan().field_wall_error;
      error = std::hypot(sum.error, solver->plan().field_wall_pressure) * pressure_unit();
      const double asked = tolerance * root_mean_square(p) / pressure_unit();
      if (of_wall <= asked || !(asked > 0)) break;
      of_velocity *= 0.7 * asked / of_wall;
    }
  }
  for (std::size_t i = 0; i < p.size(); ++i) p[i] += gradient * points[3 * i];
  return error;
}

/// Bodies and images are one row of sources, and the mean flow is a Poiseuille flow.
void PipeMobility::angular_velocities(std::span<const std::size_t> bodies, std::span<double> out) {
  std::fill(out.begin(), out.end(), 0.0);
  if (sizes_.count > 0 && forces2_ > 0) {
    solve_again();
    const auto [y, f] = all_sources(*solver_);
    std::vector<double> centres;
    for (std::size_t i : bodies) centres.insert(centres.end(), &scaled_[3 * i], &scaled_[3 * i] + 3);
    const double width = 2 * solver_->wall_grid().image_radius;
    curl_.at({{length_, width, width}, 1}, y, f, to_space<Space>(centres, "slurry::mobility::centres"),
             setup_.tolerance, least_turn(sizes_, forces_), out);
    Domain scaled = setup_.domain;
    scaled.radius = 1;
    scaled.length = length_;
    correct_overlaps(scaled, scaled_, forces_, sizes_, bodies, out);
    for (double& w : out) w *= unit() / pipe_.radius;
  }
  // u_x = s (R^2 - r^2)
  const double s = (mean_flow().flux - zero_gradient_flux()) * 2 / (pi * std::pow(pipe_.radius, 4));
  for (std::size_t k = 0; k < bodies.size(); ++k) {
    out[3 * k + 1] -= s * pipe_.radius * scaled_[3 * bodies[k] + 2];
    out[3 * k + 2] += s * pipe_.radius * scaled_[3 * bodies[k] + 1];
  }
}

std::unique_ptr<PipeSolver<Space>> PipeMobility::field_solver_for(pipe_planner::Knowledge k,
                                                                  std::span<const double> points) {
  std::vector<double> scaled(points.begin(), points.end());
  for (double& c : scaled) c /= pipe_.radius;
  k.expected_calls = 1;
  auto solver =
      std::make_unique<PipeSolver<Space>>(Space(), heeding(pipe_planner::for_field(k, scaled_, scaled)), sizes_);
  const Vectors<Space> v("slurry::mobility::v", sizes_.count);
  solver->solve(x_, f_, v);
  return solver;
}

void PipeMobility::field_to_tolerance(std::span<const double> points, std::span<double> u,
                                      const FieldProgress& progress) {
  check_points(points);
  field_error_ = 0;
  judged_field_.reset();
  if (points.empty()) return;
  // how large the field is, is found at some of the points
  const std::vector<double> sample = some_field_points(points);
  std::vector<double> found(sample.size());
  field(sample, found);
  if (sizes_.count == 0 || forces2_ == 0) return field(points, u);
  double scale = rms(found);
  if (!(scale > 0)) scale = scale_;
  for (int attempt = 0; attempt < 4; ++attempt) {
    const double tolerance = setup_.tolerance * scale / unit();
    field_solver_ = field_solver_for(knowledge(tolerance), points);
    judged_field_ = {field_solver_->wall_grid(), field_solver_->is_exact(), tolerance, setup_.tolerance, {}};
    evaluate_field(*field_solver_, points, u, progress);
    const double reached = rms(u);
    if (reached > 0.8 * scale) break;
    scale = reached;
  }
  const PipePlan& plan = field_solver_->plan();
  field_error_ = std::hypot(plan.field_wall_error,
                            field_solver_->predicted_sum_error(forces2_, net_force_, field_solver_->image_forces2(),
                                                               field_solver_->image_velocity(), plan.field_coherence)) *
                 unit();
}

SumCells PipeMobility::cells(const ChosenPoint& chosen) const {
  if (!solver_ || forces2_ == 0) return {};
  ChosenPoint scaled = chosen;
  if (scaled)
    for (double& c : *scaled) c /= pipe_.radius;
  SumCells cells = solver_->bodies_sum().cells(scaled);
  cells.scale(pipe_.radius);
  return cells;
}

MobilityParameters PipeMobility::parameters() const {
  MobilityParameters p;
  if (!solver_) return p;
  p.device = Runtime::device(setup_.device);
  const PeriodicSum &bodies = solver_->bodies_sum(), &images = solver_->images_sum();
  p.all_pairs = solver_->is_exact();
  p.bodies_plan = bodies.shared_plan();
  p.plan_length = pipe_.radius;
  p.bodies_choice = bodies.choice();
  p.images_choice = images.choice();
  p.bodies_sum = bodies.report().with_lengths_times(pipe_.radius);
  p.images_sum = images.report().with_lengths_times(pipe_.radius);
  const WallGrid& g = solver_->wall_grid();
  p.wall_points_axial = g.axial;
  p.wall_points_angular = g.angular;
  p.wall_spacing = g.spacing() * pipe_.radius;
  p.image_radius = g.image_radius * pipe_.radius;
  return p;
}

StageTimes PipeMobility::take_stage_times() {
  StageTimes t = std::exchange(other_times_, StageTimes{});
  if (solver_) t += solver_->take_stage_times();
  if (field_solver_) t += field_solver_->take_stage_times();
  return t;
}

std::unique_ptr<PointMobility> make_pipe_mobility(const PointMobilitySetup& setup) {
  if (!(setup.domain.radius > 0) || !(setup.domain.length > 0) || !std::isfinite(setup.domain.radius) ||
      !std::isfinite(setup.domain.length))
    throw InputError(
        text("the pipe has radius {} and length {}; both must be positive", setup.domain.radius, setup.domain.length));
  return std::make_unique<PipeMobility>(setup);
}

}  // namespace slurry
