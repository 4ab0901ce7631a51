// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "evaluation/sum_evaluation.hpp"
#include "slurry/sum.hpp"

namespace slurry {

/// Parameters of the second opinion at `targets` targets: the other split at a far tighter tolerance, so that near
/// field, multipliers, cutoff and grid all differ from those used.
EwaldParameters second_opinion_parameters(const Box& box, const SumOptions& options, const SumCounts& counts,
                                          std::size_t targets);

/// Whether errors are measured against the direct sum: in free space.
inline bool measured_directly(const Box& box) {
  return box.periodicity == 0;
}

/// Fills the measured errors of r from SumOptions::measured_targets random targets and a quarter as many with the
/// largest results.  A relative error is relative to the result at all targets.  The truth is the sum of all pairs
/// in free space; else another split, or of a sum over images, where no grid is affordable, the images one by one in
/// extended precision.  Where that would take minutes nothing is measured, and the errors stay unknown.
void measure_errors(const SumProblem& p, const Box& box, const SumOptions& options, const SumCounts& counts,
                    const std::vector<double>& targets, SumResult& r);

}  // namespace slurry
