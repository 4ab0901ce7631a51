// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Kokkos_Core.hpp>

namespace slurry {

/// Numbers per target: (M,9) for the gradient of a velocity, (M,3) for the gradient of a scalar.
template <class Space>
using FieldGradients = Kokkos::View<double**, Kokkos::LayoutRight, typename Space::memory_space>;
template <class Space>
using FieldScalars = Kokkos::View<double*, typename Space::memory_space>;

/// Fields that are gathered in addition to the velocities of a target set. A field with an empty view is not gathered.
template <class Space>
struct TargetFields {
  Kokkos::View<double**, Kokkos::LayoutRight, typename Space::memory_space> gradient;  ///< (M,9): [3 i + l] = du_i/dx_l
  Kokkos::View<double*, typename Space::memory_space> pressure;                        ///< (M), grad p = Lap u
};

}  // namespace slurry
