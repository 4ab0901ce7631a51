// SPDX-License-Identifier: BSD-3-Clause
#include "constraint/body_mobility.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "base/text.hpp"
#include "mobility/velocity_norms.hpp"
#include "slurry/error.hpp"

namespace slurry {

namespace {

using std::numbers::pi;

/// The sums err by about the same at neighbouring points of a rod, so that its average errs as much; the predictions
/// are for independent bodies, and in rods/* of pipe_reference.h5 the motions erred by up to 1.5 times as much.
constexpr double neighbours_agree = 0.7;

double norm(std::span<const double> v) {
  double s = 0;
  for (double x : v) s += x * x;
  return std::sqrt(s);
}

/// The net flow that forces alone bring; what is imposed besides goes into the background.
NetFlow homogeneous(const NetFlow& flow) {
  const bool open = flow.kind == NetFlowKind::zero_gradient || flow.kind == NetFlowKind::gradient;
  return {open ? NetFlowKind::zero_gradient : NetFlowKind::zero_flux, 0};
}

void check_fits(const Domain& d, const BodyKind& b) {
  if (!b.is_rod()) return;
  const double length = 2 * b.half_length;
  if (d.kind == DomainKind::pipe && length >= 2 * d.radius)
    throw InputError(text("a rod of length {} is longer than the pipe is wide ({})", length, 2 * d.radius));
  const bool periodic = d.kind == DomainKind::pipe || d.kind == DomainKind::periodic_1;
  double period = periodic ? d.length : 1e300;
  if (d.kind == DomainKind::periodic_3) period = *std::min_element(d.cell.begin(), d.cell.end());
  if (length > 0.5 * period)
    throw InputError(text("a rod of length {} needs a period above {}; it is {}", length, 2 * length, period));
}

bool any_force(const BodyLoads& l) {
  return std::any_of(l.forces.begin(), l.forces.end(), [](double f) { return f != 0; });
}

}  // namespace

BodyMobility::BodyMobility(const BodyMobilitySetup& setup, const Make& make)
    : setup_(setup), make_(make), points_(setup.kinds, setup.kind_of), constraint_(points_) {
  for (const BodyKind& k : setup_.kinds) check_fits(setup_.sums.domain, k);
  set_flow(setup_.flow);
  setup_.sums.model = BodyModel::spheres;
  setup_.sums.radii = points_.sizes();
  const auto& r = setup_.sums.radii;
  if (std::adjacent_find(r.begin(), r.end(), std::not_equal_to<>()) == r.end() && !r.empty())
    setup_.sums.radii.resize(1);
  x_.resize(3 * points_.points());
  f_.resize(x_.size());
  v_.resize(x_.size());
  MobilitySetup inner = setup_.sums;
  inner.net_flow = homogeneous(inner.net_flow);
  inner_ = make_(inner);
}

void BodyMobility::set_flow(const BackgroundFlow& flow) {
  if (flow.any() && setup_.sums.domain.kind != DomainKind::free_space)
    throw InputError("a flow without walls exists in free space alone; in a pipe give a flux or a pressure gradient");
  setup_.flow = flow;
}

void BodyMobility::set_net_flow(const NetFlow& flow) {
  setup_.sums.net_flow = flow;
  inner_->set_net_flow(homogeneous(flow));
}

void BodyMobility::set_viscosity(double viscosity) {
  setup_.sums.viscosity = viscosity;
  inner_->set_viscosity(viscosity);
}

BackgroundFlow BodyMobility::background() const {
  const MobilitySetup& s = setup_.sums;
  if (s.domain.kind != DomainKind::pipe) return setup_.flow;
  double drive = 0;  // -dp/dx
  if (s.net_flow.kind == NetFlowKind::gradient) drive = -s.net_flow.value;
  if (s.net_flow.kind == NetFlowKind::flux)
    drive = 8 * s.viscosity * s.net_flow.value / (pi * std::pow(s.domain.radius, 4));
  return drive == 0 ? BackgroundFlow{} : BackgroundFlow::poiseuille(drive, s.viscosity, s.domain.radius);
}

MeanFlow BodyMobility::mean_flow() const {
  MeanFlow m = inner_->mean_flow();
  const MobilitySetup& s = setup_.sums;
  if (s.domain.kind != DomainKind::pipe) return m;
  const double resistance = 8 * s.viscosity / (pi * std::pow(s.domain.radius, 4));
  if (s.net_flow.kind == NetFlowKind::gradient) {
    m.pressure_gradient += s.net_flow.value;
    m.flux -= s.net_flow.value / resistance;
  } else if (s.net_flow.kind == NetFlowKind::flux) {
    m.flux += s.net_flow.value;
    m.pressure_gradient -= s.net_flow.value * resistance;
  }
  return m;
}

/// The background is a Poiseuille flow of its own.
double BodyMobility::wall_drag() const {
  const Domain& d = setup_.sums.domain;
  if (d.kind != DomainKind::pipe) return inner_->wall_drag();
  const double shear = 2 * background().curvature * d.radius;  // du_x/dr at the wall
  return inner_->wall_drag() - 2 * pi * d.radius * d.length * setup_.sums.viscosity * shear;
}

void BodyMobility::check(const BodyLoads& l) const {
  const std::size_t n = 3 * points_.bodies();
  if (l.positions.size() != n || l.directors.size() != n || l.forces.size() != n || l.torques.size() != n)
    throw InputError(text("{} bodies need as many positions, directors, forces and torques", points_.bodies()));
  const Domain& d = setup_.sums.domain;
  for (std::size_t i = 0; i < points_.bodies(); ++i) {
    const BodyKind& b = points_.kind(i);
    double length2 = 0, torque2 = 0, sum = 0;
    for (std::size_t c = 0; c < 3; ++c) {
      length2 += l.directors[3 * i + c] * l.directors[3 * i + c];
      torque2 += l.torques[3 * i + c] * l.torques[3 * i + c];
      sum += l.positions[3 * i + c] + l.forces[3 * i + c] + l.torques[3 * i + c];
    }
    if (!std::isfinite(sum) || !std::isfinite(torque2))
      throw InputError(text("the position or the load of body {} is not finite", i));
    if (!b.is_rod()) {
      if (torque2 > 0) throw InputError(text("body {} is a sphere and bears a torque; only rods take torques", i));
      continue;
    }
    if (!(std::abs(length2 - 1) < 1e-6))
      throw InputError(text("the director of body {} has length {}; it must be 1", i, std::sqrt(length2)));
    if (d.kind != DomainKind::pipe) continue;
    for (const double end : {-1.0, 1.0}) {
      double tip[2];
      for (std::size_t c = 0; c < 2; ++c)
        tip[c] = l.positions[3 * i + 1 + c] + end * b.half_length * l.directors[3 * i + 1 + c];
      if (!(std::hypot(tip[0], tip[1]) < d.radius))
        throw InputError(
            text("body {} is outside of the pipe: an end of the rod is at distance {} from the axis, the "
                 "radius of the pipe is {}",
                 i, std::hypot(tip[0], tip[1]), d.radius));
    }
  }
}

/// The tolerance is for the motion of bodies; the sums reckon it by the velocities that their points would have alone,
/// which are larger than the bodies' when the points are small.
void BodyMobility::make_inner(const BodyLoads& l) {
  double body2 = 0, point2 = 0;
  const double unit = 1 / (8 * pi * setup_.sums.viscosity);
  for (std::size_t i = 0; i < points_.bodies(); ++i) {
    const BodyKind& b = points_.kind(i);
    double along = 0, force2 = 0;
    for (std::size_t c = 0; c < 3; ++c) {
      along += l.forces[3 * i + c] * (b.is_rod() ? l.directors[3 * i + c] : 0);
      force2 += l.forces[3 * i + c] * l.forces[3 * i + c];
    }
    body2 += unit * unit * (b.along * b.along * along * along + b.across * b.across * (force2 - along * along));
    for (std::size_t k = 0; k < b.points(); ++k) {
      const double w = b.weights.empty() ? 1.0 / static_cast<double>(b.points()) : b.weights[k];
      point2 += force2 * std::pow(w * unit * 4 / (3 * b.sizes[k]), 2);
    }
  }
  const double n = static_cast<double>(points_.bodies()), m = static_cast<double>(points_.points());
  planned_ = point2 > 0;
  planned_without_loads_ = !planned_;
  single_scale_ = std::sqrt(body2 / n);
  double ratio = std::min(1.0, point2 > 0 ? single_scale_ / std::sqrt(point2 / m) : 1);
  if (points_.has_rods()) ratio *= neighbours_agree;
  remake_inner(ratio);
}

void BodyMobility::remake_inner(double ratio) {
  inner_ratio_ = ratio;
  if (ratio == 1) return;
  MobilitySetup inner = setup_.sums;
  inner.net_flow = homogeneous(inner.net_flow);
  inner.tolerance *= ratio;
  inner_ = make_(inner);
}

State BodyMobility::state() const {
  State s;
  s.put("planned", planned_ ? 1.0 : 0.0);
  s.put("tolerance_ratio", inner_ratio_);
  s.put("single_scale", single_scale_);
  s.put("force_per_blob", force_per_blob_);
  s.put("iterations", static_cast<double>(chain_report_.iterations));
  s.put("converged", chain_report_.converged ? 1.0 : 0.0);
  s.put("chain_forces", chain_f_);
  s.put_part("points", inner_->state());
  return s;
}

/// At the last positions and loads of the run that it comes from.
void BodyMobility::take_restored_plan(const BodyLoads& l) {
  const State s = std::exchange(restored_, {});
  planned_ = s.number("planned") != 0;
  if (planned_) remake_inner(s.number("tolerance_ratio"));
  if (!planned_) make_inner(l);
  single_scale_ = s.number("single_scale");
  force_per_blob_ = s.number("force_per_blob");
  chain_report_ = {static_cast<int>(s.number("iterations")), 0, s.number("converged") != 0};
  inner_->restore(s.part("points"));
  chain_f_ = s.list("chain_forces");
  for (std::size_t b = 0; b < chain_f_.size() / 3; ++b)
    for (std::size_t c = 0; c < 3; ++c) f_[3 * constraint_.point(b) + c] = chain_f_[3 * b + c];
}

void BodyMobility::gather_chains(std::span<const double> all, std::span<double> out) const {
  for (std::size_t b = 0; b < constraint_.blobs(); ++b)
    for (std::size_t c = 0; c < 3; ++c) out[3 * b + c] = all[3 * constraint_.point(b) + c];
}

void BodyMobility::chain_product(std::span<const double> f, std::span<double> v) {
  const double size = rms(f);
  if (size == 0) {
    std::fill(v.begin(), v.end(), 0.0);
    return;
  }
  const double factor = force_per_blob_ / size;
  std::vector<double> all(f_.size(), 0.0), answer(f_.size());
  for (std::size_t b = 0; b < constraint_.blobs(); ++b)
    for (std::size_t c = 0; c < 3; ++c) all[3 * constraint_.point(b) + c] = factor * f[3 * b + c];
  inner_->solve(x_, all, answer);
  gather_chains(answer, v);
  for (double& u : v) u /= factor;
}

/// Fills the forces on the blobs of chains: their velocities shall be rigid motions.
void BodyMobility::solve_chains(const BodyLoads& l, const BackgroundFlow& flow) {
  const std::size_t n = 3 * constraint_.blobs();
  const double viscosity = setup_.sums.viscosity;
  std::vector<double> u(3 * constraint_.chains()), rate(u.size()), w(n), rhs(n), z(n), f(n);
  if (chain_f_.size() == n) {
    constraint_.turn(directors_, l.directors, chain_f_);
  } else {
    chain_f_.assign(n, 0.0);
  }
  constraint_.balance(viscosity, l.directors, l.forces, l.torques, chain_f_);
  const auto put = [&] {
    for (std::size_t b = 0; b < constraint_.blobs(); ++b)
      for (std::size_t c = 0; c < 3; ++c) f_[3 * constraint_.point(b) + c] = chain_f_[3 * b + c];
  };
  put();
  std::vector<double> v(v_.size());
  inner_->solve(x_, f_, v);
  if (flow.any())
    for (std::size_t k = 0; k < points_.points(); ++k) flow.add_at(&x_[3 * k], points_.sizes()[k], &v[3 * k]);
  gather_chains(v, w);
  double scale = norm(w);
  if (force_per_blob_ == 0) {
    force_per_blob_ = rms(chain_f_);
    if (force_per_blob_ == 0) force_per_blob_ = std::max(1e-300, viscosity * points_.sizes().front() * rms(w));
  }
  constraint_.project(l.directors, w, u, rate);
  rhs = w;
  constraint_.subtract_rigid(u, rate, rhs);
  for (double& r : rhs) r = -r;

  // x = P^-1 z with P the same system without the others: forces without net load, and a motion that goes with them
  const auto correction = [&](std::span<const double> z_in, std::span<double> forces) {
    constraint_.project(l.directors, z_in, u, rate);
    std::vector<double> slip(z_in.begin(), z_in.end());
    constraint_.subtract_rigid(u, rate, slip);
    constraint_.friction(viscosity, l.directors, slip, forces);
  };
  const LinearMap product = [&](std::span<const double> z_in, std::span<double> out) {
    correction(z_in, f);
    chain_product(f, out);
    for (double& r : u) r = -r;
    for (double& r : rate) r = -r;
    constraint_.subtract_rigid(u, rate, out);
  };
  GmresOptions options;
  options.tolerance = setup_.chain_tolerance.value_or(setup_.sums.tolerance) * scale;
  options.most_iterations = setup_.most_iterations;
  const GmresReport report = gmres(product, rhs, z, options);
  chain_report_.iterations = report.iterations;
  chain_report_.converged = report.converged;
  correction(z, f);
  for (std::size_t i = 0; i < n; ++i) chain_f_[i] += f[i];
  put();
}

void BodyMobility::solve(const BodyLoads& l, const BodyMotion& motion) {
  check(l);
  if (motion.velocities.size() != l.positions.size() || motion.rates.size() != l.positions.size())
    throw InputError("the velocities and the rates need the shape of the positions");
  if (points_.bodies() == 0) return;
  const bool restored = !restored_.empty();
  const bool plan_serves = planned_ || (planned_without_loads_ && !any_force(l));
  if (!plan_serves && !restored) make_inner(l);
  const BackgroundFlow flow = background();
  points_.place(l.positions, l.directors, x_);
  points_.spread_loads(l.directors, l.forces, l.torques, f_);
  chain_report_ = {};
  if (restored) {
    take_restored_plan(l);
  } else if (constraint_.chains() > 0) {
    solve_chains(l, flow);
  }
  inner_->solve(x_, f_, v_);
  double single2 = 0;
  for (std::size_t k = 0; k < points_.points(); ++k)
    for (std::size_t c = 0; c < 3; ++c)
      single2 += std::pow(f_[3 * k + c] / (6 * pi * setup_.sums.viscosity * points_.sizes()[k]), 2);
  inner_scale_ = std::max(rms(v_), std::sqrt(single2 / static_cast<double>(points_.points())));
  if (flow.any())
    for (std::size_t k = 0; k < points_.points(); ++k) flow.add_at(&x_[3 * k], points_.sizes()[k], &v_[3 * k]);
  points_.gather_motion(setup_.sums.viscosity, l.directors, l.forces, l.torques, v_, motion.velocities, motion.rates);
  if (constraint_.chains() > 0) {
    std::vector<double> w(3 * constraint_.blobs()), u(3 * constraint_.chains()), rate(u.size());
    gather_chains(v_, w);
    constraint_.project(l.directors, w, u, rate);
    const double all = norm(w);
    constraint_.subtract_rigid(u, rate, w);
    chain_report_.residual = all > 0 ? norm(w) / all : 0;
    for (std::size_t r = 0; r < constraint_.chains(); ++r)
      for (std::size_t c = 0; c < 3; ++c) {
        motion.velocities[3 * constraint_.body(r) + c] = u[3 * r + c];
        motion.rates[3 * constraint_.body(r) + c] = rate[3 * r + c];
      }
    directors_.assign(l.directors.begin(), l.directors.end());
  }
  if (flow.any()) points_.add_background_strain(flow, l.positions, l.directors, motion.rates);
  scale_ = std::max(single_scale_, rms(motion.velocities));
}

void BodyMobility::angular_velocities(std::span<const std::size_t> spheres, std::span<double> out) {
  std::vector<std::size_t> centres;
  for (std::size_t i : spheres) {
    if (points_.kind(i).is_rod()) throw InputError(text("body {} is a rod and turns as its solve says", i));
    centres.push_back(points_.first(i));
  }
  inner_->angular_velocities(centres, out);
  const BackgroundFlow flow = background();
  for (std::size_t k = 0; k < centres.size(); ++k) flow.add_half_curl(&x_[3 * centres[k]], &out[3 * k]);
}

void BodyMobility::field(std::span<const double> points, std::span<double> u) {
  inner_->field(points, u);
  const BackgroundFlow flow = background();
  for (std::size_t i = 0; i < points.size(); i += 3) flow.add_at(&points[i], 0, &u[i]);
}

void BodyMobility::field_to_tolerance(std::span<const double> points, std::span<double> u) {
  inner_->field_to_tolerance(points, u);
  const BackgroundFlow flow = background();
  for (std::size_t i = 0; i < points.size(); i += 3) flow.add_at(&points[i], 0, &u[i]);
}

/// Errors of single points are taken for those of bodies: an upper bound, since a rod averages over its points.
ErrorReport BodyMobility::in_units_of_bodies(ErrorReport r) const {
  const double factor = scale_ > 0 ? inner_scale_ / scale_ : 1;
  for (ErrorEntry* e : {&r.near_far, &r.wall, &r.total}) {
    e->asked *= factor;
    e->predicted *= factor;
    e->measured *= factor;
  }
  r.total.asked = setup_.sums.tolerance;
  return r;
}

ErrorReport BodyMobility::predict() const {
  return in_units_of_bodies(inner_->predict());
}

ErrorReport BodyMobility::measure(int targets, std::uint64_t seed) {
  return in_units_of_bodies(inner_->measure(targets, seed));
}

}  // namespace slurry
