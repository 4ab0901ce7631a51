// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>

#include "slurry/communicator.hpp"
#include "summation/engine.hpp"

namespace slurry {

/// Why rank 0 computes a spectral Ewald sum alone, as the end of a sentence; empty: it is computed over ranks.
std::string why_ewald_is_alone(const SumPlan& plan);

/// Makes a sum that all ranks compute together, on rank 0: it has all points and all densities, and gets all results.
/// The other ranks take part by ewald_helper(). Rank 0 must not end another call of the communicator in between.
std::unique_ptr<Summation<Host>> make_ewald_over_ranks(Communicator& ranks, const SumPlan& plan);

/// Takes part, on any other rank, in the Ewald sums that rank 0 makes.
std::unique_ptr<RankHelper> ewald_helper(Communicator& ranks);

}  // namespace slurry
