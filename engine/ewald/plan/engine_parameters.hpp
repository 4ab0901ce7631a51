// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "ewald/sums/nested_ewald.hpp"

namespace slurry {

// The parameters as named values. A nested sum lists those of the whole box, followed by those of each patch.
ParameterReport report_of(const EwaldParameters& parameters);
ParameterReport report_of(const NestedParameters& parameters);

}  // namespace slurry
