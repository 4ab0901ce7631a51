// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "planning/pair_counts.hpp"
#include "slurry/error.hpp"
#include "slurry/options.hpp"
#include "slurry/report.hpp"

namespace slurry {

/// No grid fits a box, whatever is asked of the sum: one side is too long compared with another.
class NoGridError : public InputError {
 public:
  using InputError::InputError;
};

/// Every parameter from the tolerance.  pairs: counted from the points; else they are taken to be spread evenly.
/// Throws RefusedError below the floor of the precision, NoGridError where no grid fits
/// the box, InputError for a bad box.
EwaldParameters select_ewald_parameters(const Box& box, const EwaldOptions& options, const SumCounts& counts,
                                        const PairCounts& pairs = {});

}  // namespace slurry
