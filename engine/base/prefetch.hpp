// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Kokkos_Core.hpp>

#include <cstddef>

namespace slurry {

/// How many points ahead a loop over sorted points prefetches a row: a loop that computes something for each point, and
/// a loop that only copies.
inline constexpr int prefetch_ahead = 8, prefetch_far_ahead = 32;

/// Prefetches row i of an (N,3) View; it does nothing on a device. Densities and velocities are in the caller's order
/// while points are sorted, and without prefetching, half of the time of gathering was spent waiting for rows. The
/// function is always inlined, because GCC 12 otherwise removes calls of a function that only prefetches.
template <class View>
KOKKOS_FORCEINLINE_FUNCTION void prefetch_row([[maybe_unused]] const View& rows, [[maybe_unused]] int i) {
#if !defined(__CUDA_ARCH__)
  const auto* const row = rows.data() + 3 * static_cast<std::ptrdiff_t>(i);
  __builtin_prefetch(row);
  __builtin_prefetch(row + 2);  // a row of 24 bytes may lie in two lines
#endif
}

}  // namespace slurry
