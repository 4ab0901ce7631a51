// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <span>
#include <string>

// With the newer Views of Kokkos the program compiles for CUDA, and then its loops read memory that they must not.
#if defined(KOKKOS_ENABLE_CUDA) && KOKKOS_VERSION >= 40600 && !defined(KOKKOS_ENABLE_IMPL_VIEW_LEGACY)
#error "Slurry needs a Kokkos for CUDA that is configured with -DKokkos_ENABLE_IMPL_VIEW_LEGACY=ON"
#endif

// Names and shapes of the Views in use. Vectors are (N,3) and row-major, the layout of host data of shape (N,3).
namespace slurry {

template <class Space>
using Vectors = Kokkos::View<double* [3], Kokkos::LayoutRight, typename Space::memory_space>;
template <class Space>
using ConstVectors = Kokkos::View<const double* [3], Kokkos::LayoutRight, typename Space::memory_space>;

using HostVectors = Kokkos::View<double* [3], Kokkos::LayoutRight, Kokkos::HostSpace>;
using ConstHostVectors = Kokkos::View<const double* [3], Kokkos::LayoutRight, Kokkos::HostSpace>;

/// Unmanaged view of interleaved host data: length 3 N.
inline ConstHostVectors host_vectors(std::span<const double> xyz) {
  return ConstHostVectors(xyz.data(), xyz.size() / 3);
}
inline HostVectors host_vectors(std::span<double> xyz) {
  return HostVectors(xyz.data(), xyz.size() / 3);
}

/// Copy of host data in the memory of Space.
template <class Space>
Vectors<Space> to_space(std::span<const double> xyz, const char* label) {
  Vectors<Space> v(Kokkos::view_alloc(std::string(label), Kokkos::WithoutInitializing), xyz.size() / 3);
  Kokkos::deep_copy(v, host_vectors(xyz));
  return v;
}

}  // namespace slurry
