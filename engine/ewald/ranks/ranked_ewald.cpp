// SPDX-License-Identifier: BSD-3-Clause
#include "ewald/ranks/ranked_ewald_impl.hpp"

namespace slurry {

template class RankedEwaldOf<HostTravel>;

template <>
std::unique_ptr<RankSide<Host>> make_rank_side(Communicator& ranks, const EwaldParameters& parameters,
                                               const StageVariantNames& asked, double sources, WireKind kind,
                                               bool several_radii) {
  if (kind != WireKind::automatic)
    throw InputError("hosts exchange arrays by messages only; leave the wire to automatic, or sum on devices");
  return std::make_unique<RankSideOf<HostTravel>>(ranks, parameters, asked, sources, kind, several_radii);
}

}  // namespace slurry
