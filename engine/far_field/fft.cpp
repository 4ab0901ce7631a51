// SPDX-License-Identifier: BSD-3-Clause
#include "far_field/fft.hpp"

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
    // many odd factors are slow (cpu-kernels.md section 5: 5^3, 3^4, 3^3 x 5)
    if (rest == 1 && odd_factors <= 3) return length;
  }
}

}  // namespace slurry
