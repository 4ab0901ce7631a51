// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

// Error norms with their denominators (theory/conventions-and-gauges.md).
namespace slurry::test {

template <class A, class B>
double l2_difference(const A& u, const B& truth) {
  long double sum = 0;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    const long double d = static_cast<long double>(u[i]) - truth[i];
    sum += d * d;
  }
  return static_cast<double>(std::sqrt(sum));
}

template <class A>
double l2_norm(const A& u) {
  return l2_difference(u, std::vector<double>(u.size(), 0.0));
}

/// ||u - truth||_2 / ||truth||_2 over all targets and components.
template <class A, class B>
double relative_l2(const A& u, const B& truth) {
  return l2_difference(u, truth) / l2_norm(truth);
}

/// Root of the mean over the targets of |u - truth|^2.
template <class A, class B>
double rms_over_targets(const A& u, const B& truth) {
  return l2_difference(u, truth) / std::sqrt(double(truth.size()) / 3);
}

/// Largest difference of a component over the largest component of the truth.
template <class A, class B>
double relative_max(const A& u, const B& truth) {
  long double difference = 0, largest = 0;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    difference = std::fmax(difference, std::fabs(static_cast<long double>(u[i]) - truth[i]));
    largest = std::fmax(largest, std::fabs(static_cast<long double>(truth[i])));
  }
  return static_cast<double>(difference / largest);
}

inline double geometric_mean(const std::vector<double>& x) {
  double sum = 0;
  for (double v : x) sum += std::log(v);
  return std::exp(sum / double(x.size()));
}

}  // namespace slurry::test
