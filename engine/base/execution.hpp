// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Kokkos_Core.hpp>

#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace slurry {

/// True if the SIMD loops of the host can work on the memory of Space.
template <class Space>
inline constexpr bool is_host_space =
    Kokkos::SpaceAccessibility<Kokkos::HostSpace, typename Space::memory_space>::accessible;

using Host = Kokkos::DefaultHostExecutionSpace;

template <class... Space>
struct SpaceList {};

/// The execution spaces for which this library is compiled, with the host first. The macro below lists them for
/// explicit instantiations: INSTANTIATE(Space), each ending in a semicolon.
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

/// Calls f(std::type_identity<Space>()) with the space of this name. Only this function turns a name into a type.
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
