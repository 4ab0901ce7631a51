// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/state.hpp"
#include "slurry/scenario.hpp"

namespace slurry {

/// Gives the lists of an old checkpoint the names that a simulation asks for. Early checkpoints held the memory of a
/// run as lists of numbers without names, known only by their places. A checkpoint that already has names stays
/// unchanged. scenario: that of the recording, with the options in force at its end. Throws InputError if a list is too
/// short.
void upgrade_checkpoint(State& checkpoint, const Scenario& scenario);

/// A state in the form that builds before the introduction of moments read: integers are stored as numbers, and the way
/// out of a reversed run is one list.
State for_older_builds(const State& state);

}  // namespace slurry
