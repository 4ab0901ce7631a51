// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <vector>

#include "slurry/report.hpp"

namespace slurry {

/// Ratio of predicted times below which the choice is open, because neither the rates nor the load of the machine are
/// known better.
inline constexpr double open_choice = 4;
/// Smallest number of calls for which a trial saves time. A trial takes three calls of every open engine.
inline constexpr double calls_worth_a_trial = 100;

/// The candidate with the shortest predicted time. In a tie the candidate with rounding errors only wins.
SumChoice choose_by_prediction(std::vector<Candidate> candidates);

/// Indices of the candidates between which predictions leave the choice open. These are the quickest candidate and
/// those predicted to take less than `open_choice` times as long.
std::vector<std::size_t> open_candidates(const SumChoice& predicted);

/// Whether to time a call of each open candidate. This needs several candidates, many later calls, and a run that may
/// use a clock (deterministic runs may not).
bool worth_a_trial(const SumChoice& predicted, double expected_calls, bool deterministic);

/// Times three calls of each open candidate and returns the quickest candidate. The first call allocates memory and
/// fills tables. A candidate whose first call takes three times as long as the best candidate before it is not called
/// again. time_call: seconds of one call of a candidate.
SumChoice choose_by_trial(SumChoice predicted, const std::vector<std::size_t>& open,
                          const std::function<double(std::size_t)>& time_call);

}  // namespace slurry
