// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "slurry/snapshot.hpp"

namespace slurry::ui {

/// A row of the solver panel: its name, its value as text for the user, and an explanation.
struct SolverRow {
  std::string name, value, help;
};

/// Rows with the time of one sum by each engine that was compared, the chosen engine first. Empty if there was no
/// choice.
std::vector<SolverRow> engine_rows(const SumChoice& choice);

/// Rows with the parameters that the engine of a run's sum derived from the tolerance.
std::vector<SolverRow> parameter_rows(const ParameterReport& report, const Scenario& scenario);

}  // namespace slurry::ui
