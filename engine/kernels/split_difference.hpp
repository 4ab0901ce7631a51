// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>

#include "kernels/ewald_split.hpp"

namespace slurry {

/// Far part of a fine split less that of a coarse split. Lengths are in units of the fine cutoff.
class SplitDifference final : public EwaldSplit {
 public:
  /// Makes the difference. The fine split must outlive it.
  SplitDifference(const EwaldSplit& fine, double fine_cutoff, const EwaldParameters& coarse)
      : EwaldSplit(fine.shape(), fine.degree()),
        fine_(fine),
        coarse_(make_split(coarse)),
        ratio_(coarse.cutoff_radius / fine_cutoff) {}
  double gamma_exact(double t) const override { return fine_.gamma(t) - coarse_->gamma(t * ratio_); }
  // The coarse part has no tail on the fine grid.
  double tail_integral(double from, int power, double p) const override { return fine_.tail_integral(from, power, p); }
  double energy() const override { return fine_.energy(); }
  NearTruncation near_truncation() const override { return fine_.near_truncation(); }

 private:
  const EwaldSplit& fine_;
  std::unique_ptr<const EwaldSplit> coarse_;
  double ratio_;
};

}  // namespace slurry
