// SPDX-License-Identifier: BSD-3-Clause
#include "yardsticks/direct_sums/velocity_sum.hpp"

#include "base/execution.hpp"
#include "base/loop_name.hpp"
#include "base/text.hpp"
#include "slurry/error.hpp"

namespace slurry {
namespace {

/// (N,3) in fp64 -> four numbers each in the precision of the terms.
template <class Space, class Term>
struct Pack {
  ConstVectors<Space> from;
  typename PackedParticles<Space, Term>::Numbers to;
  KOKKOS_FUNCTION void operator()(int i) const {
    for (int c = 0; c < 3; ++c) to(i).value[c] = static_cast<Term>(from(i, c));
    to(i).value[3] = 0;
  }
};

template <class Space, class Term>
void pack(const Space& space, const ConstVectors<Space>& from, typename PackedParticles<Space, Term>::Numbers& to) {
  if (to.extent(0) != from.extent(0))
    to = typename PackedParticles<Space, Term>::Numbers("slurry::direct_sums::packed", from.extent(0));
  Kokkos::parallel_for("slurry::direct_sums::pack"_loop,
                       Kokkos::RangePolicy<Space>(space, 0, static_cast<int>(from.extent(0))),
                       Pack<Space, Term>{from, to});
}

}  // namespace

std::string_view name_of(DirectNumber number) {
  switch (number) {
    case DirectNumber::fp32:
      return "fp32";
    case DirectNumber::fp64:
      return "fp64";
    case DirectNumber::double_single:
      return "double-single";
    case DirectNumber::extended:
      break;
  }
  return "extended";
}

std::string_view name_of(DirectKernel kernel) {
  switch (kernel) {
    case DirectKernel::naive:
      return "naive";
    case DirectKernel::tiling:
      return "tiling";
    case DirectKernel::small_tiling:
      return "small-tiling";
    case DirectKernel::symmetric:
      break;
  }
  return "symmetric";
}

std::string_view name_of(DirectPair pair) {
  switch (pair) {
    case DirectPair::rotne_prager:
      return "rotne-prager";
    case DirectPair::oseen:
      return "oseen";
    case DirectPair::memory_alone:
      break;
  }
  return "memory-alone";
}

template <class Space>
void check_direct_form(const DirectForm& form) {
  using enum DirectNumber;
  const bool terms = form.terms == fp32 || form.terms == fp64;
  const bool wide = form.sums == fp64 || form.sums == extended;
  if (!terms || !(wide || form.terms == fp32))
    throw InputError(text("direct sums have no terms in {} with sums in {}", name_of(form.terms), name_of(form.sums)));
  if (!is_host_space<Space> && (form.sums == extended || form.kernel == DirectKernel::symmetric))
    throw InputError("extended sums and the symmetric kernel are available on the host only");
  const int largest = is_host_space<Space> || form.terms == fp32 ? 1024 : 512;
  if (form.block < 32 || form.block > largest)
    throw InputError(text("a team of a direct sum must have 32 to {} targets, not {}", largest, form.block));
  if (form.lanes < 0 || form.lanes > form.block || (!is_host_space<Space> && form.lanes % form.block != 0))
    throw InputError(text("a team of {} targets cannot have {} lanes here", form.block, form.lanes));
}

template <class Space>
VelocitySum<Space>::VelocitySum(const Space& space, const DirectForm& form, double box) : space_(space), form_(form) {
  check_direct_form<Space>(form);
  if (!(box >= 0)) throw InputError("the edge of a box must not be negative");
  double_.length = box;
  double_.inverse_length = box > 0 ? 1 / box : 0;
  single_.length = static_cast<float>(double_.length);
  single_.inverse_length = static_cast<float>(double_.inverse_length);
}

template <class Space>
void VelocitySum<Space>::set_particles(std::span<const double> positions, std::span<const double> forces) {
  if (positions.size() != forces.size() || positions.size() % 3 != 0)
    throw InputError("positions and forces must have the shape (N,3) with the same N");
  velocities_ = Vectors<Space>("slurry::direct_sums::velocities", positions.size() / 3);
  set_positions(to_space<Space>(positions, "slurry::direct_sums::positions"));
  set_forces(to_space<Space>(forces, "slurry::direct_sums::forces"));
  space_.fence();
}

template <class Space>
void VelocitySum<Space>::set_positions(const ConstVectors<Space>& positions) {
  if (form_.terms == DirectNumber::fp32)
    pack<Space, float>(space_, positions, single_.positions);
  else
    pack<Space, double>(space_, positions, double_.positions);
}

template <class Space>
void VelocitySum<Space>::set_forces(const ConstVectors<Space>& forces) {
  if (form_.terms == DirectNumber::fp32)
    pack<Space, float>(space_, forces, single_.forces);
  else
    pack<Space, double>(space_, forces, double_.forces);
}

template <class Space>
void VelocitySum<Space>::run() {
  if (form_.terms == DirectNumber::fp32)
    sum_velocities(space_, form_, single_, velocities_);
  else
    sum_velocities(space_, form_, double_, velocities_);
}

template <class Space>
std::vector<double> VelocitySum<Space>::host_velocities() const {
  space_.fence();
  std::vector<double> found(3 * count());
  Kokkos::deep_copy(host_vectors(std::span<double>(found)), velocities_);
  return found;
}

#define SLURRY_INSTANTIATE(Space)                            \
  template void check_direct_form<Space>(const DirectForm&); \
  template class VelocitySum<Space>;
SLURRY_FOR_EACH_SPACE(SLURRY_INSTANTIATE)
#undef SLURRY_INSTANTIATE

}  // namespace slurry
