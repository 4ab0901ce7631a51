// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>

#include "slurry/machine_rates.hpp"
#include "slurry/report.hpp"
#include "summation/sum_plan.hpp"

// Parameters and work of a sum over all pairs.
namespace slurry {

/// Of a sum over all pairs.
struct DirectParameters {
  Box box;
  bool bodies = false;              ///< points may have radii; velocities of the single layer alone
  double series_tolerance = 1e-15;  ///< direct_work.hpp
  Precision terms = Precision::fp64;
};

/// The wish of the sum of all pairs alone: the precision of its single terms.
inline constexpr std::string_view direct_terms_wish = "direct.terms";
/// What a task asks of it.
Precision terms_of(const SumTask& task);

/// The parameters as named values.
ParameterReport report_of(const DirectParameters& parameters);

/// Whether a direct sum of the task is of forces on points or bodies and of velocities alone, for which there are
/// vectorised loops.
bool of_forces_alone(const SumTask& task);

/// Seconds per call of a direct sum of the task.
double direct_seconds(const SumTask& task, const SumCounts& counts, const MachineRates& rates);

/// Truncation of a direct sum's series of images, relative to 1/L times sum |f|: far below what the caller can see,
/// with sum |f| <= sqrt(N sum |f|^2).
double series_tolerance(const SumTask& task, const SumCounts& counts);

}  // namespace slurry
