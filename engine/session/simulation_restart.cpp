// SPDX-License-Identifier: BSD-3-Clause
#include <vector>

#include "base/text.hpp"
#include "scenario/law_of_motion.hpp"
#include "session/simulation.hpp"
#include "slurry/error.hpp"

// What a run leaves behind to be gone on with, and how another one takes it up.
namespace slurry {

State Simulation::checkpoint() const {
  State c;
  c.put("state/positions", state_.positions);
  c.put("state/images", state_.images);
  c.put("state/velocities", state_.velocities);
  c.put("state/directors", state_.directors);
  c.put("state/rates", state_.rates);
  c.put("state/time", state_.time);
  c.put("state/step", static_cast<double>(state_.step));
  c.put_word("law/text", law_of_motion(*scenario_));
  c.put("law/sense", sense_);
  c.put("law/reversed_by_plan", reversed_by_plan_ ? 1.0 : 0.0);
  c.put("law/phase", static_cast<double>(phase_));
  c.put("last_step/time_step", last_step_.time_step);
  c.put("last_step/local_error", last_step_.local_error);
  c.put("totals/smallest_gap", totals_.smallest_gap);
  c.put("totals/smallest_wall_gap", totals_.smallest_wall_gap);
  c.put("totals/mean_settling_velocity", totals_.mean_settling_velocity);
  c.put("totals/work_of_gravity", totals_.work_of_gravity);
  c.put("totals/potential_energy_loss", totals_.potential_energy_loss);
  c.put("totals/wall_seconds", totals_.wall_seconds);
  c.put("totals/halvings", static_cast<double>(totals_.halvings));
  c.put_part("mobility", mobility_->state());
  integrator_.save(c);
  contacts_.save(c);
  period_.save(c);
  rotation_.save(c);
  meters_.save(c);
  return c;
}

void Simulation::restore(const State& c) {
  const std::vector<double> positions = c.list("state/positions"), images = c.list("state/images");
  if (positions.size() != state_.positions.size() || images.size() != positions.size())
    throw InputError(text("the run to go on with has {} bodies, the scenario {}", positions.size() / 3, radii_.size()));
  state_.positions = positions;
  state_.images.assign(images.begin(), images.end());
  if (const auto d = c.list("state/directors"); d.size() == state_.directors.size()) state_.directors = d;
  state_.time = solve_time_ = c.number("state/time");
  state_.step = static_cast<long>(c.number("state/step"));
  sense_ = c.number("law/sense", sense_);
  reversed_by_plan_ = c.number("law/reversed_by_plan", reversed_by_plan_ ? 1 : 0) != 0;
  phase_ = static_cast<long>(c.number("law/phase", static_cast<double>(phase_)));
  last_step_.time_step = c.number("last_step/time_step", last_step_.time_step);
  last_step_.local_error = c.number("last_step/local_error", last_step_.local_error);
  RunTotals& t = totals_;
  t.smallest_gap = c.number("totals/smallest_gap", t.smallest_gap);
  t.smallest_wall_gap = c.number("totals/smallest_wall_gap", t.smallest_wall_gap);
  t.mean_settling_velocity = c.number("totals/mean_settling_velocity", t.mean_settling_velocity);
  t.work_of_gravity = c.number("totals/work_of_gravity", t.work_of_gravity);
  t.potential_energy_loss = c.number("totals/potential_energy_loss", t.potential_energy_loss);
  t.wall_seconds = c.number("totals/wall_seconds", t.wall_seconds);
  t.halvings = static_cast<long>(c.number("totals/halvings", static_cast<double>(t.halvings)));
  mobility_ = mobility_for(*scenario_);
  // another law of motion makes a plan of its own
  if (moves_by(c.word("law/text"), *scenario_)) mobility_->restore(c.part("mobility"));
  state_.set_slopes(solve_here());
  integrator_.load(c);
  contacts_.load(c);
  period_.load(c);
  meters_.load(c);
  meters_.see(state_);
  rotation_ = {};
  rotation_.load(c);
  rotation_.see(state_);
  forget_measurements();
  report();
}

}  // namespace slurry
