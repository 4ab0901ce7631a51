// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>

#include "slurry/communicator.hpp"
#include "summation/engine.hpp"

namespace slurry {

/// Returns the reason why rank 0 computes a spectral Ewald sum alone, as the end of a sentence. It is empty if all
/// ranks compute the sum.
std::string why_ewald_is_alone(const SumPlan& plan);

/// Makes, on rank 0, a sum that all ranks compute together. Rank 0 has all points and densities and gets all results.
/// The other ranks take part by ewald_helper(). Rank 0 must not end another call of the communicator in between.
std::unique_ptr<Summation<Host>> make_ewald_over_ranks(Communicator& ranks, const SumPlan& plan);

/// Makes the helper by which any other rank takes part in the Ewald sums that rank 0 makes.
std::unique_ptr<RankHelper> ewald_helper(Communicator& ranks);

}  // namespace slurry
