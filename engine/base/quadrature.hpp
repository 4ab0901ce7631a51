// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <limits>
#include <vector>

namespace slurry {

template <class T>
struct GaussRule {
  std::vector<T> nodes, weights;  ///< on [-1, 1]
};

/// Gauss-Legendre rule of n points: Newton's iteration on the three-term recurrence.
template <class T = double>
GaussRule<T> gauss_legendre(int n) {
  const T pi = std::acos(T(-1));
  GaussRule<T> rule{std::vector<T>(n), std::vector<T>(n)};
  for (int i = 0; i < (n + 1) / 2; ++i) {
    T x = std::cos(pi * (T(i) + T(0.75)) / (T(n) + T(0.5))), slope = 0;
    for (int iteration = 0; iteration < 100; ++iteration) {
      T p0 = 1, p1 = x;
      for (int k = 2; k <= n; ++k) {
        const T p2 = ((2 * k - 1) * x * p1 - (k - 1) * p0) / k;
        p0 = p1;
        p1 = p2;
      }
      if (n == 1) p0 = 1;
      slope = n * (x * p1 - p0) / (x * x - 1);
      const T step = p1 / slope;
      x -= step;
      if (std::abs(step) < 4 * std::numeric_limits<T>::epsilon()) break;
    }
    rule.nodes[i] = -x;
    rule.nodes[n - 1 - i] = x;
    rule.weights[i] = rule.weights[n - 1 - i] = 2 / ((1 - x * x) * slope * slope);
  }
  if (n % 2 == 1) rule.nodes[n / 2] = 0;
  return rule;
}

}  // namespace slurry
