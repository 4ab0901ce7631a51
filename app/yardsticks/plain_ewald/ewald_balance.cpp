// SPDX-License-Identifier: BSD-3-Clause
#include "yardsticks/plain_ewald/ewald_balance.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace slurry {

double ewald_truncation(double tolerance) {
  return std::sqrt(-std::log(tolerance));
}

PlainEwaldParameters balanced_ewald(double length, std::size_t charges, double tolerance, double pair_seconds,
                                    double mode_seconds) {
  const double s = ewald_truncation(tolerance), volume = length * length * length;
  PlainEwaldParameters p;
  p.length = length;
  p.alpha = std::sqrt(std::numbers::pi) *
            std::pow(pair_seconds * double(charges) / (mode_seconds * volume * volume), 1.0 / 6);
  p.alpha = std::max(p.alpha, 2.000001 * s / length);
  p.cutoff = s / p.alpha;
  p.largest_mode = s * p.alpha * length / std::numbers::pi;
  return p;
}

}  // namespace slurry
