// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <string_view>

#include "slurry/report.hpp"

namespace slurry::ui {

enum class Verdict {
  unknown,   ///< not measured yet
  kept,      ///< measured is not larger than asked
  exceeded,  ///< measured is larger than asked, beyond what the contract allows
};

/// One row of the error budget, relative errors of the body velocities (time step: per unit of time).
struct ErrorRow {
  std::string_view title, help;
  ErrorEntry entry;
  Verdict verdict = Verdict::unknown;
};

/// Rows near and far, wall, time step, total.
std::array<ErrorRow, 4> error_rows(const ErrorReport& report);

/// reached <= 1.5 x asked is what the project promises.
inline constexpr double allowed_excess = 1.5;

/// Place of an error on the logarithmic scale of the bars: 0 at 1e-12 and below, 1 at 1 and above, NaN stays NaN.
double error_fraction(double error);

}  // namespace slurry::ui
