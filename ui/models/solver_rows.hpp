// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "slurry/snapshot.hpp"

namespace slurry::ui {

/// A row of the solver panel: what it is, its value as a person reads it, and what that means.
struct SolverRow {
  std::string name, value, help;
};

/// What one call takes by each engine that was weighed for a sum, the chosen one first; nothing where there was no
/// choice.
std::vector<SolverRow> engine_rows(const SumChoice& choice);

/// What the engine of a run's sum made of the tolerance.
std::vector<SolverRow> parameter_rows(const ParameterReport& report, const Scenario& scenario);

}  // namespace slurry::ui
