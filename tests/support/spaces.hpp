// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Kokkos_Core.hpp>

#include <vector>

#include "base/execution.hpp"

// Tests in every execution space that the library is compiled for: the host, and a device where there is one.
namespace slurry::test {

template <class F, class... Space>
void for_each_space_of(SpaceList<Space...>, F&& f) {
  (f(Space()), ...);
}
/// f(Space()) for each of them.
template <class F>
void for_each_space(F&& f) {
  for_each_space_of(Spaces(), f);
}

/// What a view of double holds, in row-major order, wherever it lies.
template <class View>
std::vector<double> host_values(const View& v) {
  const auto copy = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), v);
  return {copy.data(), copy.data() + copy.size()};
}

}  // namespace slurry::test
