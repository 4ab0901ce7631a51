// SPDX-License-Identifier: BSD-3-Clause
#include "mobility/pipe_mobility.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>
#include <random>

#include "base/text.hpp"
#include "geometry/pipe.hpp"
#include "mobility/choice_state.hpp"
#include "mobility/half_curl.hpp"
#include "mobility/pipe_flow.hpp"
#include "mobility/pipe_planner.hpp"
#include "mobility/pipe_solver.hpp"
#include "mobility/wall_drag.hpp"
#include "slurry/error.hpp"
#include "summation/direct.hpp"

namespace slurry {

namespace {

using std::numbers::pi;
using Space = Kokkos::DefaultHostExecutionSpace;

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

double rms(std::span<const double> v) {
  double s = 0;
  for (double x : v) s += x * x;
  return v.empty() ? 0 : std::sqrt(3 * s / static_cast<double>(v.size()));
}

double rms_difference(std::span<const double> a, std::span<const double> b) {
  double s = 0;
  for (std::size_t i = 0; i < a.size(); ++i) s += (a[i] - b[i]) * (a[i] - b[i]);
  return a.empty() ? 0 : std::sqrt(3 * s / static_cast<double>(a.size()));
}

class PipeMobility final : public Mobility {
 public:
  explicit PipeMobility(const MobilitySetup& setup)
      : setup_(setup),
        pipe_{setup.domain.radius, setup.domain.length},
        length_(pipe_.length / pipe_.radius),
        curl_(sum_options(setup)) {}

  void solve(std::span<const double> positions, std::span<const double> forces, std::span<double> velocities) override;
  void field(std::span<const double> points, std::span<double> u) override;
  void field_to_tolerance(std::span<const double> points, std::span<double> u) override;
  void angular_velocities(std::span<const std::size_t> bodies, std::span<double> out) override;
  MeanFlow mean_flow() const override {
    return pipe_flow::mean_flow(pipe_, setup_.viscosity, setup_.net_flow, zero_gradient_flux());
  }
  double wall_drag() const override;
  ErrorReport measure(int targets, std::uint64_t seed) override;
  ErrorReport predict() const override;
  void set_net_flow(const NetFlow& flow) override { setup_.net_flow = flow; }
  void set_viscosity(double viscosity) override { setup_.viscosity = viscosity; }
  std::vector<double> plan_state() const override;
  void restore_plan(std::span<const double> state) override { restored_.assign(state.begin(), state.end()); }
  MobilityParameters parameters() const override;
  StageTimes take_stage_times() override;

 private:
  double radius_of(std::size_t i) const {
    if (setup_.model == BodyModel::points) return 0;
    return setup_.radii.size() == 1 ? setup_.radii[0] : setup_.radii[i];
  }
  /// Radius that came with a body, whether the model uses it or not; 0: none came.
  double given_radius(std::size_t i) const {
    if (setup_.radii.size() == 1) return setup_.radii[0];
    return i < setup_.radii.size() ? setup_.radii[i] : 0;
  }
  /// From sums of G f with lengths in R to velocities.
  double unit() const { return 1 / (8 * pi * setup_.viscosity * pipe_.radius); }
  double zero_gradient_flux() const { return flux_per_viscosity_ / setup_.viscosity; }

  void take_bodies(std::span<const double> positions, std::span<const double> forces);
  void add_mean_flow(std::span<const double> positions, bool bodies, std::span<double> v) const;
  pipe_planner::Knowledge knowledge(double tolerance) const;
  double velocity_scale(std::span<const double> velocities) const;
  /// What errors are reported relative to (contracts.md, "asked"): for points given with a radius it can be larger than
  /// scale_, which a plan is made for.
  double reported_scale() const { return std::max(scale_, given_body_ / setup_.viscosity); }
  double absolute_tolerance() const { return setup_.tolerance * scale_ / unit(); }
  double predicted_sums() const {
    return solver_->predicted_sum_error(forces2_, net_force_, solver_->image_forces2(), solver_->image_velocity());
  }
  double predicted_total() const { return std::hypot(predicted_sums(), wall_error()); }
  double wall_error() const;
  void check_points(std::span<const double> points) const;
  void take_restored_plan();
  void solve_as_restored(std::span<const double> positions, std::span<double> velocities);
  void solve_again();
  void evaluate_field(PipeSolver<Space>& solver, std::span<const double> points, std::span<double> u);

  void measure_sums(ErrorReport& report, int targets, std::mt19937_64& random);
  void measure_no_slip(ErrorReport& report, int targets, std::mt19937_64& random);
  /// False where the memory does not suffice for a second solver.
  bool measure_total(ErrorReport& report);
  /// Direct sum of bodies and images at points, G f; radii of the points.
  std::vector<double> direct_sum(std::span<const double> points, const BodySizes& radii) const;

  MobilitySetup setup_;
  Pipe pipe_;
  double length_;

  BodySizes sizes_;
  std::vector<WallBody> bodies_;
  std::vector<double> scaled_, forces_, last_;  ///< positions/R, forces, velocities of the last solve
  Vectors<Space> x_, f_, v_;
  double forces2_ = 0, net_force_ = 0, flux_per_viscosity_ = 0,
         single_body_ = 0;                ///< single_body: rms of mu0 F times viscosity
  double given_body_ = 0;                 ///< the same for the radii as given, of points too
  double scale_ = 0;                      ///< of velocities, for the tolerance
  double scale_forces2_ = 0;              ///< forces2_ that they came of
  std::optional<double> image_forces2_;   ///< per spacing squared
  std::optional<double> image_velocity_;  ///< rms over the bodies
  int idle_ = 0;
  std::vector<double> restored_;  ///< plan of another run, until the first solve
  std::unique_ptr<PipeSolver<Space>> solver_, field_solver_;
  HalfCurl curl_;
  StageTimes other_times_;
};

void PipeMobility::take_bodies(std::span<const double> positions, std::span<const double> forces) {
  const std::size_t n = positions.size() / 3;
  if (forces.size() != positions.size()) throw InputError(text("{} positions but {} forces", n, forces.size() / 3));
  if (setup_.model == BodyModel::spheres && setup_.radii.size() != 1 && setup_.radii.size() != n)
    throw InputError(text("{} bodies but {} radii; give one per body, or one for all", n, setup_.radii.size()));
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
    if (const double given = given_radius(i); given > 0) given_single += f2 / (36 * pi * pi * given * given);
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
  const double of_profile = pipe_flow::drag_of_flux(pipe_, setup_.viscosity, mean_flow().flux - zero_gradient_flux());
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
  return std::max(rms(velocities), single_body_ / setup_.viscosity);
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
  k.method = setup_.method;
  k.expected_solves = setup_.expected_solves;
  k.deterministic = setup_.deterministic;
  k.memory_limit = setup_.memory_limit;
  k.rates = setup_.rates;
  return k;
}

double PipeMobility::wall_error() const {
  return WallError(solver_->wall_grid()).of_bodies(bodies_).likely;
}

void PipeMobility::solve(std::span<const double> positions, std::span<const double> forces,
                         std::span<double> velocities) {
  take_bodies(positions, forces);
  const std::size_t n = sizes_.count;
  if (velocities.size() != positions.size()) throw InputError("the velocities need the shape of the positions");
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
        "the pipe is {} long and its radius is {}; the errors of forces in it are known for lengths of at least {} "
        "radii",
        pipe_.length, pipe_.radius, shortest_pipe));
  if (!restored_.empty()) return solve_as_restored(positions, velocities);
  if (scale_ <= std::numeric_limits<double>::min()) {
    // before anything is known: a sphere alone; of points, the pull of the wall on a force on the axis
    const double point = unit() * 2.8 * std::sqrt(forces2_ / static_cast<double>(n));
    scale_ = setup_.model == BodyModel::spheres ? single_body_ / setup_.viscosity : point;
  } else if (scale_forces2_ > 0 && forces2_ > forces_grown * scale_forces2_) {
    // driven to and fro, forces have been next to nothing: a tolerance of the velocities then would be none of these
    scale_ *= std::sqrt(forces2_ / scale_forces2_);
  }
  if (solver_ && idle_ > idle_solves && !solver_->is_direct()) {
    other_times_ += solver_->take_stage_times();
    solver_.reset();  // and made anew, looser
  }
  if (solver_ && wall_error() > 0.95 * absolute_tolerance()) solver_.reset();
  for (int attempt = 0;; ++attempt) {
    if (!solver_) {
      if (field_solver_) field_solver_.reset();
      solver_ = std::make_unique<PipeSolver<Space>>(Space(), pipe_planner::for_bodies(knowledge(absolute_tolerance())),
                                                    sizes_);
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

std::vector<double> PipeMobility::plan_state() const {
  if (!solver_) return {};
  const PipePlan& p = solver_->plan();
  std::vector<double> state{scale_,
                            image_forces2_.value_or(0),
                            image_velocity_.value_or(0),
                            static_cast<double>(idle_),
                            p.wall_spacing,
                            p.image_gap,
                            p.bodies_tolerance,
                            p.images_tolerance,
                            p.body_forces2,
                            p.image_forces2,
                            p.net_force,
                            p.image_velocity};
  add_choice(solver_->bodies_choice(), state);
  add_choice(solver_->images_choice(), state);
  return state;
}

/// The plan of another run, with nothing chosen anew.
void PipeMobility::take_restored_plan() {
  const std::vector<double> r = std::exchange(restored_, {});
  PipePlan p;
  p.length = length_;
  p.wall_spacing = r.at(4);
  p.image_gap = r.at(5);
  p.bodies_tolerance = r.at(6);
  p.images_tolerance = r.at(7);
  p.body_forces2 = r.at(8);
  p.image_forces2 = r.at(9);
  p.net_force = r.at(10);
  p.image_velocity = r.at(11);
  if (r.size() >= 12 + choice_numbers) p.bodies_choice = choice_from(std::span(r).subspan(12));
  if (r.size() >= 12 + 2 * choice_numbers) p.images_choice = choice_from(std::span(r).subspan(12 + choice_numbers));
  p.method = setup_.method;
  p.expected_solves = setup_.expected_solves;
  p.deterministic = setup_.deterministic;
  solver_ = std::make_unique<PipeSolver<Space>>(Space(), p, sizes_);
  scale_ = r.at(0);
  image_forces2_ = r.at(1);
  image_velocity_ = r.at(2);
  idle_ = static_cast<int>(r.at(3));
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

void PipeMobility::evaluate_field(PipeSolver<Space>& solver, std::span<const double> points, std::span<double> u) {
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

/// Bodies and images are one row of sources, and the mean flow is a Poiseuille flow.
void PipeMobility::angular_velocities(std::span<const std::size_t> bodies, std::span<double> out) {
  std::fill(out.begin(), out.end(), 0.0);
  if (sizes_.count > 0 && forces2_ > 0) {
    solve_again();
    const ConstVectors<Space> images = solver_->image_points();
    const std::size_t n = sizes_.count, all = n + images.extent(0);
    const Vectors<Space> y("slurry::mobility::turning_points", all), f("slurry::mobility::turning_forces", all);
    const auto fill = [&](const Vectors<Space>& to, ConstVectors<Space> first, ConstVectors<Space> rest) {
      Kokkos::deep_copy(Kokkos::subview(to, std::pair<std::size_t, std::size_t>(0, n), Kokkos::ALL), first);
      Kokkos::deep_copy(Kokkos::subview(to, std::pair<std::size_t, std::size_t>(n, all), Kokkos::ALL), rest);
    };
    fill(y, x_, images);
    fill(f, f_, solver_->image_forces());
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

void PipeMobility::field_to_tolerance(std::span<const double> points, std::span<double> u) {
  field(points, u);
  if (points.empty() || sizes_.count == 0 || forces2_ == 0) return;
  std::vector<double> scaled(points.begin(), points.end());
  for (double& c : scaled) c /= pipe_.radius;
  double scale = rms(u);
  const Vectors<Space> v("slurry::mobility::v", sizes_.count);
  for (int attempt = 0; attempt < 4; ++attempt) {
    pipe_planner::Knowledge k = knowledge(setup_.tolerance * scale / unit());
    k.expected_solves = 1;
    field_solver_ = std::make_unique<PipeSolver<Space>>(Space(), pipe_planner::for_field(k, scaled_, scaled), sizes_);
    field_solver_->solve(x_, f_, v);
    evaluate_field(*field_solver_, points, u);
    const double found = rms(u);
    if (found > 0.8 * scale) break;
    scale = found;
  }
}

MobilityParameters PipeMobility::parameters() const {
  MobilityParameters p;
  if (!solver_) return p;
  p.method = solver_->is_direct() ? SumMethod::direct : SumMethod::ewald;
  p.bodies_choice = solver_->bodies_choice();
  p.images_choice = solver_->images_choice();
  const auto in_lengths_of_the_setup = [&](EwaldParameters e) {
    for (double& l : e.box.lengths) l *= pipe_.radius;
    e.cutoff_radius *= pipe_.radius;
    return e;
  };
  p.bodies_sum = in_lengths_of_the_setup(solver_->bodies_parameters());
  p.images_sum = in_lengths_of_the_setup(solver_->images_parameters());
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

ErrorReport PipeMobility::predict() const {
  ErrorReport r;
  r.total.asked = setup_.tolerance;
  r.near_far.asked = std::sqrt(1 - pipe_planner::wall_share * pipe_planner::wall_share) * setup_.tolerance;
  if (sizes_.count > 0 && forces2_ == 0) r.total.predicted = r.near_far.predicted = 0;  // the mean flow in closed form
  if (!solver_ || forces2_ == 0) return r;
  const double relative = unit() / reported_scale();
  const WallError law(solver_->wall_grid());
  const double wall = law.of_bodies(bodies_).expected * relative;
  r.near_far.predicted = predicted_sums() * relative;
  // what is left on the wall is far more than what of it reaches the bodies; the share of the tolerance tells how much
  r.wall.predicted = law.of_no_slip(bodies_) * relative;
  r.wall.asked = wall > 0 ? r.wall.predicted * pipe_planner::wall_share * setup_.tolerance / wall : r.wall.predicted;
  r.total.predicted = std::hypot(r.near_far.predicted, wall);
  return r;
}

std::vector<double> PipeMobility::direct_sum(std::span<const double> points, const BodySizes& radii) const {
  const Box box{{length_, 2, 2}, 1};
  const Vectors<Space> x = to_space<Space>(points, "slurry::mobility::check");
  const Vectors<Space> part("slurry::mobility::check_part", x.extent(0));
  std::vector<double> sum(points.size(), 0.0);
  const auto add = [&](const SourceSet<Space>& sources, ConstVectors<Space> forces, double axial) {
    DirectSum<Space> direct(Space(), box);
    direct.set_points(sources, {{x, radii.radius, false, radii.in_space<Space>()}});
    direct.apply(forces, {part});
    Kokkos::fence();
    for (std::size_t i = 0; i < x.extent(0); ++i) {
      for (std::size_t c = 0; c < 3; ++c) sum[3 * i + c] += part(i, c);
      sum[3 * i] += axial;
    }
  };
  add({x_, sizes_.radius, sizes_.in_space<Space>()}, f_, 0);
  add({solver_->image_points(), 0, {}}, solver_->image_forces(), solver_->axial_velocity());
  return sum;
}

void PipeMobility::measure_sums(ErrorReport& report, int targets, std::mt19937_64& random) {
  std::vector<std::size_t> chosen(sizes_.count);
  std::iota(chosen.begin(), chosen.end(), std::size_t{0});
  std::shuffle(chosen.begin(), chosen.end(), random);
  chosen.resize(std::min(chosen.size(), static_cast<std::size_t>(targets)));
  std::vector<double> x, a;
  for (std::size_t i : chosen) {
    x.insert(x.end(), &scaled_[3 * i], &scaled_[3 * i] + 3);
    a.push_back(sizes_.of(i));
  }
  const std::vector<double> truth =
      direct_sum(x, {chosen.size(), sizes_.radius, sizes_.several() ? a : std::vector<double>{}});
  double error2 = 0;
  for (std::size_t k = 0; k < chosen.size(); ++k)
    for (std::size_t c = 0; c < 3; ++c) {
      const double d = v_(chosen[k], c) - truth[3 * k + c];
      error2 += d * d;
    }
  report.near_far.measured = std::sqrt(error2 / static_cast<double>(chosen.size())) * unit() / reported_scale();
}

void PipeMobility::measure_no_slip(ErrorReport& report, int targets, std::mt19937_64& random) {
  std::uniform_real_distribution<double> uniform(0, 1);
  std::vector<double> x;
  for (int i = 0; i < targets; ++i) {
    const double angle = 2 * pi * uniform(random);
    x.insert(x.end(), {length_ * uniform(random), std::cos(angle), std::sin(angle)});
  }
  report.wall.measured = rms(direct_sum(x, {x.size() / 3, 0, {}})) * unit() / reported_scale();
}

bool PipeMobility::measure_total(ErrorReport& report) try {
  // the same bodies with a tenth of the tolerance: another wall grid, other images, other splits and cutoffs
  PipePlan plan = pipe_planner::for_bodies(knowledge(0.1 * absolute_tolerance()));
  plan.cutoff_factor = 1.1;
  plan.wall_spacing = std::min(plan.wall_spacing, 0.75 * solver_->plan().wall_spacing);
  plan.expected_solves = 1;
  PipeSolver<Space> second(Space(), plan, sizes_);
  const Vectors<Space> v("slurry::mobility::v", sizes_.count);
  second.solve(x_, f_, v);
  std::vector<double> a(3 * sizes_.count), b(3 * sizes_.count);
  Kokkos::deep_copy(host_vectors(std::span<double>(a)), v_);
  Kokkos::deep_copy(host_vectors(std::span<double>(b)), v);
  report.total.measured = rms_difference(a, b) * unit() / reported_scale();
  return true;
} catch (const RefusedError&) {
  return false;
}

ErrorReport PipeMobility::measure(int targets, std::uint64_t seed) {
  ErrorReport r = predict();
  if (!solver_ || forces2_ == 0 || targets <= 0) return r;
  std::mt19937_64 random(seed);
  measure_sums(r, targets, random);
  measure_no_slip(r, targets, random);
  if (targets < 64 || !measure_total(r)) {
    const double wall = r.wall.predicted > 0
                            ? std::sqrt(std::max(0.0, r.total.predicted * r.total.predicted -
                                                          r.near_far.predicted * r.near_far.predicted)) /
                                  r.wall.predicted
                            : 0;
    r.total.measured = std::hypot(r.near_far.measured, r.wall.measured * wall);
  }
  return r;
}

}  // namespace

std::unique_ptr<Mobility> make_pipe_mobility(const MobilitySetup& setup) {
  if (!(setup.domain.radius > 0) || !(setup.domain.length > 0) || !std::isfinite(setup.domain.radius) ||
      !std::isfinite(setup.domain.length))
    throw InputError(
        text("the pipe has radius {} and length {}; both must be positive", setup.domain.radius, setup.domain.length));
  return std::make_unique<PipeMobility>(setup);
}

}  // namespace slurry
