// SPDX-License-Identifier: BSD-3-Clause
#include "summation/plain_sum.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace slurry::plain {

namespace {

/// Ten points of which one is 40,000 periods away across take so many: ten seconds or so of one thread.
constexpr double most_terms_of_images = 2.5e8;

}  // namespace

Images::Images(double period, double across) : period_(period) {
  // powers of (across/Z)^2: with so many periods across, eight of them leave 3e-14
  constexpr double periods_across = 5;
  const int times = static_cast<int>(std::clamp(std::ceil(across / (periods_across * period)), 1.0, 1e6));
  counts_.clear();
  for (const int n : {12, 16, 22, 30, 40, 54, 72, 96}) counts_.push_back(n * times);
  std::vector<Long> z;
  for (const int n : counts_) z.push_back((n + Long(0.5)) * period);
  weights_.assign(z.size(), 1);
  for (std::size_t k = 0; k < z.size(); ++k) {
    for (std::size_t j = 0; j < z.size(); ++j)
      if (j != k) weights_[k] *= z[k] * z[k] / (z[k] * z[k] - z[j] * z[j]);
    logarithm_ += weights_[k] * std::log(2 * z[k]);
  }
}

Images images_for(int periodicity, double period, std::span<const double> targets, std::span<const double> sources) {
  if (periodicity == 0) return {};
  double across2 = 0;
  for (std::size_t c = 1; c < 3; ++c) {
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (const auto& points : {targets, sources})
      for (std::size_t i = c; i < points.size(); i += 3) {
        low = std::min(low, points[i]);
        high = std::max(high, points[i]);
      }
    if (high > low) across2 += (high - low) * (high - low);
  }
  return {period, std::sqrt(across2)};
}

std::size_t affordable_targets(std::size_t wanted, std::size_t least, std::size_t sources, const Images& images) {
  const double each = std::max(1.0, static_cast<double>(sources) * images.terms());
  const double terms = images.any() ? most_terms_of_images : most_terms;
  const auto most = static_cast<std::size_t>(std::min(terms / each, static_cast<double>(wanted)));
  return most < std::min(wanted, least) ? 0 : most;
}

}  // namespace slurry::plain
