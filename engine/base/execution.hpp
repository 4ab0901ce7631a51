// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Kokkos_Core.hpp>

#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace slurry {

/// True where the host's own inner loops (SIMD) may be used on the memory of Space.
template <class Space>
inline constexpr bool is_host_space =
    Kokkos::SpaceAccessibility<Kokkos::HostSpace, typename Space::memory_space>::accessible;

using Host = Kokkos::DefaultHostExecutionSpace;

template <class... Space>
struct SpaceList {};

/// The execution spaces that this library is compiled for, the host first; and the same list for explicit
/// instantiations: INSTANTIATE(Space), each ending in a semicolon.
#if defined(KOKKOS_ENABLE_CUDA)
using Spaces = SpaceList<Host, Kokkos::Cuda>;
#define SLURRY_FOR_EACH_SPACE(INSTANTIATE) INSTANTIATE(Host) INSTANTIATE(Kokkos::Cuda)
#else
using Spaces = SpaceList<Host>;
#define SLURRY_FOR_EACH_SPACE(INSTANTIATE) INSTANTIATE(Host)
#endif

/// Name of a space in options and files.
template <class Space>
inline constexpr std::string_view space_name = is_host_space<Space> ? "host" : "cuda";

namespace spaces {

template <class F, class Space, class... Others>
decltype(auto) with_one_of(SpaceList<Space, Others...>, std::string_view name, F&& f) {
  if (name == space_name<Space>) return f(std::type_identity<Space>());
  if constexpr (sizeof...(Others) > 0)
    return with_one_of(SpaceList<Others...>(), name, std::forward<F>(f));
  else
    throw std::logic_error("this library is not compiled for the space '" + std::string(name) + "'");
}

}  // namespace spaces

/// f(std::type_identity<Space>()) with the space of this name: the one place where a name becomes a type.
template <class F>
decltype(auto) with_space_type(std::string_view name, F&& f) {
  return spaces::with_one_of(Spaces(), name, std::forward<F>(f));
}
/// Calls f(Space()) with the space of this name.
template <class F>
decltype(auto) with_space(std::string_view name, F&& f) {
  return with_space_type(name, [&]<class Space>(std::type_identity<Space>) -> decltype(auto) { return f(Space()); });
}

}  // namespace slurry
