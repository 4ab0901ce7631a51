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

/// Place of an error on the logarithmic scale of the bars: 0 at 1e-12 and below, 1 at 1 and above, NaN stays NaN.
double error_fraction(double error);

}  // namespace slurry::ui
