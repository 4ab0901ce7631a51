// SPDX-License-Identifier: BSD-3-Clause
#include "constraint/lubricated_mobility.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "accuracy/error_budget.hpp"
#include "base/process_clock.hpp"
#include "base/text.hpp"
#include "constraint/gmres.hpp"
#include "constraint/vector_algebra.hpp"
#include "mobility/velocity_norms.hpp"
#include "slurry/error.hpp"

namespace slurry {

namespace {

using std::numbers::pi;

bool imposes_flow(const Surroundings& s) {
  const NetFlow& flow = s.net_flow;
  const bool asked = flow.kind == NetFlowKind::gradient || flow.kind == NetFlowKind::flux;
  return (asked && flow.value != 0) || s.flow.any();
}

}  // namespace

LubricatedMobility::LubricatedMobility(std::unique_ptr<Mobility> mobility, const Domain& domain,
                                       const BodyPoints& bodies, const Surroundings& surroundings, LubricationLaw law,
                                       Tolerances tolerances)
    : mobility_(std::move(mobility)),
      around_(surroundings),
      radii_(bodies.body_radii()),
      zeta_(domain, bodies, law),
      tolerances_(tolerances) {}

/// x = (I + 0.6 mu0 zeta)^-1 z, to rounding: GMRES takes it for linear.
void LubricatedMobility::precondition(std::span<const double> z, std::span<double> x) const {
  double radius = 0;
  for (double a : radii_) radius += a / static_cast<double>(radii_.size());
  const double factor = 0.6 / (6 * pi * around_.viscosity * radius);
  const std::vector<double> d = zeta_.diagonal();
  const auto scale = [&](std::span<const double> r, std::span<double> out) {
    for (std::size_t i = 0; i < r.size(); ++i) out[i] = r[i] / (1 + factor * d[9 * (i / 3) + 4 * (i % 3)]);
  };
  std::fill(x.begin(), x.end(), 0.0);
  std::vector<double> r(z.begin(), z.end()), s(r.size()), p(r.size()), ap(r.size());
  scale(r, s);
  p = s;
  double rs = dot(r, s);
  const double goal = 1e-13 * norm(z);
  for (int k = 0; k < 500 && norm(r) > goal; ++k) {
    ap = p;
    zeta_.add(factor, p, ap);
    const double step = rs / dot(p, ap);
    for (std::size_t i = 0; i < r.size(); ++i) {
      x[i] += step * p[i];
      r[i] -= step * ap[i];
    }
    scale(r, s);
    const double next = dot(r, s);
    for (std::size_t i = 0; i < p.size(); ++i) p[i] = s[i] + next / rs * p[i];
    rs = next;
  }
}

void LubricatedMobility::alone(int power, std::span<double> forces) const {
  for (std::size_t i = 0; i < forces.size(); ++i) {
    const double drag = 6 * pi * around_.viscosity * (radii_.size() == 1 ? radii_[0] : radii_[i / 3]);
    forces[i] *= power > 0 ? 1 / drag : drag;
  }
}

double LubricatedMobility::scale_of(std::span<const double> forces, std::span<const double> velocities) const {
  std::vector<double> v(forces.begin(), forces.end());
  alone(1, v);
  return std::max(rms(v), rms(velocities));
}

ErrorReport LubricatedMobility::with_solve(ErrorReport r) const {
  if (scale_ == 0) return r;
  rescale(r, mobility_->scale() / scale_);
  r.solve.asked = tolerances_.solve;
  r.solve.predicted = report_.residual;
  ask(r, tolerances_.all);
  return r;
}

ErrorReport LubricatedMobility::predict() const {
  return with_solve(mobility_->predict());
}

ErrorReport LubricatedMobility::measure(int targets, std::uint64_t seed) {
  ErrorReport r = with_solve(mobility_->measure(targets, seed));
  if (scale_ > 0) r.solve.measured = left_ / scale_;
  add_up(r);
  return r;
}

double LubricatedMobility::wall_drag() const {
  return mobility_->wall_drag() + (velocities_.empty() ? 0 : zeta_.axial_wall_force(velocities_));
}

/// One sum for the forces to begin with, one per iteration, one for the motion, and one for a flow that is imposed.
SolveCost LubricatedMobility::cost() const {
  SolveCost c = mobility_->cost();
  if (x_.empty()) return c;
  c.sums *= report_.iterations + 2 + (imposes_flow(around_) ? 1 : 0);
  c.own_seconds += own_seconds_;
  return c;
}

StageTimes LubricatedMobility::take_stage_times() {
  StageTimes times = mobility_->take_stage_times();
  times["solve"] += std::exchange(untold_seconds_, 0.0);
  return times;
}

SolveReport LubricatedMobility::solve(const BodyPlaces& places, const BodyLoads& loads, const BodyMotion& motion) {
  const BusyWatch watch;
  sums_seconds_ = 0;
  const SolveReport report = solve_timed(places, loads, motion);
  own_seconds_ = std::max(0.0, watch.seconds() - sums_seconds_);
  untold_seconds_ += own_seconds_;
  return report;
}

SolveReport LubricatedMobility::solve_timed(const BodyPlaces& places, const BodyLoads& loads,
                                            const BodyMotion& motion) {
  scale_ = left_ = 0;
  find_forces(places, loads, motion);
  velocities_.assign(motion.velocities.begin(), motion.velocities.end());
  if (x_.empty()) return report_;
  scale_ = scale_of(loads.forces, velocities_);
  std::vector<double> residual(loads.forces.begin(), loads.forces.end()), error(residual.size());
  zeta_.add(-1, velocities_, residual);
  for (std::size_t i = 0; i < residual.size(); ++i) residual[i] -= x_[i];
  precondition(residual, error);
  alone(1, error);
  left_ = rms(error);
  return report_;
}

State LubricatedMobility::state() const {
  State s;
  s.put("iterations", static_cast<double>(report_.iterations));
  s.put("residual", report_.residual);
  s.put("converged", report_.converged ? 1.0 : 0.0);
  s.put("forces_on_fluid", x_);
  s.put_part("bodies", mobility_->state());
  return s;
}

void LubricatedMobility::take_restored() {
  const State s = std::exchange(restored_, {});
  report_ = {static_cast<int>(s.number("iterations")), s.number("residual"), s.number("converged") != 0};
  x_ = s.list("forces_on_fluid");
  mobility_->restore(s.part("bodies"));
}

void LubricatedMobility::find_forces(const BodyPlaces& places, const BodyLoads& loads, const BodyMotion& motion) {
  const std::size_t n = places.centres.size();
  if (loads.forces.size() != n) throw InputError(text("{} positions but {} forces", n / 3, loads.forces.size() / 3));
  const auto move = [&](std::span<const double> forces, const BodyMotion& to) {
    const BusyWatch watch;
    mobility_->solve(places, {forces, loads.torques}, to);
    sums_seconds_ += watch.seconds();
  };
  mobility_->refer_to(0);
  zeta_.build(around_.viscosity, places.centres);
  report_ = {};
  const bool restored = !restored_.empty();
  if (restored) take_restored();
  if (zeta_.empty()) {
    x_.clear();
    return move(loads.forces, motion);
  }
  if (restored && x_.size() == n) return move(x_, motion);
  std::vector<double> u(n, 0.0), rhs(loads.forces.begin(), loads.forces.end());
  if (imposes_flow(around_)) {
    const std::vector<double> nothing(n, 0.0);
    move(nothing, {u, {}});
    zeta_.add(-1, u, rhs);
  }
  const double force = norm(rhs);
  if (force == 0) {
    x_.clear();
    return move(loads.forces, motion);
  }
  std::vector<double> v(n), scaled(n);
  // products are made with forces of one size, so that the tolerance of the sums means the same in each
  const auto apply = [&](std::span<const double> x, std::span<double> y) {
    const double size = norm(x);
    std::copy(x.begin(), x.end(), y.begin());
    if (size == 0) return;
    for (std::size_t i = 0; i < n; ++i) scaled[i] = x[i] * force / size;
    move(scaled, {v, {}});
    for (std::size_t i = 0; i < n; ++i) v[i] = (v[i] - u[i]) * size / force;
    zeta_.add(1, v, y);
  };
  if (x_.size() != n) {
    x_.resize(n);
    precondition(rhs, x_);
  }
  std::vector<double> residual(n), z(n), change(n);
  apply(x_, residual);
  std::vector<double> start(v);
  for (std::size_t i = 0; i < n; ++i) start[i] += u[i];
  const double scale = scale_of(loads.forces, start);
  mobility_->refer_to(scale);  // forces that keep close spheres apart are no measure of how fast these move
  const auto preconditioned = [&](std::span<const double> in, std::span<double> out) {
    precondition(in, out);
    alone(1, out);
  };
  for (std::size_t i = 0; i < n; ++i) change[i] = rhs[i] - residual[i];
  preconditioned(change, residual);
  const LinearMap product = [&](std::span<const double> in, std::span<double> out) {
    std::copy(in.begin(), in.end(), change.begin());
    alone(-1, change);
    std::vector<double> forces(n);
    apply(change, forces);
    preconditioned(forces, out);
  };
  const double all = scale * std::sqrt(static_cast<double>(n) / 3);
  report_ = gmres(product, residual, z, {.tolerance = tolerances_.solve * all});
  report_.residual /= all;
  alone(-1, z);
  for (std::size_t i = 0; i < n; ++i) x_[i] += z[i];
  move(x_, motion);
}

}  // namespace slurry
