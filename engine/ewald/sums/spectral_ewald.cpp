// SPDX-License-Identifier: BSD-3-Clause
#include "ewald/sums/spectral_ewald.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "base/execution.hpp"
#include "base/pace.hpp"
#include "base/stage_timer.hpp"
#include "base/text.hpp"
#include "ewald/sums/ewald_errors.hpp"
#include "ewald/sums/grid_sum_parts.hpp"
#include "ewald/sums/net_force.hpp"
#include "ewald/sums/source_loops.hpp"
#include "kernels/split_difference.hpp"
#include "slurry/error.hpp"

namespace slurry {

using std::numbers::pi;

namespace {

EwaldParameters completed(EwaldParameters p) {
  if (p.layer == Layer::coulomb) p.pressure = false;  // charges have none
  return p;
}

}  // namespace

void add_variants(const StageVariantNames& some, StageVariantNames& all) {
  for (const auto& v : some)
    if (std::none_of(all.begin(), all.end(),
                     [&](const auto& w) { return w.stage == v.stage && w.variant == v.variant; }))
      all.push_back(v);
}

template <class Space>
SpectralEwald<Space>::SpectralEwald(const Space& space, const EwaldParameters& parameters, const EwaldLevel& level,
                                    const EwaldStages& stages)
    : space_(space),
      p_(completed(parameters)),
      split_(make_split(p_)),
      difference_(level.coarser ? std::make_unique<SplitDifference>(*split_, p_.cutoff_radius, *level.coarser)
                                : nullptr),
      dropped_by_coarser_(level.dropped_by_coarser),
      points_(make_cell_grid(p_.box, p_.cutoff_radius, p_.near_row_width)),
      near_(make_near_field(space, p_, *split_, has_charges() ? NearTask::charges : NearTask::velocities, stages.asked,
                            *stages.near)) {
  if (level.near_alone) return;
  far_ = make_far_field(space, p_, *split_, difference_ ? *difference_ : *split_, spread_components(p_), stages.asked,
                        *stages.far, stages.sources);
  dropped_of_points_ = dropped_self(0);
}

template <class Space>
NearPair SpectralEwald<Space>::near_pair(double target_radius) const {
  NearPair pair = near_pair_of(p_, *split_, target_radius, source_radius_);
  if (far_ && !has_charges()) pair.self = pair.g == 0 ? dropped_of_points_ : dropped_self(pair.g);
  return pair;
}

/// A coarser far part has no modes left where this grid ends.
template <class Space>
double SpectralEwald<Space>::dropped_self(double g) const {
  return dropped_by_coarser_ + dropped_self_velocity(p_, *split_, far_->grid(), g);
}

template <class Space>
void SpectralEwald<Space>::set_points(ConstVectors<Space> x, double radius, const std::vector<TargetSet<Space>>& sets,
                                      const PointExtent* within, ConstVectors<Space> others, bool with_own) {
  const StageScope scope(times_, "sort");
  for (const auto& t : sets) {
    if (t.radii.extent(0) > 0) throw InputError("this sum needs one radius for all targets of a set");
    if (has_fields() && (radius > 0 || t.radius > 0))
      throw InputError("gradient and pressure are available for points only, not for bodies of finite size");
  }
  points_.set(space_, x, sets, within, others, with_own);
  const bool whole_positions = p_.zero_mode == ZeroMode::zero_face_flux;
  if (whole_positions) positions_ = x;
  const bool other_radius = radius != source_radius_;
  source_radius_ = radius;
  if (targets_.size() != sets.size()) targets_.resize(sets.size());
  laplacian_.clear();
  for (std::size_t k = 0; k < sets.size(); ++k) {
    Target& t = targets_[k];
    if (t.radius != sets[k].radius || other_radius) t.pair = near_pair(sets[k].radius);
    t.radius = sets[k].radius;
    if (whole_positions) t.positions = sets[k].positions;
    const auto found = std::find(laplacian_.begin(), laplacian_.end(), t.pair.g);
    t.result = static_cast<int>(found - laplacian_.begin());
    if (found == laplacian_.end()) laplacian_.push_back(t.pair.g);
  }
  if (!has_charges()) near_->set_points(points_);
  if (far_) far_->set_points(points_, laplacian_);
}

template <class Space>
void SpectralEwald<Space>::check(const Density<Space>& d, const std::vector<TargetFields<Space>>& fields) const {
  if (has_charges()) throw InputError("a Coulomb sum needs charges, not forces or dipoles");
  const std::size_t sources = points_[PointLayouts<Space>::sources].count;
  const auto wrong = [&](const ConstVectors<Space>& v) { return v.extent(0) != sources; };
  if (p_.layer != Layer::double_layer && wrong(d.forces))
    throw InputError(text("{} forces were given for {} sources", d.forces.extent(0), sources));
  if (has_dipoles() && (wrong(d.dipoles) || wrong(d.normals)))
    throw InputError(text("{} densities q and {} normals n were given for {} sources", d.dipoles.extent(0),
                          d.normals.extent(0), sources));
  for (const auto& f : fields)
    if ((f.gradient.extent(0) > 0 && !p_.gradient) || (f.pressure.extent(0) > 0 && !p_.pressure))
      throw InputError("the sum was planned without gradient and pressure, so it cannot compute them");
}

template <class Space>
void SpectralEwald<Space>::begin(const Density<Space>& density) {
  points_.new_density();
  net_source_ = has_dipoles() && far_ && any_net_source<Space>(space_, density);
}

template <class Space>
void SpectralEwald<Space>::near(const Density<Space>& density, const std::vector<Vectors<Space>>& velocities,
                                const Density<Space>& of_others, const Vectors<Space>& velocities_of_others) {
  const StageScope scope(times_, "P2P");
  begin(density);
  for (std::size_t k = 0; k < targets_.size(); ++k)
    if (points_.meets_others())
      near_->apply_with_others(points_, density, targets_[k].pair, velocities[k], of_others, velocities_of_others);
    else if (velocities[k].extent(0) > 0)
      near_->apply(points_, density, static_cast<int>(k), targets_[k].pair, velocities[k]);
}

template <class Space>
void SpectralEwald<Space>::gather(const std::vector<Vectors<Space>>& velocities) {
  const StageScope scope(times_, "G2P");
  for (std::size_t k = 0; k < targets_.size(); ++k)
    if (velocities[k].extent(0) > 0) far_->gather(points_[static_cast<int>(k)], velocities[k], targets_[k].result);
}

/// The views that are wanted, or memory for what comes along with them.
template <class Space>
TargetFields<Space> SpectralEwald<Space>::complete(int set, const TargetFields<Space>& wanted) {
  Target& t = targets_[set];
  const std::size_t count = points_[set].count;
  TargetFields<Space> all = wanted;
  if (all.gradient.extent(0) == 0) {
    if (t.gradient.extent(0) != count)
      t.gradient =
          FieldGradients<Space>(Kokkos::view_alloc("slurry::p2p::gradient", Kokkos::WithoutInitializing), count, 9);
    all.gradient = t.gradient;
  }
  if (all.pressure.extent(0) == 0) {
    if (t.pressure.extent(0) != count)
      t.pressure = FieldScalars<Space>(Kokkos::view_alloc("slurry::p2p::pressure", Kokkos::WithoutInitializing), count);
    all.pressure = t.pressure;
  }
  return all;
}

template <class Space>
void SpectralEwald<Space>::apply(ConstVectors<Space> forces, const std::vector<Vectors<Space>>& velocities) {
  apply(Density<Space>{forces, {}, {}}, velocities, {});
}
template <class Space>
void SpectralEwald<Space>::apply(const Density<Space>& density, const std::vector<Vectors<Space>>& velocities) {
  apply(density, velocities, {});
}
template <class Space>
void SpectralEwald<Space>::apply(const Density<Space>& density, const std::vector<Vectors<Space>>& velocities,
                                 const std::vector<TargetFields<Space>>& fields) {
  check(density, fields);
  may_stop();
  const int sets = static_cast<int>(targets_.size());
  const SortedVelocities<Space>* in_order = nullptr;
  {
    const StageScope scope(times_, "P2P");
    begin(density);
    if (sets == 1 && points_.are_sources(0) && !has_fields() && near_->sums_in_order(0))
      in_order = &points_.template get<SortedVelocities<Space>>(space_, 0);
    for (int k = 0; k < sets; ++k) {
      near_->apply(points_, density, k, targets_[k].pair, in_order ? in_order->u : velocities[k],
                   in_order ? Numbering::sorted : Numbering::given);
      may_stop();
    }
    for (std::size_t k = 0; k < fields.size(); ++k) {
      const int set = static_cast<int>(k);
      const auto all = complete(set, fields[k]);
      near_->apply_fields(points_, density, set, all.gradient, all.pressure);
    }
  }
  const int components = net_source_ ? 4 : 3, outputs = 3 * static_cast<int>(laplacian_.size()) + (p_.pressure ? 1 : 0);
  work_ = {components, outputs, components + outputs};
  may_stop();
  spread(density, components);
  may_stop();
  convolve();
  may_stop();
  const StageScope scope(times_, "G2P");
  std::array<double, 3> left_out{};
  if (density.single()) left_out = scaled_net_force<Space>(space_, zero_mode_constant(), density.forces);
  if (in_order) {
    far_->gather(in_order->points, in_order->u, targets_[0].result);
    unsort<Space>(space_, points_[0], in_order->u, left_out, velocities[0]);
  }
  for (int k = 0; k < sets && !in_order; ++k) {
    far_->gather(points_[k], velocities[k], targets_[k].result);
    add_constant<Space>(space_, left_out, velocities[k]);
    if (k < static_cast<int>(fields.size())) far_->gather_fields(points_[k], fields[k], targets_[k].result);
  }
  if (p_.zero_mode != ZeroMode::zero_face_flux) return;
  const auto moments = net_source_moments<Space>(space_, positions_, density);
  for (std::size_t k = 0; k < targets_.size(); ++k)
    add_face_flux<Space>(space_, -8 * pi / p_.box.volume(), moments, targets_[k].positions, velocities[k],
                         k < fields.size() ? fields[k].gradient : FieldGradients<Space>());
}

template <class Space>
void SpectralEwald<Space>::apply(const PointCharges<Space>& charges, const FieldScalars<Space>& potential,
                                 const FieldGradients<Space>& gradient) {
  if (!has_charges()) throw InputError("charges were given, but the parameters are not those of a Coulomb sum");
  const std::size_t sources = points_[PointLayouts<Space>::sources].count;
  if (charges.extent(0) != sources)
    throw InputError(text("{} charges were given for {} sources", charges.extent(0), sources));
  double total = 0;
  {
    const StageScope scope(times_, "P2P");
    points_.new_density();
    near_->apply_charges(points_, charges, 0, gradient, potential);
    if (points_.are_sources(0)) add_charges<Space>(space_, dropped_of_points_, charges, potential);
    total = net_charge<Space>(space_, charges);
  }
  work_ = {1, 1, 2};
  far_->spread_charges(points_, charges, times_);
  convolve();
  const StageScope scope(times_, "G2P");
  far_->gather_potential(points_[0], {as_column<Space>(potential), gradient});
  add_constant<Space>(space_, zero_mode_constant()[0] * total, potential);
}

template <class Space>
double SpectralEwald<Space>::predicted_field_error(bool pressure, double squared_force_sum, double dipole_norm) const {
  return slurry::predicted_field_error(p_, *split_, far_->grid(), pressure, squared_force_sum, dipole_norm);
}
template <class Space>
std::array<double, 3> SpectralEwald<Space>::predicted_errors_apart(const SumCounts& c, double sources_at_target,
                                                                   const std::array<double, 3>& spread) const {
  return slurry::predicted_errors_apart(p_, *split_, far_->grid(), c, targets_.size() == 1, points_.are_sources(0),
                                        sources_at_target, spread);
}
template <class Space>
double SpectralEwald<Space>::predicted_rms_error(double squared_force_sum, double dipole_norm) const {
  double g = 0;
  for (const auto& t : targets_) g = std::max(g, t.pair.g);
  return predicted_velocity_error(p_, *split_, far_->grid(), g, squares_as_forces(p_, squared_force_sum), dipole_norm);
}

template <class Space>
StageVariantNames SpectralEwald<Space>::variants() const {
  StageVariantNames all;
  add_variants(near_->variants(), all);
  if (far_) add_variants(far_->variants(), all);
  return all;
}

#define SLURRY_INSTANTIATE(Space) template class SpectralEwald<Space>;
SLURRY_FOR_EACH_SPACE(SLURRY_INSTANTIATE)
#undef SLURRY_INSTANTIATE

}  // namespace slurry
