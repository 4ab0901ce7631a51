// SPDX-License-Identifier: BSD-3-Clause
#include <vector>

#include "base/text.hpp"
#include "scenario/law_of_motion.hpp"
#include "session/simulation.hpp"
#include "slurry/error.hpp"

// What a run leaves behind to be gone on with, and how another one takes it up.
namespace slurry {

State Simulation::running(bool first) const {
  State c;
  if (first) {
    State all;
    meters_.save(all);
    for (const char* list : {"quantity/reversal_error/times", "quantity/reversal_error/states"})
      c.put(list, all.list(list));
  }
  c.put("law/state", std::vector<double>{sense_, reversed_by_plan_ ? 1.0 : 0.0, static_cast<double>(phase_)});
  c.put("effort/wall_and_halvings", std::vector<double>{wall_seconds_, static_cast<double>(halvings_)});
  integrator_.save_count(c);
  meters_.save_running(c);
  return c;
}

State Simulation::checkpoint() const {
  if (own_) {
    State c = own_->checkpoint;
    c.put("end/step", static_cast<double>(state_.step));  // of the last frame, which is beside the run
    return c;
  }
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
  c.put("effort/wall_seconds", wall_seconds_);
  c.put("effort/halvings", static_cast<double>(halvings_));
  const ErrorReport& e = kept_errors_;
  c.put("errors/measured", std::vector<double>{e.sum.measured, e.wall.measured, e.solve.measured, e.arithmetic.measured,
                                               e.wall_slip.measured, e.uncertainty});
  c.put("errors/measured_at_step", static_cast<double>(e.measured_at_step));
  c.put_part("mobility", mobility_->state());
  integrator_.save(c);
  contacts_.save(c);
  meters_.save(c);
  return c;
}

void Simulation::restore(const State& c) {
  const std::vector<double> positions = c.list("state/positions"), images = c.list("state/images");
  if (positions.size() != state_.positions.size() || images.size() != positions.size())
    throw InputError(text("the recorded run has {} bodies, the scenario {}", positions.size() / 3, radii_.size()));
  own_.reset();
  state_.positions = positions;
  state_.images.assign(images.begin(), images.end());
  if (const auto d = c.list("state/directors"); d.size() == state_.directors.size()) state_.directors = d;
  state_.time = solve_time_ = c.number("state/time");
  state_.step = static_cast<long>(c.number("state/step"));
  sense_ = c.number("law/sense", sense_);
  reversed_by_plan_ = c.number("law/reversed_by_plan", reversed_by_plan_ ? 1 : 0) != 0;
  phase_ = static_cast<long>(c.number("law/phase", static_cast<double>(law_->phase(state_.time))));
  last_step_.time_step = c.number("last_step/time_step", last_step_.time_step);
  last_step_.local_error = c.number("last_step/local_error", last_step_.local_error);
  wall_seconds_ = c.number("effort/wall_seconds", wall_seconds_);
  halvings_ = static_cast<long>(c.number("effort/halvings", static_cast<double>(halvings_)));
  mobility_ = mobility_for(*scenario_);
  // another law of motion makes a plan of its own, and has errors of its own
  const bool same_law = moves_by(c.word("law/text"), *scenario_);
  if (same_law) mobility_->restore(c.part("mobility"));
  state_.set_slopes(solve_here());
  integrator_.load(c);
  // a multistep rule would take the slope of the old law for one of the new
  if (!same_law) integrator_.restart();
  contacts_.load(c);
  forget_measurements();
  if (same_law) restore_measurements(c);
  report();
  begin_interval();
  meters_.load(c);
  meters_.changed(present(), Meter::Change::resumed);
}

void Simulation::restore_measurements(const State& c) {
  const std::vector<double> measured = c.list("errors/measured");
  if (measured.size() != 6) return;
  ErrorReport e;
  e.sum.measured = measured[0];
  e.wall.measured = measured[1];
  e.solve.measured = measured[2];
  e.arithmetic.measured = measured[3];
  e.wall_slip.measured = measured[4];
  e.uncertainty = measured[5];
  e.measured_at_step = static_cast<long>(c.number("errors/measured_at_step", -1));
  take_measured(e);
  kept_errors_ = errors_;
}

}  // namespace slurry
