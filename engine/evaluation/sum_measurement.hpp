// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "evaluation/sum_evaluation.hpp"
#include "slurry/sum.hpp"

namespace slurry {

/// Plan of a second opinion at `targets` targets. It uses other means at a far tighter tolerance than the given one, so
/// that near field, multipliers, cutoff and grid all differ. Nothing if there are no other means.
std::optional<SumPlan> opinion_at(const SumPlan& plan, double tolerance, std::size_t targets);

/// Whether errors are measured against the direct sum: in free space.
inline bool measured_directly(const Box& box) {
  return box.periodicity == 0;
}

/// Number of random targets at which the error of a sum by this plan is measured: SumOptions::measured_targets, or as
/// many as its engine wants if all pairs with them take moments. 0: the error is not measured.
std::size_t targets_to_measure(const SumOptions& options, const SumPlan& plan);

/// Fills the measured errors of r from targets_to_measure() random targets and a quarter as many with the
/// largest results.  A relative error is relative to the result at all targets.  The truth is the sum of all pairs in
/// free space, otherwise the engine's second opinion.  A sum over images for which no grid is affordable is compared
/// with the images one by one in extended precision.  Where that would take minutes nothing is measured, and the errors
/// stay unknown.
void measure_errors(const SumProblem& p, const SumOptions& options, const std::vector<double>& targets, SumResult& r);

}  // namespace slurry
