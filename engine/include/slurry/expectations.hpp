// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "slurry/scenario.hpp"
#include "slurry/snapshot.hpp"

// What a scenario promises, and what came out.
namespace slurry {

/// Quantities that an expectation may name.
const std::vector<std::string_view>& expected_quantities();

/// Value of one of them at a step; NaN: not known (yet).
double quantity_of(const Snapshot& snapshot, std::string_view quantity);

/// Whether an expectation speaks of this scenario, whatever was changed in it since it was read.
bool applies(const Expectation& expectation, const Scenario& scenario);

/// Says in which way another system is run than the expectation was written for: "fluid.viscosity is 2.0, it was
/// written for 1.0".  Empty: only options differ that the expectation itself changes, or that say how numbers are found
/// and kept.
std::string departure(const Expectation& expectation, const Scenario& scenario);

/// Whether the options that an expectation sets are in force, but the rest of the scenario is another system.
bool speaks_of_another(const Expectation& expectation, const Scenario& scenario);

/// An expectation and what came out.
struct Checked {
  Expectation expected;
  double found = 0;        ///< NaN: the run was too short for it
  bool passed = false;     ///< false for a qualitative one
  std::string not_judged;  ///< why nothing can be said; empty: passed or failed
};
/// found within the tolerance of what was expected.
Checked checked(const Expectation& expectation, double found);

/// Checks the expectations that were written for the options of this snapshot's scenario.  An expectation is not judged
/// if the system is another one all the same, or if the run did not come as far as the expected run.
std::vector<Checked> check_expectations(const Snapshot& last);

}  // namespace slurry
