// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <vector>

#include "slurry/report.hpp"

namespace slurry {

/// Predictions this close leave the choice open: neither the rates nor the machine's load are known better.
inline constexpr double open_choice = 4;
/// Calls from which on a trial pays: it takes three of every open engine.
inline constexpr double calls_worth_a_trial = 100;

/// The quickest candidate by what is predicted.  A tie goes to the one that errs by rounding alone.
SumChoice choose_by_prediction(std::vector<Candidate> candidates);

/// The candidates between which predictions leave the choice open, as indices: the quickest one, and those that are
/// predicted to take less than `open_choice` times as long.
std::vector<std::size_t> open_candidates(const SumChoice& predicted);

/// Whether a call of each open candidate is to be timed: there are several, many calls follow, and a clock may be asked
/// (deterministic runs ask none).
bool worth_a_trial(const SumChoice& predicted, double expected_calls, bool deterministic);

/// Times three calls of each open candidate, of which the first takes memory and fills tables, and takes the one with
/// the least time.  A candidate whose first call already takes three times as long as the best before it is not called
/// again.  time_call: seconds of one call of a candidate.
SumChoice choose_by_trial(SumChoice predicted, const std::vector<std::size_t>& open,
                          const std::function<double(std::size_t)>& time_call);

}  // namespace slurry
