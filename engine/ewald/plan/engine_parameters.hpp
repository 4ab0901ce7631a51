// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "ewald/sums/nested_ewald.hpp"

namespace slurry {

// The parameters as named values.  Those of a nested sum are the whole box's, then each patch's.
ParameterReport report_of(const EwaldParameters& parameters);
ParameterReport report_of(const NestedParameters& parameters);

}  // namespace slurry
