// SPDX-License-Identifier: BSD-3-Clause
#include <cuda_runtime_api.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <string>

#include "base/text.hpp"
#include "ewald/ranks/staged_wire.hpp"
#ifdef SLURRY_WITH_NCCL
#include "ewald/ranks/nccl_wire.hpp"
#endif
#include "slurry/error.hpp"

namespace slurry {

// The library of CUDA gives each device a number that no other device has on any machine.
template <>
std::string why_devices_are_shared<Kokkos::Cuda>(Communicator& ranks) {
  std::array<char, 16> mine{};
  cudaDeviceProp found;
  if (cudaGetDeviceProperties(&found, Kokkos::Cuda().cuda_device()) == cudaSuccess)
    std::memcpy(mine.data(), &found.uuid, mine.size());
  auto all = ranks.gather(mine);
  std::sort(all.begin(), all.end());
  const auto different = std::unique(all.begin(), all.end()) - all.begin();
  if (different == ranks.size()) return {};
  return text("the {} ranks have {} {} together, and each rank needs a device of its own", ranks.size(), different,
              different == 1 ? "device" : "devices");
}

template <>
std::unique_ptr<Wire<Kokkos::Cuda>> make_wire(Communicator& ranks, WireKind kind) {
  if (const std::string because = why_devices_are_shared<Kokkos::Cuda>(ranks); !because.empty())
    throw InputError(because + "; start as many ranks on each machine as it has devices");
#ifdef SLURRY_WITH_NCCL
  if (kind != WireKind::staged && ranks.size() > 1) return make_nccl_wire(ranks);
#else
  if (kind == WireKind::nccl)
    throw InputError("NCCL was asked for, but this build has none; install it, configure again, or ask for staged");
#endif
  return std::make_unique<StagedWire<Kokkos::Cuda>>(ranks);
}

}  // namespace slurry
