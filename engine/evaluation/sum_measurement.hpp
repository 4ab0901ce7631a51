// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "evaluation/sum_evaluation.hpp"
#include "slurry/sum.hpp"

namespace slurry {

/// Rms values of the bare kernels over some targets, nearest images alone.  Close pairs carry most of the double
/// layer's velocity (|T| ~ r^-2), of gradients and of pressures, so that counts and norms alone miss them by any
/// factor; the single layer's velocity needs no such look.
struct SampledScales {
  double dipole_velocity = 0, gradient = 0, pressure = 0, potential = 0;
};
SampledScales sampled_scales(const SumProblem& p, const Box& box, Layer layer, const std::vector<double>& targets,
                             const std::vector<std::size_t>& sample);

/// Up to `count` targets at random.
std::vector<std::size_t> random_targets(std::size_t targets, std::size_t count, std::uint64_t seed);

/// The second opinion of a plan at `targets` targets: by other means at a far tighter tolerance than the one given, so
/// that near field, multipliers, cutoff and grid all differ from those used.  Nothing where there are no other means.
std::optional<SumPlan> opinion_at(const SumPlan& plan, double tolerance, std::size_t targets);

/// Whether errors are measured against the direct sum: in free space.
inline bool measured_directly(const Box& box) {
  return box.periodicity == 0;
}

/// Fills the measured errors of r from SumOptions::measured_targets random targets.  The truth is the sum of all pairs
/// in free space; else the engine's second opinion, or of a sum over images, where no grid is affordable, the images
/// one by one in extended precision.  Where that would take minutes nothing is measured, and the errors stay unknown.
void measure_errors(const SumProblem& p, const SumOptions& options, const std::vector<double>& targets, SumResult& r);

}  // namespace slurry
