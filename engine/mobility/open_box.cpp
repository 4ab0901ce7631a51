// SPDX-License-Identifier: BSD-3-Clause
#include "mobility/open_box.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace slurry {

namespace {

struct Extent {
  std::array<double, 3> low, high;
  explicit Extent(std::span<const double> a, std::span<const double> b = {}) {
    low.fill(std::numeric_limits<double>::infinity());
    high.fill(-low[0]);
    for (std::span<const double> p : {a, b})
      for (std::size_t i = 0; i < p.size(); ++i) {
        low[i % 3] = std::min(low[i % 3], p[i]);
        high[i % 3] = std::max(high[i % 3], p[i]);
      }
  }
};

}  // namespace

Box box_around(const Domain& d, double largest_radius, std::span<const double> positions,
               std::span<const double> points) {
  if (d.kind == DomainKind::periodic_3) return {d.cell, 3};
  Box b{{d.length, 0, 0}, d.kind == DomainKind::free_space ? 0 : 1};
  const auto periodic = static_cast<std::size_t>(b.periodicity);
  const Extent e(positions, points);
  double longest = 4 * largest_radius;
  for (std::size_t c = periodic; c < 3; ++c) longest = std::max(longest, e.high[c] - e.low[c]);
  if (!(longest > 0)) longest = 1;
  const double least = 0.25 * (periodic == 1 ? d.length : longest), unit = periodic == 1 ? d.length : 1;
  for (std::size_t c = periodic; c < 3; ++c) {
    const double span = std::max(e.high[c] - e.low[c], least) / unit;
    b.lengths[c] = unit * std::pow(1.25, std::ceil(std::log(span) / std::log(1.25) + 1e-9));
  }
  return b;
}

bool still_fits(const Box& planned, const Box& box) {
  for (std::size_t c = static_cast<std::size_t>(box.periodicity); c < 3; ++c)
    if (planned.lengths[c] < box.lengths[c] || planned.lengths[c] > 1.6 * box.lengths[c]) return false;
  return true;
}

}  // namespace slurry
