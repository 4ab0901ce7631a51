// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "command_line.hpp"
#include "slurry/sum.hpp"

namespace slurry::app {

/// Way in which a command computes a sum.
struct SumWay {
  std::string command = "slurry sum";         ///< the command as it is typed
  std::string input = "(see below)";          ///< help that says where the input is described
  std::string try_with = "--tolerance 1e-6";  ///< options with which the example of the input can be summed
  /// Help of --tolerance if it differs from that of `slurry sum`; empty: it does not.
  std::string tolerance;
  /// Whether this way sums only velocities of Stokes sums, by one engine, to a tolerance of its own kind. Options for
  /// anything else are then not listed; `check` and `evaluate` refuse them.
  bool velocities_only = false;
  /// Throws InputError for a split that does not suit this way. It is called before anything is read. Empty: no split
  /// was asked for.
  std::function<void(const std::optional<Split>&)> check;
  std::function<SumResult(const SumProblem&, const SumOptions&)> evaluate;
  std::function<SumForecasts(const SumProblem&, const SumOptions&)> forecast;
};

/// Adds the options of `slurry sum` and its action, which sums in this way.
void add_sum_options(Subcommand& command, SumWay way);

}  // namespace slurry::app
