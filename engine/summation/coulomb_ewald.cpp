// SPDX-License-Identifier: BSD-3-Clause
#include "summation/coulomb_ewald.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/loop_name.hpp"
#include "base/stage_timer.hpp"
#include "base/text.hpp"
#include "slurry/error.hpp"
#include "summation/ewald_errors.hpp"

namespace slurry {

using std::numbers::pi;

namespace {

template <class Space>
double sum_of(const Space& space, const typename CoulombEwald<Space>::Charges& charges) {
  double total = 0;
  Kokkos::parallel_reduce(
      "slurry::summation::net_charge"_loop, Kokkos::RangePolicy<Space>(space, 0, static_cast<int>(charges.extent(0))),
      KOKKOS_LAMBDA(int i, double& sum) { sum += charges(i); }, total);
  return total;
}

/// phi += c charges.
template <class Space>
void add_charges(const Space& space, double c, const typename CoulombEwald<Space>::Charges& charges,
                 const FieldScalars<Space>& phi) {
  Kokkos::parallel_for(
      "slurry::summation::own_charges"_loop, Kokkos::RangePolicy<Space>(space, 0, static_cast<int>(phi.extent(0))),
      KOKKOS_LAMBDA(int i) { phi(i) += c * charges(i); });
}

template <class Space>
void add_number(const Space& space, double c, const FieldScalars<Space>& phi) {
  if (c == 0) return;
  Kokkos::parallel_for(
      "slurry::summation::constant"_loop, Kokkos::RangePolicy<Space>(space, 0, static_cast<int>(phi.extent(0))),
      KOKKOS_LAMBDA(int i) { phi(i) += c; });
}

EwaldParameters checked(EwaldParameters p) {
  if (p.layer != Layer::coulomb) throw InputError("these are not the parameters of a Coulomb sum");
  p.pressure = false;
  return p;
}

}  // namespace

template <class Space>
CoulombEwald<Space>::CoulombEwald(const Space& space, const EwaldParameters& parameters, const EwaldStages& stages)
    : space_(space),
      p_(checked(parameters)),
      split_(make_split(p_)),
      points_(make_cell_grid(p_.box, p_.cutoff_radius, p_.near_row_width)),
      near_(make_near_field(space, p_, *split_, NearTask::charges, stages.asked, *stages.near)),
      far_(make_far_field(space, p_, *split_, *split_, 1, stages.asked, *stages.far)) {
  dropped_self_ = 2 / pi * dropped_self_integral(*split_, p_.cutoff_radius, pi / coarsest_spacing(far_->grid()));
}

template <class Space>
void CoulombEwald<Space>::set_points(ConstVectors<Space> sources, ConstVectors<Space> targets, bool same) {
  const StageScope scope(times_, "sort");
  points_.set(space_, sources, {{targets, 0, same}});
  far_->set_points(points_, {0});
}

template <class Space>
void CoulombEwald<Space>::apply(Charges charges, const FieldScalars<Space>& potential,
                                const FieldGradients<Space>& gradient) {
  const std::size_t sources = points_[PointLayouts<Space>::sources].count;
  if (charges.extent(0) != sources)
    throw InputError(text("{} charges were given for {} sources", charges.extent(0), sources));
  double total = 0;
  {
    const StageScope scope(times_, "P2P");
    points_.new_density();
    near_->apply_charges(points_, charges, 0, gradient, potential);
    if (points_.are_sources(0)) add_charges<Space>(space_, dropped_self_, charges, potential);
    total = sum_of<Space>(space_, charges);
  }
  far_->spread_charges(points_, charges, times_);
  far_->convolve(times_);
  const StageScope scope(times_, "G2P");
  far_->gather_potential(points_[0], {as_column<Space>(potential), gradient});
  add_number<Space>(space_, far_->zero_mode_constant()[0] * total, potential);
}

template <class Space>
double CoulombEwald<Space>::predicted_rms_error(double squared_charge_sum) const {
  // (4 pi)^2 against (8 pi)^2 2/3
  return predicted_velocity_error(p_, *split_, far_->grid(), 0, 3.0 / 8 * squared_charge_sum);
}
template <class Space>
double CoulombEwald<Space>::predicted_gradient_error(double squared_charge_sum) const {
  const double rc = p_.cutoff_radius, volume = p_.box.volume(), steep = steepness_at_cutoff(p_),
               near = split_->near_truncation().single * rc / volume;
  return std::sqrt(squared_charge_sum *
                   (8 / (volume * rc) * split_->tail_integral(pi * rc / coarsest_spacing(far_->grid()), 0) +
                    3.0 / 8 * steep * steep * near));
}

#define SLURRY_INSTANTIATE(Space) template class CoulombEwald<Space>;
SLURRY_FOR_EACH_SPACE(SLURRY_INSTANTIATE)
#undef SLURRY_INSTANTIATE

}  // namespace slurry
