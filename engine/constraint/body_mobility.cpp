// SPDX-License-Identifier: BSD-3-Clause
#include "constraint/body_mobility.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "accuracy/error_budget.hpp"
#include "base/text.hpp"
#include "mobility/velocity_norms.hpp"
#include "slurry/error.hpp"

// Checks, plans, flows and errors; the solve for unknown forces is in rigid_solve.cpp.
namespace slurry {

namespace {

using std::numbers::pi;

/// The sums err by about the same at neighbouring points of a rod, so that its average errs as much; the predictions
/// are for independent bodies, and in rods/* of pipe_reference.h5 the motions erred by up to 1.5 times as much.
constexpr double neighbours_agree = 0.7;

/// The net flow that forces alone bring; what is imposed besides goes into the background.
NetFlow homogeneous(const NetFlow& flow) {
  const bool open = flow.kind == NetFlowKind::zero_gradient || flow.kind == NetFlowKind::gradient;
  return {open ? NetFlowKind::zero_gradient : NetFlowKind::zero_flux, 0};
}

/// Surroundings for the points.  Rods must know a flow separately, because they feel its strain.
Surroundings for_points(Surroundings s, bool rods) {
  s.flow = {};
  if (rods) s.net_flow = homogeneous(s.net_flow);
  return s;
}

void check_fits(const Domain& d, const BodyKind& b, bool rods_fit) {
  if (!b.is_rod()) return;
  const double length = 2 * b.half_length;
  if (d.kind == DomainKind::pipe && length >= 2 * d.radius && !rods_fit)
    throw InputError(text("a rod of length {} is longer than the pipe is wide ({})", length, 2 * d.radius));
  const bool periodic = d.kind == DomainKind::pipe || d.kind == DomainKind::periodic_1;
  double period = periodic ? d.length : 1e300;
  if (d.kind == DomainKind::periodic_3) period = *std::min_element(d.cell.begin(), d.cell.end());
  if (length > period * (1 + 1e-12))
    throw InputError(text("a rod of length {} would meet its own image: the period is {}", length, period));
}

void check_flow(const Domain& d, const Surroundings& s, bool points) {
  if (!s.flow.any()) return;
  if (d.kind != DomainKind::free_space)
    throw InputError(
        "a flow without walls is possible in free space only; in a pipe, give a flux or a pressure gradient");
  if (points) throw InputError("a flow without walls needs bodies of finite size; points have none");
}

}  // namespace

BodyMobility::BodyMobility(const BodyMobilitySetup& setup, const MakePointMobility& make)
    : setup_(setup), make_(make), points_(setup.kinds, setup.kind_of) {
  for (const BodyKind& k : setup_.kinds) check_fits(setup_.sums.domain, k, setup_.rods_fit);
  const bool points = points_.has(BodyKind::Shape::point);
  check_flow(setup_.sums.domain, around(), points);
  if (points && (points_.has(BodyKind::Shape::sphere) || points_.has_rods()))
    throw InputError("points cannot be combined with bodies of finite size in one scenario");
  setup_.sums.model = points ? BodyModel::points : BodyModel::spheres;
  setup_.sums.radii = points ? points_.body_radii() : points_.sizes();
  auto& r = setup_.sums.radii;
  if (std::adjacent_find(r.begin(), r.end(), std::not_equal_to<>()) == r.end() && !r.empty()) r.resize(1);
  x_.resize(3 * points_.points());
  f_.resize(x_.size());
  v_.resize(x_.size());
  PointMobilitySetup sums = setup_.sums;
  sums.surroundings = for_points(around(), points_.has_rods());
  sums_ = make_(sums);
}

void BodyMobility::set(const Surroundings& s) {
  check_flow(setup_.sums.domain, s, points_.has(BodyKind::Shape::point));
  setup_.sums.surroundings = s;
  sums_->set(for_points(s, points_.has_rods()));
}

BackgroundFlow BodyMobility::background() const {
  const Domain& d = setup_.sums.domain;
  const Surroundings& s = around();
  if (d.kind != DomainKind::pipe) return s.flow;
  if (!points_.has_rods()) return {};
  double drive = 0;  // -dp/dx
  if (s.net_flow.kind == NetFlowKind::gradient) drive = -s.net_flow.value;
  if (s.net_flow.kind == NetFlowKind::flux) drive = 8 * s.viscosity * s.net_flow.value / (pi * std::pow(d.radius, 4));
  return drive == 0 ? BackgroundFlow{} : BackgroundFlow::poiseuille(drive, s.viscosity, d.radius);
}

void BodyMobility::add_flow(const BackgroundFlow& flow, std::span<double> v) const {
  if (flow.any())
    for (std::size_t k = 0; k < points_.points(); ++k) flow.add_at(&x_[3 * k], points_.sizes()[k], &v[3 * k]);
}

MeanFlow BodyMobility::mean_flow() const {
  MeanFlow m = sums_->mean_flow();
  const Domain& d = setup_.sums.domain;
  const NetFlow& asked = around().net_flow;
  if (d.kind != DomainKind::pipe || !points_.has_rods()) return m;
  const double resistance = 8 * around().viscosity / (pi * std::pow(d.radius, 4));
  if (asked.kind == NetFlowKind::gradient) {
    m.pressure_gradient += asked.value;
    m.flux -= asked.value / resistance;
  } else if (asked.kind == NetFlowKind::flux) {
    m.flux += asked.value;
    m.pressure_gradient -= asked.value * resistance;
  }
  return m;
}

/// The background is a Poiseuille flow of its own.
double BodyMobility::wall_drag() const {
  const Domain& d = setup_.sums.domain;
  if (d.kind != DomainKind::pipe || !points_.has_rods()) return sums_->wall_drag();
  const double shear = 2 * background().curvature * d.radius;  // du_x/dr at the wall
  return sums_->wall_drag() - 2 * pi * d.radius * d.length * around().viscosity * shear;
}

void BodyMobility::check(const BodyPlaces& p, const BodyLoads& l, const BodyMotion& motion) const {
  const std::size_t n = 3 * points_.bodies();
  const auto fits = [n](std::span<const double> list, bool needed) {
    return list.size() == n || (!needed && list.empty());
  };
  const bool rods = points_.has_rods();
  if (!fits(p.centres, true) || !fits(p.directors, rods) || !fits(l.forces, true) || !fits(l.torques, false))
    throw InputError(
        text("there are {} bodies; positions, directors, forces and torques must each have this number of rows",
             points_.bodies()));
  if (motion.velocities.size() != n || (motion.rates.size() != n && !motion.rates.empty()))
    throw InputError("the arrays of velocities and of rates must have the shape of the array of positions");
  for (std::size_t i = 0; i < points_.bodies(); ++i) {
    double torque2 = 0, sum = 0;
    for (std::size_t c = 0; c < 3; ++c) {
      const double torque = l.torques.empty() ? 0 : l.torques[3 * i + c];
      torque2 += torque * torque;
      sum += p.centres[3 * i + c] + l.forces[3 * i + c] + torque;
    }
    if (!std::isfinite(sum) || !std::isfinite(torque2))
      throw InputError(text("the position or the load of body {} is not finite", i));
    if (points_.kind(i).is_rod()) {
      check_rod(i, p);
    } else if (torque2 > 0) {
      throw InputError(text("body {} is a sphere with a torque; only rods can have torques", i));
    }
  }
}

void BodyMobility::check_rod(std::size_t i, const BodyPlaces& p) const {
  const Domain& d = setup_.sums.domain;
  const double* n = &p.directors[3 * i];
  const double length2 = n[0] * n[0] + n[1] * n[1] + n[2] * n[2];
  if (!(std::abs(length2 - 1) < 1e-6))
    throw InputError(text("the director of body {} has length {}; it must be 1", i, std::sqrt(length2)));
  if (d.kind != DomainKind::pipe) return;
  for (const double end : {-1.0, 1.0}) {
    double tip[2];
    for (std::size_t c = 0; c < 2; ++c)
      tip[c] = p.centres[3 * i + 1 + c] + end * points_.kind(i).half_length * n[1 + c];
    if (!(std::hypot(tip[0], tip[1]) < d.radius))
      throw InputError(
          text("body {} is outside of the pipe: an end of the rod is at distance {} from the axis, the radius of the "
               "pipe is {}",
               i, std::hypot(tip[0], tip[1]), d.radius));
  }
}

double BodyMobility::rms_alone(const BodyPlaces& p, const BodyLoads& l) const {
  double body2 = 0;
  const double unit = 1 / (8 * pi * around().viscosity);
  for (std::size_t i = 0; i < points_.bodies(); ++i) {
    const BodyKind& b = points_.kind(i);
    double along = 0, force2 = 0;
    for (std::size_t c = 0; c < 3; ++c) {
      along += l.forces[3 * i + c] * (b.is_rod() ? p.directors[3 * i + c] : 0);
      force2 += l.forces[3 * i + c] * l.forces[3 * i + c];
    }
    body2 += unit * unit * (b.along * b.along * along * along + b.across * b.across * (force2 - along * along));
    if (!b.is_rod() || l.torques.empty()) continue;
    double load[3];
    turning_load(&l.torques[3 * i], &p.directors[3 * i], load);
    const double ends = unit * b.turn * b.half_length;
    body2 += ends * ends * (load[0] * load[0] + load[1] * load[1] + load[2] * load[2]);
  }
  return std::sqrt(body2 / static_cast<double>(points_.bodies()));
}

double BodyMobility::rms_along_rods(const BodyPlaces& p, const BackgroundFlow& flow) const {
  if (!flow.any()) return 0;
  double sum = 0;
  for (std::size_t i = 0; i < points_.bodies(); ++i) {
    const BodyKind& b = points_.kind(i);
    if (!b.is_rod()) continue;
    double gradient2 = 0;
    for (const double g : flow.gradient_at(&p.centres[3 * i])) gradient2 += g * g;
    sum += gradient2 * b.half_length * b.half_length;
  }
  return std::sqrt(sum / static_cast<double>(points_.bodies()));
}

/// The tolerance is for the motion of bodies; the sums reckon it by the velocities that their points would have alone,
/// which are larger than the bodies' when the points are small.
void BodyMobility::make_sums(const BodyPlaces& p, const BodyLoads& l) {
  double point2 = 0;
  const double unit = 1 / (8 * pi * around().viscosity);
  for (std::size_t i = 0; i < points_.bodies(); ++i) {
    const BodyKind& b = points_.kind(i);
    double force2 = 0;
    for (std::size_t c = 0; c < 3; ++c) force2 += l.forces[3 * i + c] * l.forces[3 * i + c];
    for (std::size_t k = 0; k < b.points(); ++k) {
      const double w = b.weights.empty() ? 1.0 / static_cast<double>(b.points()) : b.weights[k];
      point2 += force2 * std::pow(w * unit * 4 / (3 * b.sizes[k]), 2);
    }
  }
  if (!l.torques.empty()) {  // the forces that turn a rod are odd along it, so they add to the squares
    const std::vector<double> none(l.forces.size(), 0.0);
    std::vector<double> turning(3 * points_.points(), 0.0);
    points_.expand(around().viscosity, p.directors, {none, l.torques}, turning);
    for (std::size_t k = 0; k < turning.size(); ++k)
      point2 += std::pow(turning[k] * unit * 4 / (3 * points_.sizes()[k / 3]), 2);
  }
  const double m = static_cast<double>(points_.points());
  planned_ = point2 > 0;
  planned_without_loads_ = !planned_;
  double ratio = std::min(1.0, point2 > 0 ? rms_alone(p, l) / std::sqrt(point2 / m) : 1);
  if (points_.has_rods()) ratio *= neighbours_agree;
  remake_sums(ratio);
}

void BodyMobility::remake_sums(double ratio) {
  sums_ratio_ = ratio;
  if (ratio == 1) return;
  PointMobilitySetup sums = setup_.sums;
  sums.surroundings = for_points(around(), points_.has_rods());
  sums.tolerance = share_of_sums(sums.tolerance, ratio);
  sums_ = make_(sums);
  sums_->refer_to(reference_);
}

State BodyMobility::state() const {
  State s;
  s.put("planned", planned_ ? 1.0 : 0.0);
  s.put("tolerance_ratio", sums_ratio_);
  s.put("force_per_point", force_per_point_);
  s.put("iterations", static_cast<double>(report_.iterations));
  s.put("converged", report_.converged ? 1.0 : 0.0);
  s.put("slip_reached", slip_reached_);
  s.put("coupling", coupling_);
  s.put("unknown_forces", unknown_);
  s.put_part("points", sums_->state());
  return s;
}

/// At the last places and loads of the run that it comes from.
void BodyMobility::take_restored(const BodyPlaces& p, const BodyLoads& l) {
  const State s = std::exchange(restored_, {});
  planned_ = s.number("planned") != 0;
  if (planned_) remake_sums(s.number("tolerance_ratio"));
  if (!planned_ && has_background()) make_sums(p, l);
  force_per_point_ = s.number("force_per_point");
  report_ = {static_cast<int>(s.number("iterations")), 0, s.number("converged", 1) != 0};
  sums_->restore(s.part("points"));
  unknown_ = s.list("unknown_forces");
  slip_reached_ = s.number("slip_reached", 0);
  coupling_ = s.number("coupling", 1);
}

void BodyMobility::angular_velocities(std::span<const std::size_t> bodies, std::span<double> out) {
  std::vector<std::size_t> nodes, places;
  for (std::size_t k = 0; k < bodies.size(); ++k) {
    const std::size_t i = bodies[k];
    if (points_.kind(i).is_rod()) {
      turning_load(&directors_[3 * i], &rates_[3 * i], &out[3 * k]);  // n x dn/dt
    } else {
      nodes.push_back(points_.first(i));
      places.push_back(k);
    }
  }
  if (nodes.empty()) return;
  std::vector<double> turn(3 * nodes.size());
  sums_->angular_velocities(nodes, turn);
  const BackgroundFlow flow = background();
  for (std::size_t k = 0; k < nodes.size(); ++k) {
    if (flow.any()) flow.add_turning(&x_[3 * nodes[k]], &turn[3 * k]);
    std::copy_n(&turn[3 * k], 3, &out[3 * places[k]]);
  }
}

void BodyMobility::add_background(double factor, std::span<const double> points, std::span<double> u) const {
  const BackgroundFlow flow = background();
  for (std::size_t i = 0; flow.any() && i < points.size(); i += 3) {
    double v[3] = {0, 0, 0};
    flow.add_at(&points[i], 0, v);
    for (std::size_t c = 0; c < 3; ++c) u[i + c] += factor * v[c];
  }
}

LineFlow BodyMobility::lines() const {
  return {setup_.sums.domain, points_, directors_, x_, f_};
}

void BodyMobility::field(std::span<const double> points, std::span<double> u) {
  sums_->field(points, u);
  lines().add_velocity(1, around().viscosity, points, u);
  add_background(1, points, u);
}

void BodyMobility::field_to_tolerance(std::span<const double> points, std::span<double> u,
                                      const FieldProgress& progress) {
  sums_->field_to_tolerance(points, u, progress);
  lines().add_velocity(1, around().viscosity, points, u);
  add_background(1, points, u);
}

std::vector<double> BodyMobility::independent_field(std::span<const double> points) {
  std::vector<double> u = sums_->independent_field(points);
  if (u.empty()) return u;
  lines().add_velocity(1, around().viscosity, points, u);
  add_background(1, points, u);
  return u;
}

double BodyMobility::measure_field_error(std::span<const double> points, std::span<const double> u,
                                         std::uint64_t seed) {
  std::vector<double> of_sums(u.begin(), u.end());
  lines().add_velocity(-1, around().viscosity, points, of_sums);
  add_background(-1, points, of_sums);
  return sums_->measure_field_error(points, of_sums, seed);
}

void BodyMobility::add_background_pressure(std::span<const double> points, std::span<double> p) const {
  const double gradient = 4 * around().viscosity * background().curvature;
  for (std::size_t i = 0; i < p.size(); ++i) p[i] += gradient * points[3 * i];
}

double BodyMobility::pressure(std::span<const double> points, double tolerance, std::span<double> p) {
  const double error = sums_->pressure(points, tolerance, p);
  lines().add_pressure(points, p);
  add_background_pressure(points, p);
  return error;
}

std::vector<double> BodyMobility::independent_pressure(std::span<const double> points) {
  std::vector<double> p = sums_->independent_pressure(points);
  if (p.empty()) return p;
  lines().add_pressure(points, p);
  add_background_pressure(points, p);
  return p;
}

double BodyMobility::averaging() const {
  double sum = 0;
  for (std::size_t i = 0; i < points_.bodies(); ++i) {
    const BodyKind& b = points_.kind(i);
    if (b.weights.empty()) sum += 1 / static_cast<double>(b.points());
    for (const double w : b.weights) sum += w * w;
  }
  // half way between points that err alike, and none of it is averaged out, and independent ones
  return std::pow(sum / static_cast<double>(points_.bodies()), 0.25);
}

ErrorReport BodyMobility::of_bodies(ErrorReport r) const {
  if (has_background())
    rescale(r, scale_ > 0 ? averaging() * point_scale_ / scale_ : 1);
  else if (has_points() && scale_ > 0)
    rescale(r, sums_->scale() / scale_);
  if (points_.unknown_points() > 0 && scale_ > 0) {
    r.solve.asked = solve_share * setup_.sums.tolerance;
    r.solve.predicted = coupling_ * slip_reached_ / scale_;
  }
  ask(r, setup_.sums.tolerance);
  return r;
}

ErrorReport BodyMobility::predict() const {
  return of_bodies(sums_->predict());
}

ErrorReport BodyMobility::measure(int targets, std::uint64_t seed) {
  ErrorReport r = of_bodies(sums_->measure(targets, seed));
  if (points_.unknown_points() > 0 && scale_ > 0) r.solve.measured = coupling_ * slip_left_ / scale_;
  add_up(r);
  return r;
}

void BodyMobility::refer_to(double velocity) {
  reference_ = velocity;
  sums_->refer_to(velocity);
}

}  // namespace slurry
