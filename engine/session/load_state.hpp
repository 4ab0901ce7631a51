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

// How a run begins with a moment: by the window, and by the command line alike.
namespace slurry {

/// Event::by of a reversal that the scenario planned (run.reverse_at).
inline constexpr const char* planned_by = "scenario";
/// Whether a run that goes on from before the event turns round by itself.
inline bool is_planned_reversal(const Event& event) {
  return event.key == reverse_key && event.by == planned_by;
}

/// What happened to a run happens to this one: an option is set, or it turns round.  A planned reversal is left to the
/// run, which knows its plan.
void apply_event(Simulation& run, const Event& event);

/// Steps to a step of the run; what happens on the way happens after its step.  before, after: called for each step.
void step_to(Simulation& run, long step, const std::vector<Event>& on_the_way,
             const std::function<void(Simulation&)>& before, const std::function<void(Simulation&)>& after);

/// The run goes on with another scenario of the same bodies.  What may change while it goes on is changed as set_option
/// does.  Where something else changes how bodies move, all but the bodies begins anew.  Returns what was changed.
/// Throws KeyError where the scenario asks for another start.
std::vector<OptionDifference> change_scenario(std::unique_ptr<Simulation>& run, const Scenario& asked,
                                              const MakePointMobility& make);

/// In order: an option, or a reversal.
std::vector<OptionDifference> apply_changes(std::unique_ptr<Simulation>& run, const std::vector<KeyChange>& changes,
                                            const MakePointMobility& make);

/// A state says who made it.
void put_made(State& state, const RuntimeInfo& runtime);
/// Why the bits of a run that goes on from a state may be others here, one sentence; empty: no reason.
std::string why_bits_differ(const State& state, const RuntimeInfo& runtime);

}  // namespace slurry
