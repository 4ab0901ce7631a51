// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/fft.hpp"
#include "ewald/ranks/batched_travel.hpp"
#include "ewald/ranks/ranked_ewald.hpp"

namespace slurry {

/// The transforms of a CUDA device, in the order of the loops of a space.
struct CudaTransforms : DeviceTransforms<double> {
  explicit CudaTransforms(const Kokkos::Cuda& space) : DeviceTransforms<double>(space.cuda_stream()) {}
};

/// The sum of ranks that have a CUDA device each.
using CudaTravel = BatchedTravel<Kokkos::Cuda, CudaTransforms>;
extern template class RankedEwaldOf<CudaTravel>;

}  // namespace slurry
