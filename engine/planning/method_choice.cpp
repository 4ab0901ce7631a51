// SPDX-License-Identifier: BSD-3-Clause
#include "planning/method_choice.hpp"

#include <algorithm>
#include <limits>

namespace slurry {

bool worth_a_trial(const MethodChoice& predicted, double expected_calls, bool deterministic) {
  if (deterministic || expected_calls < calls_worth_a_trial) return false;
  const double ratio = predicted.direct_seconds / predicted.ewald_seconds;
  return ratio < open_choice && ratio > 1 / open_choice;
}

MethodChoice choose_by_prediction(double direct_seconds, double ewald_seconds) {
  const SumMethod quicker = direct_seconds <= ewald_seconds ? SumMethod::direct : SumMethod::ewald;
  return {quicker, ChosenBy::prediction, direct_seconds, ewald_seconds};
}

MethodChoice choose_by_trial(const std::function<double(SumMethod)>& time_call) {
  const auto least = [&](SumMethod method, double hopeless) {
    const double first = time_call(method);
    return first > hopeless ? first : std::min({first, time_call(method), time_call(method)});
  };
  const double ewald = least(SumMethod::ewald, std::numeric_limits<double>::infinity());
  MethodChoice c = choose_by_prediction(least(SumMethod::direct, 3 * ewald), ewald);
  c.by = ChosenBy::measurement;
  return c;
}

}  // namespace slurry
