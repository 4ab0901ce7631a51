// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>

#include "slurry/machine_rates.hpp"
#include "slurry/report.hpp"
#include "summation/sum_plan.hpp"

// Parameters and work of a sum over all pairs.
namespace slurry {

/// Parameters of a sum over all pairs.
struct DirectParameters {
  Box box;
  bool bodies = false;              ///< points may have radii; only velocities of the single layer
  double series_tolerance = 1e-15;  ///< truncation of the series of images, relative to 1/L times sum |f|
  Precision terms = Precision::fp64;
};

/// Name of a wish that only the direct sum understands: the precision of its single terms.
inline constexpr std::string_view direct_terms_wish = "direct.terms";
/// Precision of the single terms that a task asks for.
Precision terms_of(const SumTask& task);

/// The parameters as named values.
ParameterReport report_of(const DirectParameters& parameters);

/// Whether the task is the velocity alone from forces on points or bodies. There are vectorised loops for such direct
/// sums.
bool of_forces_alone(const SumTask& task);

/// Names of the rates of a direct sum [s per pair]: in free space, and with images along x.
inline constexpr std::string_view direct_free_rate = "direct/free", direct_periodic_rate = "direct/periodic";

/// Seconds per call of a direct sum of the task.
double direct_seconds(const SumTask& task, const SumCounts& counts, const MachineRates& rates);

/// Truncation of the series of images in a direct sum, relative to 1/L times sum |f|. It is far below what the caller
/// can see, with sum |f| <= sqrt(N sum |f|^2).
double series_tolerance(const SumTask& task, const SumCounts& counts);

}  // namespace slurry
