// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

namespace slurry {

/// How many points ahead of its work a loop over sorted points asks for a row.
inline constexpr int prefetch_ahead = 8;

/// Asks for row i of a host's (N,3) View before it is needed.  Sorted points have their densities and velocities in the
/// caller's order: without this half the time of gathering went by waiting for the row of each point.  Inlined always:
/// a function that does nothing else is one without effect to GCC 12, which leaves out its calls.
template <class View>
[[gnu::always_inline]] inline void prefetch_row(const View& rows, int i) {
  const auto* const row = rows.data() + 3 * static_cast<std::ptrdiff_t>(i);
  __builtin_prefetch(row);
  __builtin_prefetch(row + 2);  // a row of 24 bytes may lie in two lines
}

}  // namespace slurry
