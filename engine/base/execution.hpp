// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Kokkos_Core.hpp>

namespace slurry {

/// True where the host's own inner loops (SIMD) may be used on the memory of Space.
template <class Space>
inline constexpr bool is_host_space =
    Kokkos::SpaceAccessibility<Kokkos::HostSpace, typename Space::memory_space>::accessible;

/// The space that the numerical core is compiled for: the device where Kokkos has one, otherwise the host.
using CoreSpace = Kokkos::DefaultExecutionSpace;

}  // namespace slurry
