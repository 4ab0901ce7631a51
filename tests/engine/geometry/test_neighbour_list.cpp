// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "geometry/neighbour_list.hpp"
#include "support/random_points.hpp"

namespace slurry {
namespace {

/// Distance of two bodies, or of the nearest image along a period.
double apart(const std::vector<double>& x, std::size_t i, std::size_t j, const Periods& periods) {
  double r2 = 0;
  for (std::size_t a = 0; a < 3; ++a) {
    double d = x[3 * i + a] - x[3 * j + a];
    if (const double l = periods.length[a]; l > 0) d -= l * std::round(d / l);
    r2 += d * d;
  }
  return std::sqrt(r2);
}

/// Clumps of `count` bodies each in cubes of edge `edge`, at the multiples 0, 1, 2 of `away` along all directions.
std::vector<double> clumps(std::size_t count, double edge, const std::array<double, 3>& away) {
  std::vector<double> x;
  for (std::size_t clump = 0; clump < 3; ++clump) {
    const std::vector<double> one = test::uniform_points(count, {edge, edge, edge}, 5 + clump);
    for (std::size_t i = 0; i < one.size(); ++i) x.push_back(one[i] + static_cast<double>(clump) * away[i % 3]);
  }
  return x;
}

/// However far the clumps are apart, the lists hold the pairs that are closer than the cutoff, each once, and no other.
TEST(NeighbourList, HoldsThePairsWithinTheCutoff_OfClumpsFarApart) {
  for (const DomainKind kind : {DomainKind::free_space, DomainKind::periodic_1, DomainKind::periodic_3})
    for (const std::array<double, 3>& away :
         {std::array<double, 3>{0, 0, 0}, {7, 0, 0}, {0, 300, 0}, {1e4, -2e3, 5e5}}) {
      const std::vector<double> x = clumps(150, 5, away);
      Domain domain;
      domain.kind = kind;
      domain.length = 40;
      domain.cell = {40, 50, 60};
      NeighbourList list(domain);
      constexpr double cutoff = 1.3;
      list.build(x, cutoff);
      for (std::size_t i = 0; i < x.size() / 3; ++i) {
        std::vector<int> right, found;
        for (std::size_t j = 0; j < x.size() / 3; ++j)
          if (j != i && apart(x, i, j, list.periods()) < cutoff) right.push_back(static_cast<int>(j));
        for (int k = 0; k < list.counts()(i); ++k) found.push_back(list.lists()(i, k));
        std::ranges::sort(found);
        ASSERT_EQ(found, right) << static_cast<int>(kind) << " " << away[0] << " " << i;
      }
    }
}

}  // namespace
}  // namespace slurry
