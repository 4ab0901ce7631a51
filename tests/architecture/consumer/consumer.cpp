// SPDX-License-Identifier: BSD-3-Clause
#include <cstdio>

#include "slurry/version.hpp"

int main() {
  const slurry::BuildInfo& info = slurry::build_info();
  std::printf("%s on Kokkos %s\n", info.version.c_str(), info.kokkos_version.c_str());
  return info.version.empty() || info.kokkos_version.empty();
}
