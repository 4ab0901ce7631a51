// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>

#include "slurry/report.hpp"

namespace slurry {

/// Predictions this close leave the choice open: neither the rates nor the machine's load are known better.
inline constexpr double open_choice = 4;
/// Calls from which on a trial pays: it takes three of either sum.
inline constexpr double calls_worth_a_trial = 100;

/// Whether a call of each is to be timed: the predictions are close, many calls follow, and a clock may be asked
/// (deterministic runs ask none).
bool worth_a_trial(const MethodChoice& predicted, double expected_calls, bool deterministic);

/// The quicker one by what is predicted.  A tie goes to the direct sum, which has no error but rounding.
MethodChoice choose_by_prediction(double direct_seconds, double ewald_seconds);

/// Times three calls of each, of which the first takes memory and fills tables, and keeps the better one's least time;
/// a direct sum whose first call already takes three times as long as the Ewald sum is not called again.
/// time_call: seconds of one call.
MethodChoice choose_by_trial(const std::function<double(SumMethod)>& time_call);

}  // namespace slurry
