// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "slurry/error_report.hpp"
#include "slurry/snapshot.hpp"

namespace slurry::ui {

enum class Verdict {
  unknown,   ///< not measured yet
  kept,      ///< measured is not larger than asked
  exceeded,  ///< measured is larger than asked; of a single source, half as much again
};

/// One row of the error budget: a relative error of the body velocities.
struct ErrorRow {
  std::string_view title, help;
  ErrorEntry entry;
  Verdict verdict = Verdict::unknown;
};

/// The sources of which anything is known, and what they add up to.
std::vector<ErrorRow> error_rows(const ErrorReport& report);

/// Text on the model that moves the bodies, and on its difference from true bodies where that is known; a line for each
/// situation.
std::string model_error_text(const Snapshot& snapshot);

/// A source of error in the budget: its size, and its share of the mean square of all of them.
struct ErrorShare {
  std::string_view title, help;
  ErrorEntry entry;
  double size = 0;        ///< measured; where nothing independent was evaluated, predicted
  bool measured = false;  ///< which of the two
  double share = 0;       ///< of the mean square; those of all sources add up to 1
};

/// The error of the bodies' velocities as a whole, over the one velocity S that error_scale_sentence() names.
struct ErrorBudget {
  ErrorEntry whole;                ///< of all sources together; without a time step, of the velocities alone
  std::vector<ErrorShare> shares;  ///< the largest first
  double size() const;             ///< measured, or else predicted
  bool measured() const;
  double used() const;  ///< size over what is allowed; NaN: not known
};
ErrorBudget error_budget(const ErrorReport& report);

/// "58 % of the allowed error", "Predicted: 58 % of the allowed error"; "" where nothing is known.
std::string budget_verdict(const ErrorBudget& budget);

}  // namespace slurry::ui
