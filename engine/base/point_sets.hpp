// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/sphere_radii.hpp"
#include "base/views.hpp"

namespace slurry {

/// One charge per source (N).
template <class Space>
using PointCharges = Kokkos::View<const double*, typename Space::memory_space>;

/// Sources of a sum.
template <class Space>
struct SourceSet {
  SourceSet() = default;
  SourceSet(const ConstVectors<Space>& x, double a, const SphereRadii<Space>& each = SphereRadii<Space>())
      : positions(x), radius(a), radii(each) {}

  ConstVectors<Space> positions;  ///< (N,3) [length]
  double radius = 0;              ///< radius of all spheres, if `radii` is empty; 0: points [length]
  SphereRadii<Space> radii;       ///< (N), one radius per source; or empty
};

/// One set of targets of a sum.
template <class Space>
struct TargetSet {
  TargetSet() = default;
  TargetSet(const ConstVectors<Space>& x, double a, bool same, const SphereRadii<Space>& each = SphereRadii<Space>())
      : positions(x), radius(a), are_sources(same), radii(each) {}

  ConstVectors<Space> positions;  ///< (M,3) [length]
  double radius = 0;  ///< > 0: applies the average (1 + radius^2/6 Lap) over a sphere; 0: the field at a point
  /// target i is source i; its own term is the self-mobility of a sphere, and is left out for points
  bool are_sources = false;
  SphereRadii<Space> radii;  ///< (M), radii used instead of `radius`, for sums that support them; or empty
};

}  // namespace slurry
