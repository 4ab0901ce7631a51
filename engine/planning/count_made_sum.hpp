// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

namespace slurry {

/// Counts a sum for made_sums() (slurry/rank_work.hpp). because: why rank 0 computes it alone; empty: all ranks do.
void count_made_sum(const std::string& because);

}  // namespace slurry
