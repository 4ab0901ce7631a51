// SPDX-License-Identifier: BSD-3-Clause
#pragma once

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

/// An expectation and what came out.
struct Checked {
  Expectation expected;
  double found = 0;     ///< NaN: the run was too short for it
  bool passed = false;  ///< false for a qualitative one
};
/// found within the tolerance of what was expected.
Checked checked(const Expectation& expectation, double found);

/// Those that apply to the scenario of this snapshot.
std::vector<Checked> check_expectations(const Snapshot& last);

}  // namespace slurry
