// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

#include "base/text.hpp"
#include "base/views.hpp"
#include "slurry/domain.hpp"
#include "slurry/error.hpp"

namespace slurry {

/// Bodies sorted by radius, since a sum takes one radius per set; the order within a group is that of the caller.
struct BodyGroups {
  static constexpr std::size_t most = 16;  ///< for which an Ewald sum per radius pays

  std::vector<double> radii;                     ///< one per group, growing
  std::vector<std::vector<std::size_t>> bodies;  ///< numbers of the bodies of each group
  std::size_t count = 0;

  /// radii: one per body, or one for all.
  static BodyGroups make(const std::vector<double>& radii, std::size_t count) {
    BodyGroups g;
    g.count = count;
    if (radii.size() == 1) {
      g.radii = radii;
      g.bodies.resize(1);
      g.bodies[0].resize(count);
      std::iota(g.bodies[0].begin(), g.bodies[0].end(), std::size_t{0});
      return g;
    }
    g.radii = radii;
    std::sort(g.radii.begin(), g.radii.end());
    g.radii.erase(std::unique(g.radii.begin(), g.radii.end()), g.radii.end());
    g.bodies.resize(g.radii.size());
    for (std::size_t i = 0; i < radii.size(); ++i) {
      const auto at = std::lower_bound(g.radii.begin(), g.radii.end(), radii[i]);
      g.bodies[static_cast<std::size_t>(at - g.radii.begin())].push_back(i);
    }
    return g;
  }

  std::size_t size() const { return radii.size(); }

  /// The sum that serves so many different radii: with more than `most` the direct one, unless an Ewald sum is asked
  /// for or the only one there is (three periodic directions).  Throws InputError.
  SumMethod method(SumMethod asked, int periodicity) const {
    if (size() <= most) return asked;
    if (asked == SumMethod::ewald || periodicity > 1)
      throw InputError(
          text("the bodies have {} different radii; at most {} are taken by an Ewald sum: round them into "
               "classes{}",
               size(), most, periodicity > 1 ? "" : ", or leave the choice of the sum to the program"));
    return SumMethod::direct;
  }
};

}  // namespace slurry
