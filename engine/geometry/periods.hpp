// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Kokkos_Macros.hpp>

#include <cmath>

#include "slurry/domain.hpp"

namespace slurry {

/// Periods of a domain along each axis [length]. A period of 0 means that the axis is open. The type is plain data, so
/// that loops on every back end can use it.
struct Periods {
  double length[3] = {0, 0, 0};

  static Periods of(const Domain& d) {
    switch (d.kind) {
      case DomainKind::pipe:
      case DomainKind::periodic_1:
        return {{d.length, 0, 0}};
      case DomainKind::periodic_3:
        return {{d.cell[0], d.cell[1], d.cell[2]}};
      case DomainKind::free_space:
        break;
    }
    return {};
  }

  /// Difference of two coordinates, reduced to the nearest image.
  KOKKOS_INLINE_FUNCTION double nearest(int axis, double difference) const {
    const double l = length[axis];
    return l > 0 ? difference - l * std::rint(difference / l) : difference;
  }

  /// Moves a coordinate into [0, length). Returns the number of periods by which it was moved.
  KOKKOS_INLINE_FUNCTION int wrap(int axis, double& x) const {
    const double l = length[axis];
    if (!(l > 0)) return 0;
    const double n = std::floor(x / l);
    x -= n * l;
    if (x >= l) {  // rounding: x was just below a multiple of the period
      x = 0;
      return static_cast<int>(n) + 1;
    }
    if (x < 0) x = 0;
    return static_cast<int>(n);
  }
};

}  // namespace slurry
