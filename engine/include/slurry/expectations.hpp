// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "slurry/scenario.hpp"
#include "slurry/snapshot.hpp"

// Compares what a scenario promises with what a run gave.
namespace slurry {

/// Names of the quantities that an expectation may use.
const std::vector<std::string_view>& expected_quantities();

/// Value of such a quantity at a step. NaN: not known (yet).
double quantity_of(const Snapshot& snapshot, std::string_view quantity);

/// Whether an expectation holds for this scenario, including the options that were changed since it was read.
bool applies(const Expectation& expectation, const Scenario& scenario);

/// Says how the system differs from the system of the expectation, for example "fluid.viscosity is 2.0, but the
/// expectation is for 1.0". Returns an empty text if the only differing options are those that the expectation itself
/// changes, and those that say how numbers are computed and stored.
std::string departure(const Expectation& expectation, const Scenario& scenario);

/// Whether the options that an expectation sets are in force while the rest of the scenario describes another system.
bool speaks_of_another(const Expectation& expectation, const Scenario& scenario);

/// An expectation with the value that the run gave.
struct Checked {
  Expectation expected;
  double found = 0;        ///< value from the run; NaN: the run was too short
  bool passed = false;     ///< always false for a qualitative expectation
  std::string not_judged;  ///< why the expectation cannot be judged; empty: it passed or failed
};
/// Compares `found` with the expected value and its tolerance.
Checked checked(const Expectation& expectation, double found);

/// Checks the expectations that were written for the options of this snapshot's scenario. An expectation is not judged
/// if the system is a different one in other respects, or if the run is shorter than the expected run.
std::vector<Checked> check_expectations(const Snapshot& last);

}  // namespace slurry
