// SPDX-License-Identifier: BSD-3-Clause
// main of every test that uses Kokkos: started once, before the first test, ended after the last.
#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  Kokkos::ScopeGuard kokkos(argc, argv);
  return RUN_ALL_TESTS();
}
