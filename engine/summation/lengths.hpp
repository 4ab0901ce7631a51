// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "slurry/options.hpp"

namespace slurry {

/// Throws RefusedError for lengths of the box, along the first `directions`, whose powers leave the range of the
/// precision, or that are far longer than the shortest.
void check_lengths(const Box& box, const EwaldOptions& options, int directions = 3);

}  // namespace slurry
