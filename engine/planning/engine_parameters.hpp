// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "planning/sum_plan.hpp"
#include "summation/nested_ewald.hpp"

namespace slurry {

/// Of a sum over all pairs.
struct DirectParameters {
  Box box;
  bool bodies = false;              ///< points may have radii; velocities of the single layer alone
  double series_tolerance = 1e-15;  ///< moving_points.hpp
  Precision terms = Precision::fp64;
};

// Every engine's parameters as named numbers; those of a nested sum are the whole box's, then each patch's.
Fields fields_of(const DirectParameters& parameters);
Fields fields_of(const EwaldParameters& parameters);
Fields fields_of(const NestedParameters& parameters);

}  // namespace slurry
