// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Kokkos_Core.hpp>

#include <span>
#include <vector>

#include "base/views.hpp"

// The back end under test and short cuts between std::vector and views.
namespace slurry::test {

using Host = Kokkos::DefaultHostExecutionSpace;

inline Vectors<Host> view_of(const std::vector<double>& xyz) {
  return to_space<Host>(xyz, "test");
}
inline std::vector<double> values_of(const Vectors<Host>& v) {
  return {v.data(), v.data() + v.extent(0) * 3};
}

}  // namespace slurry::test
