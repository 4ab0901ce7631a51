// SPDX-License-Identifier: BSD-3-Clause
#include "yardsticks/direct_sums/velocity_sum_impl.hpp"

namespace slurry {

template <class Space, class Term>
void sum_velocities(const Space& space, const DirectForm& form, const PackedParticles<Space, Term>& particles,
                    const Vectors<Space>& velocities) {
  direct_sums::sum_in<Space, Term>(space, form, particles, velocities);
}

#define SLURRY_INSTANTIATE(Space)                                                                      \
  template void sum_velocities(const Space&, const DirectForm&, const PackedParticles<Space, double>&, \
                               const Vectors<Space>&);
SLURRY_FOR_EACH_SPACE(SLURRY_INSTANTIATE)

}  // namespace slurry
