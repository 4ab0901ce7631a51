// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Kokkos_Core.hpp>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

// Sums over all pairs in extended precision, one pair after the other. Other sums are measured against these. They
// share no loop, no formula and no series with any other sum.
namespace slurry::plain {

using Long = long double;

/// Images along one period. Partial sums over |p| <= N are computed for eight values of N. Their remainder goes in even
/// powers of 1/Z with Z = (N + 1/2) L, so the limit is extrapolated. Without a period there is only the pair itself.
class Images {
 public:
  Images() = default;
  /// Makes the images. across: largest distance across the period [length].
  Images(double period, double across);

  bool any() const { return period_ > 0; }
  Long period() const { return period_; }
  std::size_t levels() const { return counts_.size(); }
  int count(std::size_t level) const { return counts_[level]; }
  Long weight(std::size_t level) const { return weights_[level]; }
  /// Limit of ln(2 Z). A sum over forces of one sign is proportional to it.
  Long logarithm() const { return logarithm_; }
  /// Number of terms per pair.
  double terms() const { return 1 + 2.0 * counts_.back(); }

 private:
  double period_ = 0;
  std::vector<int> counts_{0};
  std::vector<Long> weights_{1};
  Long logarithm_ = 0;
};

/// Images along the period of the box, or none if it has no period. targets (M,3), sources (N,3).
Images images_for(int periodicity, double period, std::span<const double> targets, std::span<const double> sources);

/// Largest number of terms for which these sums are meant: a few seconds on one thread.
inline constexpr double most_terms = 1e8;
/// Largest number of targets, at most `wanted`, that the sum does within its largest number of terms. 0 if that would
/// be fewer than `least`.
std::size_t affordable_targets(std::size_t wanted, std::size_t least, std::size_t sources, const Images& images);

/// Adds up all pairs. pair(d, source, target, sums) adds the term of d = target - source [length] to sums[0..width).
/// The diverging part, logs[c] ln(2 Z) + constants[c], is subtracted. targets (M,3), sources (N,3) -> out (M,width).
template <std::size_t width, class Pair>
void sum_all_pairs(std::span<const double> targets, std::span<const double> sources, const Images& images,
                   const std::array<Long, width>& logs, const std::array<Long, width>& constants, const Pair& pair,
                   std::span<double> out) {
  const auto at = [&](std::size_t t) {
    std::array<Long, width> total{};
    for (std::size_t s = 0; s < sources.size() / 3; ++s) {
      Long d[3];
      for (std::size_t c = 0; c < 3; ++c) d[c] = static_cast<Long>(targets[3 * t + c]) - sources[3 * s + c];
      if (!images.any()) {
        pair(d, s, t, total.data());
        continue;
      }
      std::array<Long, width> sum{};
      const Long nearest = d[0] - images.period() * std::rint(d[0] / images.period());
      int done = -1;
      for (std::size_t k = 0; k < images.levels(); ++k) {
        for (; done < images.count(k); ++done)
          for (const int sign : {1, -1}) {
            if (done < 0 && sign < 0) continue;
            d[0] = nearest + sign * (done + 1) * images.period();
            pair(d, s, t, sum.data());
          }
        for (std::size_t c = 0; c < width; ++c) total[c] += images.weight(k) * sum[c];
      }
    }
    for (std::size_t c = 0; c < width; ++c)
      out[width * t + c] = static_cast<double>(total[c] - logs[c] * images.logarithm() - constants[c]);
  };
  using Policy = Kokkos::RangePolicy<Kokkos::DefaultHostExecutionSpace, Kokkos::Schedule<Kokkos::Dynamic>>;
  Kokkos::parallel_for("slurry::summation::plain_sum", Policy(0, targets.size() / 3), at);
  Kokkos::fence();
}

}  // namespace slurry::plain
