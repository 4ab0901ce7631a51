// SPDX-License-Identifier: BSD-3-Clause
#include "models/error_budget.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace slurry::ui {
namespace {

constexpr double lowest_decade = -12;

Verdict verdict_of(const ErrorEntry& e) {
  if (!std::isfinite(e.measured) || !std::isfinite(e.asked)) return Verdict::unknown;
  return e.measured <= allowed_excess * e.asked ? Verdict::kept : Verdict::exceeded;
}

}  // namespace

std::array<ErrorRow, 4> error_rows(const ErrorReport& r) {
  std::array<ErrorRow, 4> rows{{
      {"Ewald sum",
       "Spectral Ewald sum: cut of the near field, grid, window. Measured at random targets with another split.",
       r.near_far,
       {}},
      {"wall",
       "No-slip condition: velocity left at random points of the wall between the collocation points.",
       r.wall,
       {}},
      {"time step", "Difference of two orders of the integrator, per unit of time.", r.time_step, {}},
      {"velocities",
       "Sum and wall together: error of the spheres' velocities, against their root mean square.",
       r.total,
       {}},
  }};
  for (ErrorRow& row : rows) row.verdict = verdict_of(row.entry);
  return rows;
}

double error_fraction(double error) {
  if (std::isnan(error)) return std::numeric_limits<double>::quiet_NaN();
  if (!(error > 0)) return 0;
  return std::clamp(1 - std::log10(error) / lowest_decade, 0.0, 1.0);
}

}  // namespace slurry::ui
