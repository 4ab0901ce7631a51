// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>

#include "summation/nested_ewald.hpp"
#include "summation/sum_plan.hpp"

namespace slurry {

/// Of a sum over all pairs.
struct DirectParameters {
  Box box;
  bool bodies = false;              ///< points may have radii; velocities of the single layer alone
  double series_tolerance = 1e-15;  ///< moving_points.hpp
  Precision terms = Precision::fp64;
};

/// The wish of the sum of all pairs alone: the precision of its single terms.
inline constexpr std::string_view direct_terms_wish = "direct.terms";
/// What a task asks of it.
Precision terms_of(const SumTask& task);

// Every engine's parameters as named values.  Those of a nested sum are the whole box's, then each patch's.
ParameterReport report_of(const DirectParameters& parameters);
ParameterReport report_of(const EwaldParameters& parameters);
ParameterReport report_of(const NestedParameters& parameters);

}  // namespace slurry
