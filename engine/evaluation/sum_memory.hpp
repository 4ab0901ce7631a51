// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "planning/nested_points.hpp"
#include "slurry/sum.hpp"

namespace slurry {

/// A sum as its memory sees it.
struct SumLoad {
  Box box;
  SumOptions options;
  SumCounts counts;
  bool same = true;        ///< the targets are the sources
  bool net_source = true;  ///< some q.n is not 0
  int threads = 1;
  bool first = true;                  ///< no sum of this process came before
  std::vector<RefinedPatch> patches;  ///< of a nested sum,
  std::vector<LevelPoints> levels;    ///< and how many points go to each
};

/// Bytes that evaluate_sum() takes beyond its input, at most at once: plan, points, results, and the second opinion
/// that the error is measured with.  Throws as select_ewald_parameters does.
double sum_memory(const SumLoad& load, const EwaldParameters& parameters);

/// The same of a sum without a grid: what is asked for at the targets.
double result_memory(const EwaldOptions& options, std::size_t targets);

/// The same of a sum by one grid at `targets` of the targets, that another is compared with while its results are held:
/// its points are copied and moved.
double witness_memory(const SumLoad& load, const EwaldParameters& parameters, std::size_t targets);

/// For a sum whose sum_memory() exceeds `available` bytes: the numbers, and what would fit.
std::string memory_sentence(const SumLoad& load, const EwaldParameters& parameters, double available);

}  // namespace slurry
