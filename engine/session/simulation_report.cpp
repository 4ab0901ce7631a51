// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numbers>
#include <numeric>
#include <string>
#include <vector>

#include "base/text.hpp"
#include "scenario/rod_placement.hpp"
#include "session/body_setup.hpp"
#include "session/simulation.hpp"
#include "slurry/runtime.hpp"

// What a simulation says of its present state and of its errors.
namespace slurry {

namespace {

constexpr int measured_targets = 64;  // theory/conventions-and-gauges.md, words for errors

/// Squares are averaged, since the measured errors are rms values.
void add_square(double& sum, double value, double weight) {
  sum += weight * value * value;
}

std::string describe_sum(const EwaldParameters& p) {
  return text("spectral Ewald, grid {} x {} x {}, cutoff {:.3g}, window {}", p.grid[0], p.grid[1], p.grid[2],
              p.cutoff_radius, p.window_points);
}

/// What the other sum would have taken.
std::string describe_choice(const MethodChoice& c) {
  if (c.by == ChosenBy::request || !std::isfinite(c.direct_seconds)) return "";
  const bool direct = c.method == SumMethod::direct;
  const double own = direct ? c.direct_seconds : c.ewald_seconds, other = direct ? c.ewald_seconds : c.direct_seconds;
  return text(" ({} {:.3g} ms per call, {} {:.3g} ms)", c.by == ChosenBy::measurement ? "measured" : "predicted",
              1e3 * own, direct ? "Ewald" : "direct", 1e3 * other);
}

}  // namespace

std::string describe(const MobilityParameters& p, std::size_t bodies) {
  if (p.bodies_choice.method != SumMethod::direct && p.bodies_sum.grid[0] == 0)
    return "No forces: no hydrodynamic sum needed";  // and no plan for any
  std::string s = p.bodies_choice.method == SumMethod::direct
                      ? text("direct sum over {} {}", bodies, bodies == 1 ? "body" : "bodies")
                      : describe_sum(p.bodies_sum);
  if (p.direct_terms == Precision::fp32) s += ", terms in fp32";
  s += describe_choice(p.bodies_choice);
  if (p.wall_points_axial > 0 && p.bodies_choice.method != p.images_choice.method)
    s += "; images: " + (p.images_choice.method == SumMethod::direct ? "direct sum" : describe_sum(p.images_sum)) +
         describe_choice(p.images_choice);
  if (p.wall_points_axial > 0)
    s += text("; wall {} x {} points, spacing {:.3g}", p.wall_points_axial, p.wall_points_angular, p.wall_spacing);
  if (p.device != Device::host)
    s += text("; sums on {}, {} on the host", name_of(p.device),
              p.wall_points_axial > 0 ? "wall, contacts and steps" : "contacts and steps");
  return s;
}

void Simulation::forget_measurements() {
  measurements_.clear();
  constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
  errors_.near_far.measured = errors_.wall.measured = errors_.total.measured = unknown;
  errors_.measured_at_step = -1;
}

void Simulation::measure_errors(int targets) {
  const int bodies = static_cast<int>(radii_.size());
  targets = std::min(targets, bodies);
  measurements_.push_back({state_.step, targets, mobility_->measure(targets, measure_seed_++)});
  mobility_->take_stage_times();  // a measurement is no part of a step
  const int wanted = std::min(measured_targets, bodies);
  int seen = 0;
  std::size_t first = measurements_.size();
  while (first > 0 && seen < wanted) seen += measurements_[--first].targets;
  measurements_.erase(measurements_.begin(), measurements_.begin() + static_cast<std::ptrdiff_t>(first));
  if (seen < wanted) return;
  double near_far = 0, wall = 0, total = 0;
  for (const Measurement& m : measurements_) {
    const double weight = static_cast<double>(m.targets) / seen;
    add_square(near_far, m.errors.near_far.measured, weight);
    add_square(wall, m.errors.wall.measured, weight);
    add_square(total, m.errors.total.measured, weight);
  }
  errors_.near_far.measured = std::sqrt(near_far);
  errors_.wall.measured = std::sqrt(wall);
  errors_.total.measured = std::sqrt(total);
  errors_.measured_at_step = state_.step;
}

bool Simulation::measured_here() const {
  int seen = 0;
  for (const Measurement& m : measurements_)
    if (m.step == state_.step) seen += m.targets;
  return seen >= std::min<int>(measured_targets, static_cast<int>(radii_.size()));
}

void Simulation::find_angular_velocities() {
  if (angular_current_) return;
  std::vector<std::size_t> all(groups_.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  auto found = std::make_shared<AngularVelocities>();
  found->time = state_.time;
  found->values.resize(state_.positions.size());
  mobility_->angular_velocities(all, found->values);
  angular_ = std::move(found);
  angular_current_ = true;
}

Step Simulation::present() const {
  Step s;
  s.scenario = scenario_.get();
  s.time = state_.time;
  s.time_step = last_step_.time_step;
  s.positions = state_.positions;
  s.images = state_.images;
  s.velocities = state_.velocities;
  s.directors = state_.directors;
  s.rates = state_.rates;
  s.forces = forces_;
  s.radii = radii_;
  s.half_lengths = half_lengths_;
  s.groups = groups_;
  s.undisturbed = undisturbed_;
  if (angular_current_) s.angular = angular_->values;
  s.errors = &errors_;
  s.smallest_gap = gaps_.bodies;
  s.smallest_wall_gap = gaps_.wall;
  const MeanFlow flow = mobility_->mean_flow();
  s.flux = flow.flux;
  s.pressure_gradient = flow.pressure_gradient;
  s.driving = sense_ * law_->drive(state_.time, phase_);
  s.wall_drag_of_flow = [this] { return mobility_->wall_drag(); };
  return s;
}

double Simulation::value(std::string_view quantity) const {
  return meters_.value(present(), quantity);
}

void Simulation::fill_interval(Snapshot& s) const {
  const double passed = state_.time - interval_start_;
  s.effective_velocities = moved_by_slopes_;
  for (double& v : s.effective_velocities) v = passed > 0 ? v / passed : 0;
  if (contacts_.any()) s.contact_displacements = moved_by_contacts_;
}

void Simulation::begin_interval() {
  moved_by_slopes_.assign(state_.positions.size(), 0.0);
  moved_by_contacts_.assign(state_.positions.size(), 0.0);
  interval_start_ = state_.time;
}

void Simulation::fill(Snapshot& s) const {
  s.scenario = scenario_;
  s.step = state_.step;
  s.time = state_.time;
  s.time_step = last_step_.time_step;
  s.positions = state_.positions;
  s.images = state_.images;
  s.velocities = state_.velocities;
  s.forces = forces_;
  s.contact_forces.assign(law_->contact_forces().begin(), law_->contact_forces().end());
  for (double& f : s.contact_forces) f *= sense_;
  s.radii = radii_;
  s.groups = groups_;
  if (has_rods(*scenario_)) {
    s.directors = state_.directors;
    s.rates = state_.rates;
    s.half_lengths = half_lengths_;
  }
  s.solve = solve_;
  s.values = meters_.values(present());
  s.wall_seconds = wall_seconds_;
  s.halvings = halvings_;
  s.angular_velocities = angular_;
  s.stage_times = stage_times_;
  s.errors = errors_;
  const MobilityParameters p = mobility_->parameters();
  s.sum_parameters = p.bodies_sum;
  s.sum_choice = p.bodies_choice;
  s.sum_device = p.device;
  s.solver_summary = describe(p, radii_.size());
}

}  // namespace slurry
