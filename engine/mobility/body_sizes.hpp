// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "base/sphere_radii.hpp"
#include "base/views.hpp"

namespace slurry {

/// Radii of the bodies of a mobility. There is one radius for all bodies, or one for each.
struct BodySizes {
  std::size_t count = 0;
  double radius = 0;         ///< radius of all bodies, if `each` is empty [length]
  std::vector<double> each;  ///< one radius per body, or empty [length]

  /// Makes the sizes. radii: one per body, or one for all bodies [length]. Equal radii count as one radius, because
  /// sums with one radius are quicker.
  static BodySizes make(const std::vector<double>& radii, std::size_t count) {
    const bool equal = std::all_of(radii.begin(), radii.end(), [&](double a) { return a == radii.front(); });
    if (equal) return {count, radii.empty() ? 0 : radii.front(), {}};
    return {count, 0, radii};
  }

  bool several() const { return !each.empty(); }
  double of(std::size_t body) const { return several() ? each[body] : radius; }
  double largest() const { return several() ? *std::max_element(each.begin(), each.end()) : radius; }

  /// Radii in the memory of Space; empty if there is one radius for all bodies.
  template <class Space>
  SphereRadii<Space> in_space() const {
    const Kokkos::View<double*, typename Space::memory_space> v("slurry::mobility::radii", each.size());
    Kokkos::deep_copy(v, Kokkos::View<const double*, Kokkos::HostSpace>(each.data(), each.size()));
    return v;
  }
};

}  // namespace slurry
