// SPDX-License-Identifier: BSD-3-Clause
#include "session/simulation.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "accuracy/error_budget.hpp"
#include "base/pace.hpp"
#include "base/process_clock.hpp"
#include "base/text.hpp"
#include "dynamics/drive.hpp"
#include "mobility/velocity_norms.hpp"
#include "planning/engines.hpp"
#include "scenario/placement.hpp"
#include "scenario/rod_placement.hpp"
#include "scenario/scenario_check.hpp"
#include "session/body_setup.hpp"
#include "session/frame_clock.hpp"
#include "session/interruption.hpp"
#include "slurry/error.hpp"
#include "slurry/option_table.hpp"

namespace slurry {

namespace {

class Stopwatch {
 public:
  double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

double largest(const std::vector<double>& v) {
  return v.empty() ? 0 : *std::max_element(v.begin(), v.end());
}

bool has_rows(const Scenario& s) {
  return std::any_of(s.bodies.begin(), s.bodies.end(),
                     [](const BodyGroup& g) { return g.placement == PlacementKind::row; });
}

Contacts make_contacts(const Scenario& s, const std::vector<double>& radii, const std::vector<std::int32_t>& groups) {
  const double tolerance = s.solver.contact_tolerance * largest(radii);
  const bool pairs = s.solver.contacts && s.solver.model == BodyModel::spheres;
  if (has_directors(s)) return {s.domain, radii, half_axes(s, groups), tolerance, pairs};
  return {s.domain, radii, tolerance, pairs};
}

}  // namespace

/// The stages of a step: those of its sums, its own, and the recording.
StageTimes Simulation::no_times() {
  StageTimes times(the_usual_engine().times);
  for (const char* own : {"wall", "contact", "integrate", "write"}) times[own] = 0;
  return times;
}

/// Directors of bodies to which nobody gave any, (N,3).
static std::vector<double> along_x(std::size_t bodies) {
  std::vector<double> directors(3 * bodies, 0.0);
  for (std::size_t i = 0; i < directors.size(); i += 3) directors[i] = 1;
  return directors;
}

Simulation::Simulation(const Scenario& scenario, const MakePointMobility& make, const QuantityTable& table)
    : make_(make),
      scenario_(std::make_shared<const Scenario>(scenario)),
      contacts_(scenario.domain, {}, 0),
      integrator_(scenario.integrator, scenario.domain, scenario.bodies.empty() ? 1 : scenario.bodies.front().radius),
      meters_(table, scenario) {
  check(scenario, [](const std::string&) { return std::string(); });  // it may have been made in memory
  integrator_.set_weight([this](double time) { return sense_ * law_->drive(time, phase_); });
}

Simulation::Simulation(const Scenario& scenario, const MakePointMobility& make, const PlacementProgress& progress,
                       const QuantityTable& table)
    : Simulation(scenario, make, table) {
  PlacedBodies placed = place_bodies(scenario, scenario.run.seed, scenario.run.placement_seconds, progress);
  take_groups(std::move(placed.groups));
  if (has_rows(scenario)) undisturbed_ = std::move(placed.undisturbed);
  state_.positions = std::move(placed.positions);
  state_.directors = std::move(placed.directors);
  if (has_directors(scenario) && state_.directors.empty()) state_.directors = along_x(groups_.size());
  state_.images = std::move(placed.images);
  const Stopwatch watch;
  const double given = seconds_given_away();
  mobility_ = mobility_for(scenario);
  state_.set_slopes(solve_here());
  set_up_seconds_ = watch.seconds() - (seconds_given_away() - given);
  stage_times_ += mobility_->take_stage_times();  // no part of the first step, and all that a forecast can go by
  report();
  begin_interval();
  meters_.see(present());
}

Simulation::Simulation(const Scenario& scenario, const State& from, const MakePointMobility& make,
                       const QuantityTable& table)
    : Simulation(scenario, make, table) {
  take_groups(groups_of_bodies(scenario));
  const std::size_t n = 3 * groups_.size();
  state_.positions.resize(n);
  if (has_directors(scenario)) state_.directors = along_x(groups_.size());
  if (has_rows(scenario)) {
    undisturbed_ = from.list("bodies/undisturbed");
    if (undisturbed_.size() != n)  // of a file of an earlier version
      undisturbed_ = place_bodies(scenario, scenario.run.seed, scenario.run.placement_seconds).undisturbed;
  }
  const Stopwatch watch;
  const double given = seconds_given_away();
  restore(from);
  set_up_seconds_ = watch.seconds() - (seconds_given_away() - given);
  stage_times_ += mobility_->take_stage_times();
}

/// Radii, contacts and forces follow from the kinds of the bodies.
void Simulation::take_groups(std::vector<std::int32_t> groups) {
  const Scenario& s = *scenario_;
  groups_ = std::move(groups);
  radii_.clear();
  half_lengths_.clear();
  for (const std::int32_t g : groups_) {
    const BodyGroup& b = s.bodies[static_cast<std::size_t>(g)];
    radii_.push_back(b.radius);
    if (has_rods(s)) half_lengths_.push_back(b.shape == BodyShape::rod ? b.reach() : 0);
  }
  contacts_ = make_contacts(s, radii_, groups_);
  law_ = std::make_unique<Forces>(s, radii_, groups_);
}

std::unique_ptr<Mobility> Simulation::mobility_for(const Scenario& s) const {
  return make_mobility(body_setup(s, groups_, surroundings_of(s)), s.solver.lubrication, make_);
}

std::vector<double> Simulation::solve_here() {
  const std::vector<double> x = state_.coordinates();
  std::vector<double> v(x.size());
  solve(x, v);
  return v;
}

void Simulation::set_loads(std::span<const double> coordinates) {
  forces_.resize(3 * groups_.size());
  torques_.resize(state_.directors.size());
  law_->evaluate(coordinates, law_->drive(solve_time_, phase_), forces_, torques_);
  for (double& f : forces_) f *= sense_;
  for (double& t : torques_) t *= sense_;
  if (law_->vary()) set_surroundings();
}

void Simulation::set_surroundings() {
  mobility_->set(surroundings_of(*scenario_));
}

Surroundings Simulation::surroundings_of(const Scenario& s) const {
  const double drive = law_->drive(solve_time_, phase_);
  Surroundings around{s.viscosity, s.net_flow, {}};
  around.net_flow.value *= sense_ * drive;
  if (s.shear_rate != 0) around.flow = BackgroundFlow::shear(s.shear_rate * sense_ * drive);
  return around;
}

/// coordinates: centres (N,3), then directors (N,3) where there are some; slopes likewise.
void Simulation::solve(std::span<const double> coordinates, std::span<double> slopes) {
  const Stopwatch watch;
  set_loads(coordinates);
  const std::size_t n = forces_.size();
  solve_ = mobility_->solve({coordinates.first(n), coordinates.subspan(n)}, {forces_, torques_},
                            {slopes.first(n), slopes.subspan(n)});
  for (std::size_t i = 0; i < slopes.size(); ++i) {
    if (std::isfinite(slopes[i])) continue;
    const std::size_t body = i / 3 % radii_.size();
    if (state_.step == 0)
      throw InputError(
          text("the velocity of body {} is not finite at the start: its place, its size, the forces or the "
               "viscosity are beyond what numbers of double precision can hold",
               body));
    throw RefusedError(
        text("the velocity of body {} is not finite after step {}; the last good state is kept", body, state_.step));
  }
  mobility_seconds_ += watch.seconds();
}

/// An iterative solve begins with the result of the last one, and the first solve of a run has none. So bodies are
/// moved by one step aside and solved for there, and then the present places again from the kept state.
SolveCost Simulation::cost_of_next_solve() {
  const State kept = mobility_->state();
  IntegratorOptions options = scenario_->integrator;
  options.kind = IntegratorKind::euler;
  Integrator euler(options, scenario_->domain, scenario_->bodies.front().radius);
  euler.set_weight([this](double time) { return sense_ * law_->drive(time, phase_); });
  BodyState aside = state_;
  Contacts contacts = contacts_;
  SolveCost cost = mobility_->cost();
  try {
    euler.step(
        aside, [&](std::span<const double> x, std::span<double> v) { solve(x, v); }, contacts);
    cost = mobility_->cost();
  } catch (const Stopped&) {
    mobility_->restore(kept);
    throw;
  } catch (const Error&) {
    // A step that cannot be made is for the run to say.
  }
  mobility_->restore(kept);
  state_.set_slopes(solve_here());
  return cost;
}

void Simulation::time_sums() {
  constexpr std::size_t most = 25;
  constexpr double long_enough = 0.02;  // [s] of repeats, of which the middle one counts: a run shares its caches too
  cost_ = mobility_->cost();
  std::vector<double> repeats;
  double all = 0;
  while (repeats.size() < most && all < long_enough) {
    const BusyWatch watch;
    mobility_->repeat_sums();
    repeats.push_back(watch.seconds());
    all += repeats.back();
  }
  std::sort(repeats.begin(), repeats.end());
  if (cost_.sums > 1) cost_ = cost_of_next_solve();
  cost_.seconds_per_sum = repeats[repeats.size() / 2];
  mobility_->take_stage_times();  // no part of a step
}

void Simulation::step(double longest) {
  go_on();
  advance(longest);
}

void Simulation::step_until(double stop) {
  std::optional<Own> own;
  if (!own_ && stop - state_.time < scenario_->integrator.time_step) own = own_state();
  advance(stop - state_.time);
  if (!cut_by_caller_ && !own_) return;
  if (own) own_ = std::move(own);
  if (is_same_time(state_.time, stop, scenario_->integrator.time_step)) state_.time = stop;
}

void Simulation::stop_at(double stop) {
  if (state_.time == stop || !is_same_time(state_.time, stop, scenario_->integrator.time_step)) return;
  if (!own_) own_ = own_state();
  state_.time = stop;
}

void Simulation::go_on() {
  if (!own_) return;
  const Own own = *own_;
  try {
    restore(own.checkpoint);
  } catch (...) {
    own_ = own;  // so that the next attempt begins from the same state
    throw;
  }
  moved_by_slopes_ = own.moved_by_slopes;
  moved_by_contacts_ = own.moved_by_contacts;
  interval_start_ = own.interval_start;
}

Simulation::Own Simulation::own_state() const {
  return {checkpoint(), moved_by_slopes_, moved_by_contacts_, interval_start_};
}

void Simulation::advance(double longest) {
  const Stopwatch watch;
  const double meet = std::min(next_time_to_meet(), next_switch());
  const LawTimes law = law_times();
  const bool caller_first =
      longest < std::min(law.longest, meet - state_.time) - time_rounding(state_.time, scenario_->integrator.time_step);
  // what differs by rounding alone is the run's own
  if (!caller_first) longest = std::numeric_limits<double>::infinity();
  if (measured_aside_) return_to_kept_errors();
  mobility_seconds_ = 0;
  const auto velocity = [this](std::span<const double> x, std::span<double> v) {
    solve_time_ = integrator_.now();
    solve(x, v);
  };
  try {
    last_step_ = integrator_.step(state_, velocity, contacts_, longest, meet, law);
  } catch (...) {
    restore_solve();
    throw;
  }
  cut_by_caller_ = caller_first && last_step_.cut;
  for (std::size_t i = 0; i < moved_by_slopes_.size(); ++i) {
    moved_by_slopes_[i] += integrator_.moved_by_slope()[i];
    moved_by_contacts_[i] += integrator_.moved_by_contacts()[i];
  }
  report();
  meters_.see(present());
  halvings_ += last_step_.halvings;
  count_step_errors();
  const double contacts = contacts_.take_seconds();
  stage_times_ = no_times();
  stage_times_ += mobility_->take_stage_times();
  stage_times_["contact"] += contacts;
  stage_times_["integrate"] += std::max(0.0, watch.seconds() - mobility_seconds_ - contacts);
  wall_seconds_ += watch.seconds();
}

/// The planned reversal, the time at which a reversed run is back where it started from, and the times of frames.
double Simulation::next_time_to_meet() {
  const RunOptions& run = scenario_->run;
  double next = std::numeric_limits<double>::infinity();
  const auto meet = [&](double time) {
    if (!at_or_past(time)) next = std::min(next, time);
  };
  if (run.reverse_at && !reversed_by_plan_ && at_or_past(*run.reverse_at)) {
    reversed_by_plan_ = true;
    reverse();
  }
  if (run.reverse_at) meet(reversed_by_plan_ ? 2 * *run.reverse_at : *run.reverse_at);
  if (run.output_interval > 0) meet(next_output_time(run.output_interval, state_.time));
  return next;
}

/// Phase at this time.  The known one stays where its switch is now and lies ahead; one of another period is not true.
long Simulation::phase_from(long known) const {
  const long now = law_->phase(state_.time);
  const bool switches_now =
      known == now - 1 && is_same_time(law_->next_switch(known), state_.time, scenario_->integrator.time_step);
  return switches_now ? known : now;
}

/// A reversing drive switches between two steps.
double Simulation::next_switch() {
  if (const long phase = law_->phase(state_.time); phase != phase_) {
    phase_ = phase;
    resolve();
  }
  return law_->next_switch(phase_);
}

/// What an adaptive run takes at most: steps that the repulsion and an oscillating drive allow.  The errors of steps do
/// not see a drive that is at the same place of its period in all of them.
LawTimes Simulation::law_times() const {
  const IntegratorOptions& o = scenario_->integrator;
  LawTimes law;
  law.shear_rate = scenario_->shear_rate;
  if (scenario_->driving.kind == DrivingKind::oscillating) law.period = scenario_->driving.period;
  if (!o.adaptive) return law;
  law.rest = resting_velocity();
  const double of_drive = law_->longest_step_of_drive();
  const double of_repulsion = law_->repulsion().longest_step(scenario_->viscosity);
  const double dt = halved_to(o.time_step, std::min(of_drive, of_repulsion));
  if (dt == o.time_step) return law;
  law.longest = dt;
  law.limit = of_drive < of_repulsion ? StepLimit::drive : StepLimit::repulsion;
  return law;
}

/// Where the repulsion balances all other forces, the velocities are rounding, and no step would be short enough for an
/// error relative to them.
double Simulation::resting_velocity() const {
  constexpr double of_repulsion_alone = 1e-6;
  const std::span<const double> f = law_->contact_forces();
  double squares = 0;
  for (std::size_t i = 0; i < f.size(); ++i)
    squares += std::pow(f[i] / (6 * std::numbers::pi * scenario_->viscosity * radii_[i / 3]), 2);
  return f.empty() ? 0 : of_repulsion_alone * std::sqrt(squares / static_cast<double>(radii_.size()));
}

/// The law of motion has changed at the present positions.  When it cannot be solved, all but the law is as before.
void Simulation::resolve() {
  solve_time_ = state_.time;
  state_.set_slopes(solve_here());
  integrator_.restart();
  meters_.changed(present(), Meter::Change::drive);
}

/// The mobility's own state belongs to its last solve; after a failure that must be the present positions again.
void Simulation::restore_solve() {
  solve_time_ = state_.time;
  try {
    solve_here();
  } catch (const std::exception&) {
    // The first failure is what the caller hears of.
  }
}

/// The integrator's errors are relative to step_speed(), the budget's to S.
double Simulation::integrator_over_budget() const {
  const double drive = sense_ * law_->drive(state_.time, phase_);
  const double speed =
      step_speed(state_.positions, state_.slopes(), contacts_.largest_half_axis(), scenario_->shear_rate, drive);
  return errors_.scale > 0 && speed > 0 ? speed / errors_.scale : 1;
}

void Simulation::report() {
  angular_current_ = false;
  gaps_ = contacts_.gaps(contacts_.with_rods() ? state_.coordinates() : state_.positions);
  const ErrorReport measured = errors_;
  errors_ = mobility_->predict();
  for (const ErrorSource& s : error_sources()) (errors_.*s.entry).measured = (measured.*s.entry).measured;
  errors_.wall_slip.measured = measured.wall_slip.measured;
  errors_.uncertainty = measured.uncertainty;
  errors_.measured_at_step = measured.measured_at_step;
  refer_to(errors_, mobility_->scale(), rms(state_.velocities));
  if (state_.step > 0) errors_.time_step.measured = last_step_.local_error * integrator_over_budget();
  ask_for_errors();
}

/// Of a step of fixed length nothing is asked.
void Simulation::ask_for_errors() {
  const IntegratorOptions& o = scenario_->integrator;
  errors_.time_step.asked = o.adaptive ? o.tolerance * last_step_.reference * integrator_over_budget()
                                       : std::numeric_limits<double>::quiet_NaN();
  ask(errors_, scenario_->solver.tolerance);
  recorded_errors_ = errors_here();
}

void Simulation::count_step_errors() {
  const ErrorEntry& e = errors_.time_step;
  StepErrors& all = step_errors_;
  if (const double moved = e.measured * errors_.scale * last_step_.time_step; std::isfinite(moved))
    all.added_up += moved;
  if (!(e.measured > e.asked)) return;
  ++all.above;
  if (e.measured / e.asked <= all.largest) return;
  all.largest = e.measured / e.asked;
  all.largest_at = state_.step;
}

void Simulation::set_option(std::string_view key, std::string_view value) {
  const KeyChange change{std::string(key), std::string(value)};
  set_options({&change, 1});
}

void Simulation::set_options(std::span<const KeyChange> changes) {
  if (changes.empty()) return;
  Scenario changed = *scenario_;
  std::vector<std::string> texts;
  for (const KeyChange& c : changes) texts.push_back(c.key + "=" + c.value);
  slurry::set_options(changed, texts);
  bool rebuild = false, of_steps = true;
  for (const KeyChange& c : changes) {
    const Option* option = find_option(c.key);
    if (option->change == Change::bodies)
      throw KeyError(c.key + " cannot change while running; load the scenario again with the new value", "", c.key,
                     c.value, "a key that may change while running");
    rebuild = rebuild || option->change == Change::plan;
    of_steps = of_steps && option->key.starts_with("integrator.");
  }
  if (of_steps) {
    integrator_.set_options(changed.integrator);
    scenario_ = std::make_shared<const Scenario>(std::move(changed));
    stay();
    ask_for_errors();
    return;
  }
  // A new plan, or a new right-hand side of the old one.  Each solve takes its loads and surroundings from scenario_.
  std::unique_ptr<Mobility> old_mobility;
  const std::shared_ptr<const Scenario> old_scenario = scenario_;
  const long old_phase = phase_;
  std::vector<double> velocities;
  const auto apply = [this](std::shared_ptr<const Scenario> s, long known_phase) {
    scenario_ = std::move(s);
    law_ = std::make_unique<Forces>(*scenario_, radii_, groups_);
    phase_ = phase_from(known_phase);
    set_surroundings();
  };
  if (rebuild) old_mobility = std::exchange(mobility_, mobility_for(changed));
  solve_time_ = state_.time;
  try {
    apply(std::make_shared<const Scenario>(std::move(changed)), old_phase);
    velocities = solve_here();
  } catch (...) {
    if (rebuild) mobility_ = std::move(old_mobility);
    apply(old_scenario, old_phase);
    restore_solve();
    throw;
  }
  stay();
  state_.set_slopes(velocities);
  integrator_.set_options(scenario_->integrator);
  integrator_.restart();
  forget_measurements();
  report();
  meters_.changed(present(), Meter::Change::option);
}

void Simulation::take_run_options(const Scenario& scenario) {
  check(scenario, [](const std::string&) { return std::string(); });
  State known;
  meters_.save(known);
  meters_ = Meters(meters_.table(), scenario);
  meters_.load(known);
  scenario_ = std::make_shared<const Scenario>(scenario);
  meters_.changed(present(), Meter::Change::resumed);
}

void Simulation::reverse() {
  solve_time_ = state_.time;
  const auto turn = [this] {
    sense_ = -sense_;
    set_surroundings();
  };
  turn();
  std::vector<double> velocities;
  try {
    velocities = solve_here();
  } catch (...) {
    turn();
    restore_solve();
    throw;
  }
  stay();
  state_.set_slopes(velocities);
  integrator_.restart();
  report();
  meters_.changed(present(), Meter::Change::reversal);
}

}  // namespace slurry
