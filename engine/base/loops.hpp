// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Kokkos_Core.hpp>

namespace slurry {

/// Largest value of f(i) over i < n, on the host. Short loops stay on the calling thread: at ten nanoseconds per
/// iteration, waking the other threads costs more, and one of them may be suspended.
template <class F>
double host_max(const char* label, int n, double start, const F& f) {
  if (n < 20000) {
    for (int i = 0; i < n; ++i) {
      const double x = f(i);
      if (x > start) start = x;
    }
    return start;
  }
  double largest = start;
  Kokkos::parallel_reduce(
      label, Kokkos::RangePolicy<Kokkos::DefaultHostExecutionSpace>(0, n),
      [&f](int i, double& most) {
        const double x = f(i);
        if (x > most) most = x;
      },
      Kokkos::Max<double>(largest));
  return largest > start ? largest : start;
}

}  // namespace slurry
