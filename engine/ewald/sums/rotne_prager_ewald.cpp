// SPDX-License-Identifier: BSD-3-Clause
#include "ewald/sums/rotne_prager_ewald.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "base/loop_name.hpp"
#include "base/pace.hpp"
#include "base/stage_timer.hpp"
#include "base/text.hpp"
#include "ewald/sums/ewald_errors.hpp"
#include "ewald/sums/net_force.hpp"
#include "ewald/sums/sphere_loops.hpp"
#include "slurry/error.hpp"

namespace slurry {
namespace {

/// u += a^2/6 bent + constant, the bent part where there is one.
template <class Space>
void add_bent(const Space& space, const SortedPoints<Space>& points, const SphereNumbers<Space>& radii,
              const Vectors<Space>& bent, const std::array<double, 3>& constant, const Vectors<Space>& u) {
  const auto order = points.order;
  const double c0 = constant[0], c1 = constant[1], c2 = constant[2];
  const bool finite = bent.extent(0) > 0;
  Kokkos::parallel_for(
      "slurry::summation::bent"_loop, Kokkos::RangePolicy<Space>(space, 0, static_cast<int>(points.count)),
      KOKKOS_LAMBDA(int k) {
        const int i = order(k);
        const double g = finite ? radii(k) * radii(k) / 6 : 0.0;
        u(i, 0) += c0 + (finite ? g * bent(i, 0) : 0.0);
        u(i, 1) += c1 + (finite ? g * bent(i, 1) : 0.0);
        u(i, 2) += c2 + (finite ? g * bent(i, 2) : 0.0);
      });
}

template <class Space>
void resize(Vectors<Space>& v, std::size_t count, const char* label) {
  if (v.extent(0) == count) return;
  v = Vectors<Space>();
  if (count > 0) v = Vectors<Space>(Kokkos::view_alloc(std::string(label), Kokkos::WithoutInitializing), count);
}

EwaldParameters checked_for_spheres(const EwaldParameters& p) {
  require_spheres(p);
  return p;
}

}  // namespace

template <class Space>
RotnePragerEwald<Space>::RotnePragerEwald(const Space& space, const EwaldParameters& parameters)
    : space_(space),
      p_(checked_for_spheres(parameters)),
      split_(make_split(p_)),
      points_(make_cell_grid(p_.box, p_.cutoff_radius, p_.near_row_width)),
      near_(make_near_field(space, p_, *split_, NearTask::spheres)),
      far_(make_far_field(space, p_, *split_, *split_, 3)) {}

template <class Space>
void RotnePragerEwald<Space>::set_radii(int set, double radius, const SphereRadii<Space>& radii, Radii& result) const {
  const auto& points = points_[set];
  result.moments = moments_of_radii<Space>(space_, points.count, radius, radii);
  sort_radii<Space>(space_, points, radius, radii, result.sorted);
}

template <class Space>
void RotnePragerEwald<Space>::set_points(const SourceSet<Space>& s, const std::vector<TargetSet<Space>>& sets) {
  const StageScope scope(times_, "sort");
  constexpr int sources = PointLayouts<Space>::sources;
  points_.set(space_, s.positions, sets);
  set_radii(sources, s.radius, s.radii, source_radii_);
  const Radii& b = source_radii_;
  sides_ = {b.moments.largest > 0, false};
  const std::size_t count = points_[sources].count;
  if (packed_.extent(0) < count)
    packed_ = PackedSources<Space>(Kokkos::view_alloc("slurry::p2p::packed", Kokkos::WithoutInitializing), count,
                                   packed_sphere);
  resize<Space>(weighted_, sides_.sources ? count : 0, "slurry::radii::weighted");
  if (targets_.size() != sets.size()) targets_.resize(sets.size());
  for (std::size_t k = 0; k < sets.size(); ++k) {
    const int set = static_cast<int>(k);
    if (!points_.are_sources(set)) set_radii(set, sets[k].radius, sets[k].radii, targets_[k].radii);
    const Radii& a = radii_of(set);
    check_radii(p_.cutoff_radius, a.moments.largest, b.moments.largest);
    targets_[k].pair_size = a.moments.pair_size(b.moments);
    sides_.targets = sides_.targets || a.moments.largest > 0;
    resize<Space>(targets_[k].bent, a.moments.largest > 0 ? points_[set].count : 0, "slurry::radii::bent");
  }
  far_->set_points(points_, {0, 0});
}

template <class Space>
void RotnePragerEwald<Space>::apply(ConstVectors<Space> forces, const std::vector<Vectors<Space>>& velocities) {
  const auto& sources = points_[PointLayouts<Space>::sources];
  if (forces.extent(0) != sources.count)
    throw InputError(text("{} forces were given for {} spheres", forces.extent(0), sources.count));
  may_stop();
  const int sets = static_cast<int>(targets_.size());
  std::array<double, 3> constant;
  {
    const StageScope scope(times_, "P2P");
    points_.new_density();
    pack_spheres<Space>(space_, sources, source_radii_.sorted, forces, packed_, weighted_);
    for (int k = 0; k < sets; ++k) near_->apply_radii(points_, packed_, k, radii_of(k).sorted, velocities[k]);
    constant = scaled_net_force<Space>(space_, far_->zero_mode_constant(), forces);
  }
  may_stop();
  far_->spread(points_, {forces, {}, {}}, 3, times_);
  if (sides_.sources) far_->spread(points_, {weighted_, {}, {}}, 3, times_, 1);
  may_stop();
  far_->convolve_radii(sides_, times_);
  may_stop();
  work_ = {sides_.sources ? 6 : 3, sides_.targets ? 6 : 3};
  const StageScope scope(times_, "G2P");
  for (int k = 0; k < sets; ++k) {
    const auto& bent = targets_[k].bent;
    far_->gather(points_[k], velocities[k]);
    if (bent.extent(0) > 0) {
      Kokkos::deep_copy(space_, bent, 0.0);
      far_->gather(points_[k], bent, 1);
    }
    add_bent<Space>(space_, points_[k], radii_of(k).sorted, bent, constant, velocities[k]);
  }
}

template <class Space>
double RotnePragerEwald<Space>::predicted_rms_error(double squared_force_sum) const {
  double size = 0;
  for (const Target& t : targets_) size = std::max(size, t.pair_size);
  return predicted_velocity_error(p_, *split_, far_->grid(), size, squared_force_sum);
}

#define SLURRY_INSTANTIATE(Space) template class RotnePragerEwald<Space>;
SLURRY_FOR_EACH_SPACE(SLURRY_INSTANTIATE)
#undef SLURRY_INSTANTIATE

}  // namespace slurry
