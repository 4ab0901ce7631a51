// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "slurry/sum.hpp"

namespace slurry {

/// Targets chosen for a measurement, in strata.
struct TargetSample {
  struct Stratum {
    std::size_t begin = 0, end = 0;  ///< range of the stratum in `order`
    std::size_t population = 0;      ///< number of targets for which the stratum stands
  };
  std::vector<std::size_t> order;  ///< chosen targets
  std::vector<Stratum> strata;
  bool all = false;  ///< every target was chosen

  std::vector<double> positions(const std::vector<double>& targets) const;

  /// Sum over all targets of |a - b|^2, estimated from a and b at the chosen targets, row by row.
  /// `upper` is its one-sided bound of 99 % (empirical Bernstein bound, A. Maurer & M. Pontil, COLT 2009, theorem 4;
  /// the range is taken to be the range that was seen).
  /// If few targets have most of the error, a sample that misses some of them does not look spread. Normal theory held
  /// in 96 of 100 samples of such a set.
  struct Squared {
    double estimate = 0, upper = 0;
  };
  Squared squared_difference(const std::vector<double>& a, const std::vector<double>& b) const;
};

/// Chooses all targets if they are few. Otherwise it chooses the targets with the largest values of r, and 64 at random
/// from each of 16 strata. Targets are ordered by the density of sources around them, and each stratum has the same
/// share of it.
TargetSample sample_targets(const SumProblem& p, const Box& box, const std::vector<double>& targets, const SumResult& r,
                            double near, std::uint64_t seed);

/// Chooses `random` targets at random, and a quarter as many with the largest values of each array of r; all `count`
/// targets if they are few. A few targets may have most of the norm of the result, and those with the largest results
/// may have most of the error.
TargetSample random_and_largest(std::size_t count, const SumResult& r, std::size_t random, std::uint64_t seed);

}  // namespace slurry
