// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <utility>

#include "base/execution.hpp"
#include "slurry/error.hpp"
#include "slurry/runtime.hpp"

// Kokkos' Serial space in addition to the threads of the host. It is used only to compare spaces, so only sources with
// SLURRY_FOR_SERIAL_BESIDE below their SLURRY_FOR_EACH_SPACE are compiled for it.
namespace slurry {

#if defined(KOKKOS_ENABLE_SERIAL) && (defined(KOKKOS_ENABLE_OPENMP) || defined(KOKKOS_ENABLE_THREADS))
#define SLURRY_FOR_SERIAL_BESIDE(INSTANTIATE) INSTANTIATE(Kokkos::Serial)
#else
#define SLURRY_FOR_SERIAL_BESIDE(INSTANTIATE)
#endif

/// Calls f(Space()) with Serial, or with the space of a device. Throws InputError if this build does not have the
/// space.
template <class F>
decltype(auto) with_serial_or(bool serial, Device device, F&& f) {
#if defined(KOKKOS_ENABLE_SERIAL)
  if (serial) return f(Kokkos::Serial());
#else
  if (serial) throw InputError("this build has no Serial space");
#endif
  return with_space(name_of(Runtime::device(device)), std::forward<F>(f));
}

}  // namespace slurry
