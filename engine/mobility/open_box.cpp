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

double clumping(const Box& box, std::span<const double> positions, std::span<const double> forces) {
  constexpr double cells_of_longest = 8;
  const std::size_t n = positions.size() / 3;
  if (n < 2) return 1;
  const Extent e(positions);
  const double edge = *std::max_element(box.lengths.begin(), box.lengths.end()) / cells_of_longest;
  struct Cell {
    double bodies = 0, forces2 = 0;
  };
  std::array<std::size_t, 3> count;
  for (std::size_t c = 0; c < 3; ++c)
    count[c] = static_cast<std::size_t>(std::floor((e.high[c] - e.low[c]) / edge)) + 1;
  std::vector<Cell> cells(count[0] * count[1] * count[2]);
  double all = 0;
  const auto forces2_of = [&](std::size_t i) {
    return forces[3 * i] * forces[3 * i] + forces[3 * i + 1] * forces[3 * i + 1] +
           forces[3 * i + 2] * forces[3 * i + 2];
  };
  for (std::size_t i = 0; i < n; ++i) {
    std::size_t k = 0;
    for (std::size_t c = 0; c < 3; ++c)
      k = k * count[c] + std::min(count[c] - 1, static_cast<std::size_t>((positions[3 * i + c] - e.low[c]) / edge));
    cells[k].bodies += 1;
    cells[k].forces2 += forces2_of(i);
    all += forces2_of(i);
  }
  if (!(all > 0)) return 1;
  double pairs = -all;  // a body and itself
  for (const Cell& c : cells) pairs += c.bodies * c.forces2;
  const double mean = all * static_cast<double>(n - 1) * edge * edge * edge / box.volume();
  return std::max(1.0, pairs / mean);
}

}  // namespace slurry
