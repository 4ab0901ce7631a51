// SPDX-License-Identifier: BSD-3-Clause
#include <cstdint>
#include <string>
#include <vector>

#include "base/text.hpp"
#include "scenario/law_of_motion.hpp"
#include "scenario/rod_placement.hpp"
#include "session/simulation.hpp"
#include "slurry/error.hpp"

// What a run leaves behind to be gone on with, and how another one takes it up.
namespace slurry {

namespace {

/// The way out of a reversed run in one list, as the first frame of a file has it.
void join_way_out(State& s) {
  const std::string part = "quantity/reversal_error/";
  std::vector<double> rows;
  for (std::size_t k = 0; s.has(part + "way/" + std::to_string(k)); ++k) {
    const SharedList<double> block = s.list(part + "way/" + std::to_string(k));
    rows.insert(rows.end(), block.begin(), block.end());
  }
  s.put(part + "states", rows);
}

constexpr const char* step_errors = "effort/step_errors";

void put_step_errors(State& s, const StepErrors& e) {
  s.put(step_errors,
        std::vector<double>{static_cast<double>(e.above), e.largest, static_cast<double>(e.largest_at), e.added_up});
}

}  // namespace

State Simulation::running(bool first) const {
  State c;
  c.put("law/state", std::vector<double>{sense_, reversed_by_plan_ ? 1.0 : 0.0, static_cast<double>(phase_)});
  c.put("effort/wall_and_halvings", std::vector<double>{wall_seconds_, static_cast<double>(halvings_)});
  put_step_errors(c, step_errors_);
  integrator_.save_count(c);
  meters_.save_running(c);
  if (first && c.has("quantity/reversal_error/where")) {
    State all;
    meters_.save(all);
    join_way_out(all);
    for (const char* list : {"quantity/reversal_error/times", "quantity/reversal_error/states"})
      c.put(list, all.list(list));
  }
  return c;
}

State Simulation::checkpoint() const {
  if (!own_) return checkpoint_here();
  State c = own_->checkpoint;
  c.put("end/step", static_cast<double>(state_.step));  // of the last frame, which is beside the run
  return c;
}

const std::shared_ptr<const std::string>& Simulation::law_text() const {
  if (law_text_.of != scenario_)
    law_text_ = {scenario_, std::make_shared<const std::string>(law_of_motion(*scenario_))};
  return law_text_.text;
}

/// Velocities are those of the positions: they are solved for when a run goes on from here.
State Simulation::checkpoint_here() const {
  State c;
  c.put("state/positions", state_.positions);
  c.put_integers("state/images", state_.images);
  c.put("state/directors", state_.directors);
  c.put("state/time", state_.time);
  c.put("state/step", static_cast<double>(state_.step));
  c.put("bodies/undisturbed", undisturbed_);
  c.put_word("law/text", law_text());
  c.put("law/sense", sense_);
  c.put("law/reversed_by_plan", reversed_by_plan_ ? 1.0 : 0.0);
  c.put("law/phase", static_cast<double>(phase_));
  c.put("last_step/time_step", last_step_.time_step);
  c.put("last_step/local_error", last_step_.local_error);
  c.put("last_step/reference", last_step_.reference);
  c.put("effort/wall_seconds", wall_seconds_);
  c.put("effort/halvings", static_cast<double>(halvings_));
  put_step_errors(c, step_errors_);
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
  const SharedList<double> positions = c.list("state/positions"), directors = c.list("state/directors");
  const SharedList<std::int32_t> images = c.integers("state/images");
  const std::size_t n = 3 * groups_.size();
  const bool directed = directors.size() == n;  // a frame of spheres has none, though spheres in a shear carry them
  if (positions.size() != n || images.size() != n || (has_rods(*scenario_) && !directed))
    throw InputError(
        text("the recorded run has {} bodies, but the scenario has {}", positions.size() / 3, radii_.size()));
  own_.reset();
  state_.positions = positions.values();
  state_.images = images.values();
  if (!state_.directors.empty() && directed) state_.directors = directors.values();
  state_.time = solve_time_ = c.number("state/time");
  state_.step = static_cast<long>(c.number("state/step"));
  sense_ = c.number("law/sense", sense_);
  reversed_by_plan_ = c.number("law/reversed_by_plan", reversed_by_plan_ ? 1 : 0) != 0;
  phase_ = phase_from(static_cast<long>(c.number("law/phase", static_cast<double>(law_->phase(state_.time)))));
  last_step_.time_step = c.number("last_step/time_step", last_step_.time_step);
  last_step_.local_error = c.number("last_step/local_error", last_step_.local_error);
  last_step_.reference = c.number("last_step/reference", last_step_.reference);
  wall_seconds_ = c.number("effort/wall_seconds", wall_seconds_);
  halvings_ = static_cast<long>(c.number("effort/halvings", static_cast<double>(halvings_)));
  step_errors_ = {};  // files of earlier versions do not say them
  if (const SharedList<double> e = c.list(step_errors); e.size() == 4)
    step_errors_ = {static_cast<long>(e[0]), e[1], static_cast<long>(e[2]), e[3]};
  mobility_ = mobility_for(*scenario_);
  // another law of motion makes a plan of its own, and has errors of its own
  const std::string law = c.word("law/text");
  const bool same_law = law == *law_text() || moves_by(law, *scenario_);
  if (const State plan = c.part("mobility"); same_law && !plan.empty()) mobility_->restore(plan);
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
  if (!same_law && !law.empty()) meters_.changed(present(), Meter::Change::option);
}

void Simulation::restore_measurements(const State& c) {
  const SharedList<double> measured = c.list("errors/measured");
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
