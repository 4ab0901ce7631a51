// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Kokkos_Core.hpp>

namespace slurry {

/// One radius per sphere (N) [length].
template <class Space>
using SphereRadii = Kokkos::View<const double*, typename Space::memory_space>;

}  // namespace slurry
