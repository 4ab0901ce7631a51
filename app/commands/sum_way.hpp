// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <optional>

#include "command_line.hpp"
#include "slurry/sum.hpp"

namespace slurry::app {

/// Way in which a command computes a sum.
struct SumWay {
  /// Throws InputError for a split that does not suit this way. It is called before anything is read. Empty: no split
  /// was asked for.
  std::function<void(const std::optional<Split>&)> check;
  std::function<SumResult(const SumProblem&, const SumOptions&)> evaluate;
  std::function<SumForecasts(const SumProblem&, const SumOptions&)> forecast;
};

/// Adds the options of `slurry sum` and its action, which sums in this way.
void add_sum_options(Subcommand& command, SumWay way);

}  // namespace slurry::app
