// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "slurry/options.hpp"

namespace slurry {

/// Checks the lengths of the box along the first `directions`. Throws RefusedError if their powers leave the range of
/// the precision, or if one is far longer than the shortest.
void check_lengths(const Box& box, const EwaldOptions& options, int directions = 3);

}  // namespace slurry
