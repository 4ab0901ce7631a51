// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <numbers>

#include "constraint/body_mobility.hpp"
#include "constraint/gmres.hpp"
#include "constraint/vector_algebra.hpp"
#include "mobility/velocity_norms.hpp"

// From loads to motions: forces on the points, their velocities, and the rigid motions in these.
namespace slurry {

namespace {

bool any_load(const BodyLoads& l) {
  const auto acts = [](double f) { return f != 0; };
  return std::any_of(l.forces.begin(), l.forces.end(), acts) || std::any_of(l.torques.begin(), l.torques.end(), acts);
}

}  // namespace

SolveReport BodyMobility::solve(const BodyPlaces& p, const BodyLoads& l, const BodyMotion& motion) {
  check(p, l, motion);
  if (points_.bodies() == 0) return {};
  const double viscosity = around().viscosity;
  const BackgroundFlow flow = background();
  const bool restored = !restored_.empty();
  const bool plan_serves = planned_ || (planned_without_loads_ && !any_load(l));
  if (has_background() && !plan_serves && !restored) make_sums(p, l);
  points_.place(p, x_);
  report_ = {};
  if (restored) {
    take_restored(p, l);
    points_.expand(viscosity, p.directors, l, f_);
    points_.scatter(unknown_, f_);
  } else {
    begin_with_last_forces(p);
    points_.expand(viscosity, p.directors, l, f_);
    if (points_.unknown_points() > 0) find_forces(p, flow);
  }
  sums_->solve(x_, f_, v_);
  point_scale_ = scale_of_points();
  add_flow(flow, v_);
  rates_.resize(motion.velocities.size());
  const BodyMotion own{motion.velocities, rates_};
  points_.project(viscosity, p.directors, l, v_, own);
  if (points_.unknown_points() > 0) report_.residual = find_slip(own);
  if (flow.any()) points_.add_background_strain(flow, p, rates_);
  if (!motion.rates.empty()) std::copy(rates_.begin(), rates_.end(), motion.rates.begin());
  directors_.assign(p.directors.begin(), p.directors.end());
  scale_ = std::max(std::hypot(rms_alone(p, l), rms_along_rods(p, flow)), rms(motion.velocities));
  return report_;
}

/// An iterative solve begins with a sum and ends with one.
SolveCost BodyMobility::cost() const {
  SolveCost c;
  if (points_.unknown_points() > 0) c.sums = report_.iterations + 2;
  return c;
}

void BodyMobility::repeat_sums() {
  std::vector<double> v(v_.size());
  if (points_.bodies() > 0) sums_->solve(x_, f_, v);
}

/// Velocity to which errors of the sums are relative.
double BodyMobility::scale_of_points() const {
  if (!has_background()) return 0;  // nobody asks
  double single2 = 0;
  for (std::size_t k = 0; k < points_.points(); ++k)
    for (std::size_t c = 0; c < 3; ++c)
      single2 += std::pow(f_[3 * k + c] / (6 * std::numbers::pi * around().viscosity * points_.sizes()[k]), 2);
  return std::max(rms(v_), std::sqrt(single2 / static_cast<double>(points_.points())));
}

void BodyMobility::begin_with_last_forces(const BodyPlaces& p) {
  const std::size_t n = 3 * points_.unknown_points();
  if (unknown_.size() == n) {
    points_.turn(directors_, p.directors, unknown_);
  } else {
    unknown_.assign(n, 0.0);
  }
  points_.scatter(unknown_, f_);
}

double BodyMobility::find_slip(const BodyMotion& motion) {
  std::vector<double> w(3 * points_.unknown_points());
  points_.gather(v_, w);
  const double all = rms(w);
  points_.add_rigid(-1, motion, w);
  slip_left_ = rms(w);
  return all > 0 ? slip_left_ / all : 0;
}

void BodyMobility::unknown_product(std::span<const double> f, std::span<double> v) {
  const double size = rms(f);
  if (size == 0) {
    std::fill(v.begin(), v.end(), 0.0);
    return;
  }
  const double factor = force_per_point_ / size;
  std::vector<double> scaled(f.begin(), f.end()), all(f_.size(), 0.0), answer(f_.size());
  for (double& x : scaled) x *= factor;
  points_.scatter(scaled, all);
  sums_->solve(x_, all, answer);
  points_.gather(answer, v);
  for (double& u : v) u /= factor;
}

/// Forces that meet a slip z move their own bodies as they should; what else comes out is the flow around other bodies,
/// and the rigid part of that is a motion that these would get.
double BodyMobility::coupling_of(const BodyPlaces& p, std::span<const double> z,
                                 std::span<const double> product) const {
  std::vector<double> flow(product.begin(), product.end()), u(p.centres.size()), rate(u.size());
  for (std::size_t i = 0; i < flow.size(); ++i) flow[i] -= z[i];
  points_.rigid_motion(p.directors, flow, {u, rate});
  return rms(u) / rms(z);
}

void BodyMobility::find_forces(const BodyPlaces& p, const BackgroundFlow& flow) {
  const std::size_t n = 3 * points_.unknown_points();
  const double viscosity = around().viscosity;
  std::vector<double> w(n), rhs(n), z(n), f(n), v(v_.size()), u(p.centres.size()), rate(u.size());
  const BodyMotion rigid{u, rate};
  points_.gather(f_, unknown_);
  sums_->solve(x_, f_, v);
  add_flow(flow, v);
  points_.gather(v, w);
  const double scale = norm(w);
  if (force_per_point_ == 0) {
    force_per_point_ = rms(unknown_);
    if (force_per_point_ == 0) force_per_point_ = std::max(1e-300, viscosity * points_.sizes().front() * rms(w));
  }
  points_.rigid_motion(p.directors, w, rigid);
  rhs = w;
  points_.add_rigid(-1, rigid, rhs);
  for (double& r : rhs) r = -r;

  // x = P^-1 z with P the same system without the others: forces without net load, and a motion that goes with them
  const auto correction = [&](std::span<const double> z_in, std::span<double> forces) {
    points_.rigid_motion(p.directors, z_in, rigid);
    std::vector<double> slip(z_in.begin(), z_in.end());
    points_.add_rigid(-1, rigid, slip);
    points_.answer(viscosity, p.directors, slip, forces);
  };
  double coupling = coupling_;
  const LinearMap product = [&](std::span<const double> z_in, std::span<double> out) {
    correction(z_in, f);
    unknown_product(f, out);
    points_.add_rigid(1, rigid, out);
    coupling = coupling_of(p, z_in, out);
  };
  GmresOptions options;
  // a slip counts by what it does to the motion, but is never let grow beyond the tolerance
  const double share = std::min(1.0, solve_share / coupling_);
  options.tolerance = setup_.solve_tolerance.value_or(share * setup_.sums.tolerance) * scale;
  options.most_iterations = setup_.most_iterations;
  report_ = gmres(product, rhs, z, options);
  coupling_ = coupling;
  slip_reached_ = report_.residual / std::sqrt(static_cast<double>(points_.unknown_points()));
  correction(z, f);
  for (std::size_t i = 0; i < n; ++i) unknown_[i] += f[i];
  points_.scatter(unknown_, f_);
}

}  // namespace slurry
