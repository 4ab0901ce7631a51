// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "session/simulation.hpp"
#include "slurry/moment.hpp"
#include "slurry/option_table.hpp"
#include "slurry/runtime.hpp"

// Starts a run from a moment, both for the window and for the command line.
namespace slurry {

/// Value of Event::by for a reversal that the scenario planned (run.reverse_at).
inline constexpr const char* planned_by = "scenario";
/// Whether an event is a reversal that a run, if it continues from before the event, does by itself.
inline bool is_planned_reversal(const Event& event) {
  return event.key == reverse_key && event.by == planned_by;
}

/// Applies an event of another run to this run: sets an option, or reverses the run. A planned reversal is left to the
/// run, which knows its plan.
void apply_event(Simulation& run, const Event& event);

/// Steps the run to a given step. Each event on the way is applied after its step. before, after: called for each step.
void step_to(Simulation& run, long step, const std::vector<Event>& on_the_way,
             const std::function<void(Simulation&)>& before, const std::function<void(Simulation&)>& after);

/// Continues the run with another scenario of the same bodies. Options that may change during a run are changed like
/// set_option does. If another change alters how bodies move, everything but the bodies begins anew. Returns the
/// changes. Throws KeyError if the scenario asks for another start.
std::vector<OptionDifference> change_scenario(std::unique_ptr<Simulation>& run, const Scenario& asked,
                                              const MakePointMobility& make);

/// Applies changes in their order; each is an option or a reversal.
std::vector<OptionDifference> apply_changes(std::unique_ptr<Simulation>& run, const std::vector<KeyChange>& changes,
                                            const MakePointMobility& make);

/// Writes into a state the number of threads and the build that made it.
void put_made(State& state, const RuntimeInfo& runtime);
/// One sentence that says why a run from this state may differ here in its last bits. It is empty if there is no
/// reason.
std::string why_bits_differ(const State& state, const RuntimeInfo& runtime);

}  // namespace slurry
