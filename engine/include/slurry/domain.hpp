// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>

namespace slurry {

enum class DomainKind { pipe, free_space, periodic_1, periodic_3 };

/// Region that holds the bodies.  Lengths are in any coherent unit.
struct Domain {
  DomainKind kind = DomainKind::pipe;
  double radius = 1;                    ///< pipe radius R
  double length = 1;                    ///< period L along x (pipe, periodic_1)
  std::array<double, 3> cell{1, 1, 1};  ///< periods (periodic_3)
};

enum class SumMethod { automatic, ewald, direct };

}  // namespace slurry
