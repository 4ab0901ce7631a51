// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>
#include <utility>

// Which sizes of the unrolled inner loops are compiled.  Any other size is rounded up to the next one, which costs
// time but no accuracy.  The reduced sets compile quickly, for the sanitizers.
namespace slurry {

#ifdef SLURRY_REDUCED_INSTANTIATIONS
/// Degrees of the near-field polynomials (theory/splits.md).
using CompiledNearDegrees = std::integer_sequence<int, 8, 14, 26, 40>;
/// Widths P of the window.
using CompiledWindows = std::integer_sequence<int, 5, 8, 11, 16>;
#else
using CompiledNearDegrees = std::integer_sequence<int, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 40>;
using CompiledWindows = std::integer_sequence<int, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17>;
#endif

/// Every degree in either precision: fields by the Hasimoto split take up to 26 in fp32 too, bodies of finite size
/// more.
template <class Real>
using CompiledNearDegreesOf = CompiledNearDegrees;

/// Single precision reaches 3e-7 at best, so that the smaller windows suffice.
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
inline int compiled_window(int points) {
  return round_up_to_compiled(points, CompiledWindows{});
}

}  // namespace slurry
