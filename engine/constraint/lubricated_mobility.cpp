// SPDX-License-Identifier: BSD-3-Clause
#include "constraint/lubricated_mobility.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "base/text.hpp"
#include "slurry/error.hpp"

namespace slurry {

namespace {

using std::numbers::pi;

double dot(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

double norm(std::span<const double> a) {
  return std::sqrt(dot(a, a));
}

bool imposes_flow(const NetFlow& flow) {
  return flow.value != 0 && (flow.kind == NetFlowKind::gradient || flow.kind == NetFlowKind::flux);
}

}  // namespace

LubricatedMobility::LubricatedMobility(const MobilitySetup& setup, LubricationLaw law,
                                       std::optional<double> solve_tolerance, const Make& make)
    : setup_(setup),
      solve_tolerance_(solve_tolerance.value_or(0.1 * setup.tolerance)),
      inner_(make(setup)),
      zeta_(setup.domain, setup.radii, law) {
  if (setup.model == BodyModel::points) throw InputError("lubrication needs spheres; points have no gap between them");
}

/// x = (I + 0.6 mu0 zeta)^-1 z, to rounding: GMRES takes it for linear.
void LubricatedMobility::precondition(std::span<const double> z, std::span<double> x) const {
  double radius = 0;
  for (double a : setup_.radii) radius += a / static_cast<double>(setup_.radii.size());
  const double factor = 0.6 / (6 * pi * setup_.viscosity * radius);
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

double LubricatedMobility::wall_drag() const {
  return inner_->wall_drag() + (velocities_.empty() ? 0 : zeta_.axial_wall_force(velocities_));
}

void LubricatedMobility::solve(std::span<const double> positions, std::span<const double> forces,
                               std::span<double> velocities) {
  solve_for(positions, forces, velocities);
  velocities_.assign(velocities.begin(), velocities.end());
}

State LubricatedMobility::state() const {
  State s;
  s.put("iterations", static_cast<double>(report_.iterations));
  s.put("residual", report_.residual);
  s.put("converged", report_.converged ? 1.0 : 0.0);
  s.put("forces_on_fluid", x_);
  s.put_part("bodies", inner_->state());
  return s;
}

void LubricatedMobility::take_restored_plan() {
  const State s = std::exchange(restored_, {});
  report_ = {static_cast<int>(s.number("iterations")), s.number("residual"), s.number("converged") != 0};
  x_ = s.list("forces_on_fluid");
  inner_->restore(s.part("bodies"));
}

void LubricatedMobility::solve_for(std::span<const double> positions, std::span<const double> forces,
                                   std::span<double> velocities) {
  const std::size_t n = positions.size();
  if (forces.size() != n) throw InputError(text("{} positions but {} forces", n / 3, forces.size() / 3));
  zeta_.build(setup_.viscosity, positions);
  report_ = {};
  const bool restored = !restored_.empty();
  if (restored) take_restored_plan();
  if (zeta_.empty()) {
    x_.clear();
    inner_->solve(positions, forces, velocities);
    return;
  }
  if (restored && x_.size() == n) return inner_->solve(positions, x_, velocities);
  std::vector<double> u(n, 0.0), rhs(forces.begin(), forces.end());
  if (imposes_flow(setup_.net_flow)) {
    const std::vector<double> nothing(n, 0.0);
    inner_->solve(positions, nothing, u);
    zeta_.add(-1, u, rhs);
  }
  const double force = norm(rhs);
  if (force == 0) {
    x_.clear();
    inner_->solve(positions, forces, velocities);
    return;
  }
  std::vector<double> v(n), scaled(n);
  // products are made with forces of one size, so that the tolerance of the sums means the same in each
  const auto apply = [&](std::span<const double> x, std::span<double> y) {
    const double size = norm(x);
    std::copy(x.begin(), x.end(), y.begin());
    if (size == 0) return;
    for (std::size_t i = 0; i < n; ++i) scaled[i] = x[i] * force / size;
    inner_->solve(positions, scaled, v);
    for (std::size_t i = 0; i < n; ++i) v[i] = (v[i] - u[i]) * size / force;
    zeta_.add(1, v, y);
  };
  if (x_.size() != n) {
    x_.resize(n);
    precondition(rhs, x_);
  }
  std::vector<double> residual(n), z(n), change(n);
  apply(x_, residual);
  for (std::size_t i = 0; i < n; ++i) residual[i] = rhs[i] - residual[i];
  const LinearMap product = [&](std::span<const double> in, std::span<double> out) {
    precondition(in, change);
    apply(change, out);
  };
  report_ = gmres(product, residual, z, {.tolerance = solve_tolerance_ * force});
  report_.residual /= force;
  precondition(z, change);
  for (std::size_t i = 0; i < n; ++i) x_[i] += change[i];
  inner_->solve(positions, x_, velocities);
}

}  // namespace slurry
