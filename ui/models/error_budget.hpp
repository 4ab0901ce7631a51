// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "slurry/error_report.hpp"
#include "slurry/snapshot.hpp"

namespace slurry::ui {

enum class Verdict {
  unknown,   ///< not measured yet
  kept,      ///< the measured error is at most the tolerance
  exceeded,  ///< the measured error exceeds the tolerance; for a single source, by more than half of it
};

/// One row of the error budget: a relative error of the body velocities.
struct ErrorRow {
  std::string_view title, help;
  ErrorEntry entry;
  Verdict verdict = Verdict::unknown;
};

/// Rows for the sources with known errors, and for their sum.
std::vector<ErrorRow> error_rows(const ErrorReport& report);

/// Text on the model that moves the bodies, and on its difference from true bodies where that is known; a line for each
/// situation.
std::string model_error_text(const Snapshot& snapshot);

/// A source of error in the budget: its size, and its share of the mean square of all of them.
struct ErrorShare {
  std::string_view title, help;
  ErrorEntry entry;
  double size = 0;        ///< measured size; if nothing independent was evaluated, predicted size
  bool measured = false;  ///< whether `size` was measured
  double share = 0;       ///< share of the mean square; the shares of all sources add up to 1
  std::size_t place = 0;  ///< among all sources that there can be; a source has the colour of its place
};

/// The error of the bodies' velocities as a whole, over the one velocity S that error_scale_sentence() names.
struct ErrorBudget {
  ErrorEntry whole;  ///< error of all sources together; without a time step, error of the velocities alone
  std::vector<ErrorShare> shares;  ///< shares of the sources, the largest first
  double size() const;             ///< measured size, or predicted size if there is no measurement
  bool measured() const;
  double used() const;  ///< size divided by the allowed error; NaN: not known
};
ErrorBudget error_budget(const ErrorReport& report);

/// Text on the budget: "58 % of the allowed error", "Predicted: 58 % of the allowed error". Empty if nothing is known.
std::string budget_verdict(const ErrorBudget& budget);

}  // namespace slurry::ui
