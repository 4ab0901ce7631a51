// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <cstddef>

namespace slurry {

/// Relative difference |u - truth|_2 / |truth|_2 over all numbers of two vectors or Views. Both have the same shape,
/// and their numbers lie in the host's memory without gaps.
template <class Numbers, class Truth>
double relative_difference(const Numbers& u, const Truth& truth) {
  double difference = 0, norm = 0;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    const double exact = truth.data()[i], error = u.data()[i] - exact;
    difference += error * error;
    norm += exact * exact;
  }
  return std::sqrt(difference / norm);
}

}  // namespace slurry
