// SPDX-License-Identifier: BSD-3-Clause
#include "base/fft.hpp"
#include "ewald/ranks/batched_travel.hpp"
#include "ewald/ranks/ranked_ewald_impl.hpp"

namespace slurry {
namespace {

/// The transforms of a CUDA device, in the order of the loops of a space.
template <class Real>
struct CudaTransforms : DeviceTransforms<Real> {
  explicit CudaTransforms(const Kokkos::Cuda& space) : DeviceTransforms<Real>(space.cuda_stream()) {}
};

}  // namespace

template <>
std::unique_ptr<RankSide<Kokkos::Cuda>> make_rank_side(Communicator& ranks, const EwaldParameters& parameters,
                                                       const StageVariantNames& asked, double sources, WireKind kind,
                                                       bool several_radii) {
  return std::make_unique<RankSideOf<BatchedTravel<Kokkos::Cuda, CudaTransforms>>>(ranks, parameters, asked, sources,
                                                                                   kind, several_radii);
}

}  // namespace slurry
