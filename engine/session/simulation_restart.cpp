// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "session/simulation.hpp"
#include "slurry/error.hpp"
#include "slurry/option_table.hpp"

// What a run leaves behind to be gone on with, and how another one takes it up.
namespace slurry {

namespace {

/// Two numbers that differ where bodies, domain, forces or solver differ: FNV-1a of the scenario's text without how
/// long it runs and what comes out.
std::vector<double> mark_of_law(Scenario s) {
  s.run = {};
  s.view = {};
  s.expect.clear();
  s.text.clear();
  std::uint64_t mark = 14695981039346656037u;
  for (const char c : write_scenario(s)) mark = (mark ^ static_cast<unsigned char>(c)) * 1099511628211u;
  return {static_cast<double>(mark >> 32), static_cast<double>(mark & 0xffffffffu)};
}

}  // namespace

Checkpoint Simulation::checkpoint() const {
  Checkpoint c;
  c.put("state/positions", state_.positions);
  c.put("state/images", state_.images);
  c.put("state/velocities", state_.velocities);
  c.put("state/directors", state_.directors);
  c.put("state/rates", state_.rates);
  c.put("state/time", state_.time);
  c.put("state/step", static_cast<double>(state_.step));
  c.put("law", std::vector<double>{sense_, reversed_by_plan_ ? 1.0 : 0.0, static_cast<double>(phase_)});
  c.put("last_step", std::vector<double>{last_step_.time_step, last_step_.local_error});
  c.put("effort", std::vector<double>{wall_seconds_, static_cast<double>(halvings_)});
  c.put("law/mark", mark_of_law(*scenario_));
  c.put("mobility/plan", mobility_->plan_state());
  integrator_.save(c);
  contacts_.save(c);
  meters_.save(c);
  return c;
}

void Simulation::restore(const Checkpoint& c) {
  const std::vector<double> positions = c.list("state/positions"), images = c.list("state/images");
  if (positions.size() != state_.positions.size() || images.size() != positions.size())
    throw InputError(text("the run to go on with has {} bodies, the scenario {}", positions.size() / 3, radii_.size()));
  state_.positions = positions;
  state_.images.assign(images.begin(), images.end());
  if (const auto d = c.list("state/directors"); d.size() == state_.directors.size()) state_.directors = d;
  state_.time = solve_time_ = c.number("state/time");
  state_.step = static_cast<long>(c.number("state/step"));
  if (const auto law = c.list("law"); law.size() == 3) {
    sense_ = law[0];
    reversed_by_plan_ = law[1] != 0;
    phase_ = static_cast<long>(law[2]);
  }
  if (const auto last = c.list("last_step"); last.size() == 2) {
    last_step_.time_step = last[0];
    last_step_.local_error = last[1];
  }
  if (const auto effort = c.list("effort"); effort.size() == 2) {
    wall_seconds_ = effort[0];
    halvings_ = static_cast<long>(effort[1]);
  }
  mobility_ = mobility_for(*scenario_);
  // another law of motion makes a plan of its own
  if (c.list("law/mark") == mark_of_law(*scenario_)) mobility_->restore_plan(c.list("mobility/plan"));
  state_.set_slopes(solve_here());
  integrator_.load(c);
  contacts_.load(c);
  forget_measurements();
  report();
  meters_.load(c);
  meters_.changed(present(), Meter::Change::resumed);
}

}  // namespace slurry
