// SPDX-License-Identifier: BSD-3-Clause
#include "base/fft.hpp"

#include <bit>
#include <cmath>

namespace slurry {

int good_transform_length(int n) {
  for (int length = n + n % 2;; length += 2) {
    int rest = length, odd_factors = 0;
    while (rest % 2 == 0) rest /= 2;
    for (int p : {3, 5, 7})
      while (rest % p == 0) {
        rest /= p;
        ++odd_factors;
      }
    // many odd factors are slow (5^3, 3^4, 3^3 x 5)
    if (rest == 1 && odd_factors <= 3) return length;
  }
}

double transform_work(int n) {
  const auto twos = std::countr_zero(static_cast<unsigned>(n));
  const bool power = std::has_single_bit(static_cast<unsigned>(n));
  const double factor = power ? 0.82 : twos >= 4 ? 0.91 : twos == 3 ? 0.96 : twos == 2 ? 1.01 : 1.11;
  return factor * n * std::log2(n);
}

int quick_transform_length(int n) {
  int best = good_transform_length(n);
  // twice the length never pays
  for (int length = best; length <= 2 * n; length = good_transform_length(length + 1))
    if (length * transform_work(length) < best * transform_work(best)) best = length;
  return best;
}

}  // namespace slurry
