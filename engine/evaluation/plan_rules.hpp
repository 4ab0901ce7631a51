// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "slurry/machine_rates.hpp"
#include "slurry/sum.hpp"
#include "summation/pair_counts.hpp"
#include "summation/sum_plan.hpp"

namespace slurry {

/// Rules that make the plan of a sum in place of the engines. They repeat sums of other authors. Their tolerance may
/// have a meaning of its own: the plan is taken as it is and is never made again at a tighter tolerance.
struct PlanRules {
  std::string name;                        ///< name in files
  std::optional<double> sources_per_cell;  ///< number of sources that was asked for, in a cell as wide as the cutoff
  /// Throws InputError for a sum to which the rules do not apply.
  std::function<void(const SumProblem&, const SumOptions&)> check;
  /// Makes the plan. same: the targets are the sources.
  std::function<SumPlan(const SumProblem&, const SumOptions&, const SumCounts&, const PairCounts&, const MachineRates&,
                        bool same)>
      plan;
  /// Returns the options whose split and tolerance the error is measured for.
  std::function<SumOptions(const SumOptions&, const SumResult&)> judged;
};

/// Computes a sum like evaluate_sum(), with a plan by these rules.
SumResult evaluate_sum_by(const PlanRules& rules, const SumProblem& problem, const SumOptions& options);

/// Forecasts such a sum like forecast_sum().
SumForecasts forecast_sum_by(const PlanRules& rules, const SumProblem& problem, const SumOptions& options);

}  // namespace slurry
