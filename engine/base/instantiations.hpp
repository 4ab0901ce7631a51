// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>
#include <utility>

// The sizes for which the unrolled inner loops are compiled. Any other size is rounded up to the next compiled one,
// which costs time but no accuracy. The reduced sets compile quickly and serve the sanitizers.
namespace slurry {

#ifdef SLURRY_REDUCED_INSTANTIATIONS
/// Degrees of the near-field polynomials (theory/splits.md).
using CompiledNearDegrees = std::integer_sequence<int, 8, 14, 26, 40>;
/// Widths P of the window.
using CompiledWindows = std::integer_sequence<int, 5, 8, 11, 16>;
using Fp32NearDegrees = CompiledNearDegrees;
using Fp32SizedNearDegrees = CompiledNearDegrees;
#else
using CompiledNearDegrees = std::integer_sequence<int, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 40>;
using Fp32NearDegrees = std::integer_sequence<int, 6, 8, 10, 12, 14, 16, 20, 26, 40>;
using Fp32SizedNearDegrees = std::integer_sequence<int, 8, 16, 40>;
using CompiledWindows = std::integer_sequence<int, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17>;
#endif

/// Compiled degrees of the near field for a precision, and for points or (`sized`) bodies of finite size. A compiled
/// form of a larger degree also serves, with zeros for the missing coefficients. Single precision has fewer degrees. It
/// reaches 3e-7, for which the prolate split takes up to 16 and Hasimoto's up to 26, and no command sums bodies in it.
template <class Real, bool sized>
using CompiledNearDegreesOf = std::conditional_t<sizeof(Real) == 8, CompiledNearDegrees,
                                                 std::conditional_t<sized, Fp32SizedNearDegrees, Fp32NearDegrees> >;

/// Compiled numbers of window points. Single precision reaches 3e-7 at best, for which up to 11 points are enough.
#ifdef SLURRY_REDUCED_INSTANTIATIONS
template <class Real>
using CompiledWindowsOf = CompiledWindows;
#else
template <class Real>
using CompiledWindowsOf =
    std::conditional_t<sizeof(Real) == 8, CompiledWindows, std::integer_sequence<int, 4, 5, 6, 7, 8, 9, 10, 11> >;
#endif

/// Smallest member of an ascending list that is at least n; the largest if there is none.
template <int... Compiled>
constexpr int round_up_to_compiled(int n, std::integer_sequence<int, Compiled...>) {
  int found = 0;
  ((found = found >= n ? found : Compiled), ...);
  return found;
}

inline int compiled_near_degree(int m) {
  return round_up_to_compiled(m, CompiledNearDegrees{});
}
/// Whether planning may choose this degree. Some precisions have no separate instance for it.
inline bool is_compiled_near_degree(int m) {
  return compiled_near_degree(m) == m;
}
inline int compiled_window(int points) {
  return round_up_to_compiled(points, CompiledWindows{});
}

}  // namespace slurry
