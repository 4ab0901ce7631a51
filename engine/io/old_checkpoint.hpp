// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/state.hpp"
#include "slurry/scenario.hpp"

namespace slurry {

/// Checkpoints once held what a run remembers as lists of numbers whose places alone said what they were.  Gives them
/// the names that a simulation asks for; one that has names already stays as it is.  scenario: of the recording, with
/// the options in force at its end.  Throws InputError when a list is shorter than it can be.
void upgrade_checkpoint(State& checkpoint, const Scenario& scenario);

/// A state as builds from before there were moments read it: numbers in place of integers, and the way out of a
/// reversed run in one list.
State for_older_builds(const State& state);

}  // namespace slurry
