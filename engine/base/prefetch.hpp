// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Kokkos_Core.hpp>

#include <cstddef>

namespace slurry {

/// How many points ahead of its work a loop over sorted points asks for a row: one that works on each, and one that
/// only copies.
inline constexpr int prefetch_ahead = 8, prefetch_far_ahead = 32;

/// Asks for row i of an (N,3) View before it is needed; nothing on a device.  Sorted points have their densities and
/// velocities in the caller's order: without this half the time of gathering went by waiting for the row of each point.
/// Inlined always: a function that does nothing else is one without effect to GCC 12, which leaves out its calls.
template <class View>
KOKKOS_FORCEINLINE_FUNCTION void prefetch_row([[maybe_unused]] const View& rows, [[maybe_unused]] int i) {
#if !defined(__CUDA_ARCH__)
  const auto* const row = rows.data() + 3 * static_cast<std::ptrdiff_t>(i);
  __builtin_prefetch(row);
  __builtin_prefetch(row + 2);  // a row of 24 bytes may lie in two lines
#endif
}

}  // namespace slurry
