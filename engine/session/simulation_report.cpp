// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "accuracy/error_budget.hpp"
#include "base/text.hpp"
#include "mobility/second_opinion.hpp"
#include "mobility/velocity_norms.hpp"
#include "scenario/rod_placement.hpp"
#include "session/body_setup.hpp"
#include "session/simulation.hpp"
#include "slurry/error.hpp"
#include "slurry/runtime.hpp"

// What a simulation says of its present state and of its errors.
namespace slurry {

namespace {

constexpr int measured_targets = 256;        // for each source by itself; theory/error-control.md, "Measured errors"
constexpr std::size_t points_of_a_rod = 10;  // about

/// A time in the unit in which it is a number of common size.
std::string time_in_words(double seconds) {
  if (seconds < 1e-3) return text("{:.3g} µs", 1e6 * seconds);
  if (seconds < 1) return text("{:.3g} ms", 1e3 * seconds);
  return seconds < 1000 ? text("{:.3g} s", seconds) : text("{:.0f} s", seconds);
}

/// What the engine takes, and what the others would have taken.
std::string describe_choice(const SumChoice& c) {
  const double own = c.seconds(c.engine());
  if (!std::isfinite(own)) return "";
  std::string others;
  for (const Candidate& other : c.candidates)
    if (other.engine != c.engine() && std::isfinite(other.seconds()))
      others += text(", {} {}", other.engine, time_in_words(other.seconds()));
  return text(" ({} {} per call{})", c.by == ChosenBy::measurement ? "measured" : "predicted", time_in_words(own),
              others);
}

/// Of a sum that errs by rounding alone, how many bodies it is over; of another, what was chosen for it.
std::string describe_sum(const ParameterReport& report, const SumChoice& choice, std::size_t bodies, bool exact) {
  std::string s = report.in_words();
  if (exact) s += text(" over {} {}", bodies, bodies == 1 ? "body" : "bodies");
  if (!report.remark.empty()) s += ", " + report.remark;
  return s + describe_choice(choice);
}

}  // namespace

const char* reason_in_words(StepLimit limit) {
  switch (limit) {
    case StepLimit::movement:
      return "a longer step would move bodies too far";
    case StepLimit::error:
      return "a longer step would exceed the tolerance of the time step";
    case StepLimit::contacts:
      return "the contacts of a longer step do not converge";
    case StepLimit::repulsion:
      return "the repulsion is too steep for a longer step";
    case StepLimit::drive:
      return "the drive has 20 steps or more in a period";
    case StepLimit::time:
      return "the step ends at a time that was asked for";
    case StepLimit::none:
      break;
  }
  return "";
}

std::string describe(const MobilityParameters& p, std::size_t bodies) {
  if (p.bodies_choice.empty()) return "No forces act, so no hydrodynamic sum is needed";  // and no plan for any
  std::string s = describe_sum(p.bodies_sum, p.bodies_choice, bodies, p.bodies_choice.chosen().error == 0);
  if (p.wall_points_axial > 0 && p.bodies_choice.engine() != p.images_choice.engine())
    s += "; images: " + p.images_sum.in_words() + describe_choice(p.images_choice);
  if (p.wall_points_axial > 0)
    s += text("; wall {} x {} points, spacing {:.3g}", p.wall_points_axial, p.wall_points_angular, p.wall_spacing);
  if (p.device != Device::host)
    s += text("; sums on {}, {} on the host", name_of(p.device),
              p.wall_points_axial > 0 ? "wall, contacts and steps" : "contacts and steps");
  return s;
}

void Simulation::forget_measurements() {
  errors_ = without_measured(errors_);
  errors_.measured_at_step = -1;
  recorded_errors_ = kept_errors_ = errors_;
  measured_aside_ = false;
}

/// Measured errors belong to the state that they were measured at: files have them for no other one.
ErrorReport Simulation::errors_here() const {
  return measured_here() ? errors_ : without_measured(errors_);
}

void Simulation::measure_errors(bool kept, double longest) {
  constexpr double times_as_long =
      5;  // as planning and solving once, a second solver takes: a guess from 6.3 s and 48 s at 10^5 spheres
  const long step = state_.step;
  measured_by_sources_.clear();
  const double forecast = times_as_long * set_up_seconds_;
  std::optional<Solved> solved;
  if (forecast <= longest)
    solved = {
        state_.positions,        state_.directors, state_.velocities,          forces_, torques_, mobility_->scale(),
        mobility_->parameters(), solve_,           surroundings_of(*scenario_)};
  else
    measured_by_sources_ =
        text("A second, finer solve would take about {}, so each source of error was measured on its own.",
             time_in_words(forecast));
  // the seed follows from the step, so that a resumed run measures as the straight one does
  ErrorReport found = mobility_->measure(measured_targets, static_cast<std::uint64_t>(step) + 1);
  if (solved) measure_whole(found, *solved);
  if (state_.step == step) mobility_->take_stage_times();  // a measurement is no part of a step
  found.measured_at_step = step;
  take_measured(found);
  measured_aside_ = !kept;
  if (kept) kept_errors_ = errors_;
}

/// All bodies at once, by a second solver.
void Simulation::measure_whole(ErrorReport& found, const Solved& solved) const {
  if (!(solved.scale > 0)) return;
  try {
    BodyMobilitySetup setup = body_setup(*scenario_, groups_, solved.around);
    // the points of a rod err together, but they are many
    const std::size_t points = has_rods(*scenario_) ? points_of_a_rod * radii_.size() : radii_.size();
    setup.sums = for_second_opinion(setup.sums, solved.parameters, points);
    if (!differs(setup.sums, solved.parameters)) {
      // the same sum once more says nothing of it: it was measured by sums in extended precision, or is not known
      if (std::isnan(found.arithmetic.measured)) found = without_measured(found);
      const bool solves = has_rods(*scenario_) || scenario_->solver.lubrication != LubricationLaw::none;
      if (!solves || std::isnan(found.arithmetic.measured)) return;
    }
    solve_beyond(setup, solved.report, finer_for(points));
    const std::vector<double>& x = solved.positions;
    std::vector<double> v(x.size()), rates(solved.directors.size());
    make_mobility(setup, scenario_->solver.lubrication, make_)
        ->solve({x, solved.directors}, {solved.forces, solved.torques}, {v, rates});
    std::vector<double> squares(radii_.size());
    for (std::size_t i = 0; i < v.size(); ++i)
      squares[i / 3] += std::pow((solved.velocities[i] - v[i]) / solved.scale, 2);
    const double whole = root_mean(squares);
    if (!(whole <= found.arithmetic.measured)) found.uncertainty = standard_error_of_root(squares);
    measured_as_a_whole(found, whole);
  } catch (const RefusedError&) {  // no memory for it, or no such tolerance: the sources must do
  }
}

void Simulation::take_measured(const ErrorReport& from) {
  for (const auto entry :
       {&ErrorReport::sum, &ErrorReport::wall, &ErrorReport::solve, &ErrorReport::arithmetic, &ErrorReport::wall_slip})
    (errors_.*entry).measured = (from.*entry).measured;
  errors_.uncertainty = from.uncertainty;
  errors_.measured_at_step = from.measured_at_step;
  add_up(errors_);
  ask(errors_, scenario_->solver.tolerance);
  recorded_errors_ = errors_here();
}

void Simulation::return_to_kept_errors() {
  measured_aside_ = false;
  take_measured(kept_errors_);
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
  s.mean_velocities = integrator_.mean_velocities();
  s.driven_mean_velocities = integrator_.weighted_mean_velocities();
  s.directors = state_.directors;
  s.rates = state_.rates;
  s.forces = forces_;
  s.radii = radii_;
  s.half_lengths = half_lengths_;
  s.groups = groups_;
  s.undisturbed = undisturbed_.values();
  if (angular_current_) s.angular = angular_->values;
  s.errors = &recorded_errors_;
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

Values Simulation::scalars(const std::vector<std::string>& costly) const {
  return meters_.scalars(present(), costly);
}

std::vector<const Quantity*> Simulation::scalar_rows() const {
  return meters_.scalar_rows(*scenario_, radii_.size());
}

void Simulation::fill(Snapshot& s, bool costly) const {
  s.scenario = scenario_;
  s.step = state_.step;
  s.time = state_.time;
  s.time_step = last_step_.time_step;
  s.time_step_asked = scenario_->integrator.time_step;
  const bool shorter = s.time_step > 0 && s.time_step < s.time_step_asked * (1 - 1e-12);
  s.shortened_by = shorter ? reason_in_words(last_step_.limit) : "";
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
  s.solve_cost = cost_;
  s.values = meters_.values(present(), costly);
  s.wall_seconds = wall_seconds_;
  s.halvings = halvings_;
  s.step_errors = step_errors_;
  s.angular_velocities = angular_;
  s.stage_times = stage_times_;
  s.errors = errors_;
  s.measured_by_sources = measured_by_sources_;
  const MobilityParameters p = mobility_->parameters();
  s.sum_report = p.bodies_sum;
  s.sum_choice = p.bodies_choice;
  s.sum_plan = p.bodies_plan;
  s.sum_length = p.plan_length;
  s.sum_device = p.device;
  s.solver_summary = describe(p, radii_.size());
}

}  // namespace slurry
