// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>

#include "slurry/words.hpp"

namespace slurry {

enum class DomainKind { pipe, free_space, periodic_1, periodic_3 };
template <>
inline constexpr std::array words<DomainKind>{
    Word<DomainKind>{DomainKind::pipe, "pipe"}, Word<DomainKind>{DomainKind::free_space, "free-space"},
    Word<DomainKind>{DomainKind::periodic_1, "periodic-1"}, Word<DomainKind>{DomainKind::periodic_3, "periodic-3"}};

/// The region that holds the bodies. Lengths are in any consistent unit.
struct Domain {
  DomainKind kind = DomainKind::pipe;
  double radius = 1;                    ///< pipe radius R
  double length = 1;                    ///< period L along x (pipe, periodic_1)
  std::array<double, 3> cell{1, 1, 1};  ///< periods (periodic_3)
};

}  // namespace slurry
