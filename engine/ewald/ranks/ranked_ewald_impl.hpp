// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "base/loop_name.hpp"
#include "ewald/ranks/rank_side.hpp"
#include "ewald/ranks/ranked_ewald.hpp"
#include "ewald/sums/grid_sum_parts.hpp"
#include "ewald/sums/net_force.hpp"
#include "ewald/sums/source_loops.hpp"
#include "ewald/sums/spectral_ewald.hpp"
#include "slurry/error.hpp"

// Definitions for ranked_ewald.hpp. The files that instantiate them include this file.
namespace slurry {
namespace ranked_ewald {

inline EwaldParameters as_on_ranks(EwaldParameters p) {
  p.deterministic = true;  // the same ranks give the same bits, so that transforms are not chosen by the clock
  if (p.layer == Layer::coulomb) p.pressure = false;
  return p;
}

inline NearTask near_task(const EwaldParameters& p, bool several_radii) {
  if (!several_radii) return p.layer == Layer::coulomb ? NearTask::charges : NearTask::velocities;
  require_spheres(p);
  return NearTask::spheres;
}

/// Slabs that consist of one slab, with its lower end at 0.
inline Slabs slabs_of_box(const EwaldParameters& p) {
  Slabs slabs;
  slabs.periodic = p.box.periodicity > 0;
  slabs.length = p.box.lengths[0];
  slabs.lower = 0;
  slabs.spacing = p.box.lengths[0] / p.grid[0];
  slabs.border = {0, p.grid[0]};
  return slabs;
}

inline constexpr double tolerated_load = 1.05;

/// Weight of the heaviest slab.
inline double largest_slab(const std::vector<double>& weight, const std::vector<int>& border) {
  double most = 0;
  for (std::size_t r = 0; r + 1 < border.size(); ++r)
    most = std::max(most, std::accumulate(weight.begin() + border[r], weight.begin() + border[r + 1], 0.0));
  return most;
}

/// The cells of the whole box, without a seam along x: points are placed in its first period.
inline CellGrid cells_of_box(const EwaldParameters& p) {
  CellGrid g = make_cell_grid(p.box, p.cutoff_radius, p.near_row_width);
  g.periodic[0] = false;
  return g;
}
/// Cells for the points that take part in the near field of a slab.
inline CellGrid cells_of_slab(const EwaldParameters& p, double length) {
  CellGrid g = cells_of_box(p);
  const double target = p.cutoff_radius / 4;
  g.length[0] = length;
  g.per_length[0] = 1 / length;
  g.n[0] = std::clamp(static_cast<int>(length / target), 1, 1024);
  g.width[0] = length / g.n[0];
  return g;
}

/// Returns the rows of two sets, one after the other, in new memory.
template <class View, class Travel, class First, class Second>
View joined(const Travel& travel, const typename Travel::Space& space, const First& a, const Second& b) {
  const auto all = travel.template room<View>(a.extent(0) + b.extent(0));
  using Space = typename Travel::Space;
  using Numbers = Kokkos::View<double*, typename Space::memory_space>;
  using ConstNumbers = Kokkos::View<const double*, typename Space::memory_space>;
  Kokkos::deep_copy(space, Numbers(all.data(), a.size()), ConstNumbers(a.data(), a.size()));
  Kokkos::deep_copy(space, Numbers(all.data() + a.size(), b.size()), ConstNumbers(b.data(), b.size()));
  return all;
}

/// Returns the radii of a set, one for each point.
template <class Space>
SphereNumbers<Space> each_radius(const Space& space, std::size_t count, double radius,
                                 const SphereRadii<Space>& radii) {
  const SphereNumbers<Space> all(Kokkos::view_alloc("slurry::ranks::radii", Kokkos::WithoutInitializing), count);
  if (radii.extent(0) > 0)
    Kokkos::deep_copy(space, all, radii);
  else
    Kokkos::deep_copy(space, all, radius);
  return all;
}

/// Computes the forces times a^2/6.
template <class Space>
void weight_forces(const Space& space, const SphereNumbers<Space>& radii, const ConstVectors<Space>& f,
                   const Vectors<Space>& weighted) {
  Kokkos::parallel_for(
      "slurry::ranks::weight_forces"_loop, Kokkos::RangePolicy<Space>(space, 0, static_cast<int>(f.extent(0))),
      KOKKOS_LAMBDA(int i) {
        for (int d = 0; d < 3; ++d) weighted(i, d) = radii(i) * radii(i) / 6 * f(i, d);
      });
}
/// Computes u += a^2/6 bent.
template <class Space>
void add_bent_field(const Space& space, const SphereNumbers<Space>& radii, const Vectors<Space>& bent,
                    const Vectors<Space>& u) {
  Kokkos::parallel_for(
      "slurry::ranks::bent"_loop, Kokkos::RangePolicy<Space>(space, 0, static_cast<int>(u.extent(0))),
      KOKKOS_LAMBDA(int i) {
        for (int d = 0; d < 3; ++d) u(i, d) += radii(i) * radii(i) / 6 * bent(i, d);
      });
}

/// Computes u += c f for the first points of u.
template <class Space>
void add_own(const Space& space, double c, const ConstVectors<Space>& f, const Vectors<Space>& u) {
  Kokkos::parallel_for(
      "slurry::ranks::own"_loop, Kokkos::RangePolicy<Space>(space, 0, static_cast<int>(f.extent(0))),
      KOKKOS_LAMBDA(int i) {
        for (int d = 0; d < 3; ++d) u(i, d) += c * f(i, d);
      });
}

}  // namespace ranked_ewald

template <class Travel>
RankedEwaldOf<Travel>::RankedEwaldOf(Communicator& ranks, const EwaldParameters& parameters,
                                     const StageVariantNames& asked, double sources, Travel travel, bool several_radii)
    : ranks_(ranks),
      travel_(std::move(travel)),
      p_(ranked_ewald::as_on_ranks(parameters)),
      asked_(asked),
      planned_sources_(sources),
      split_(make_split(p_)),
      near_(make_near_field(space_, p_, *split_, ranked_ewald::near_task(p_, several_radii), asked_)),
      transforms_(travel_.transforms()),
      far_points_(ranked_ewald::cells_of_box(p_)),
      several_radii_(several_radii) {
  using namespace ranked_ewald;
  const auto classes = plane_classes(p_, make_far_grid(p_), FarMultiplier(p_, *split_));
  modes_ = modes_of_ranks(classes, ranks.size());
  Slabs even = slabs_of_box(p_);  // transforms are planned here, and serve all borders
  even.border = choose_borders(std::vector<double>(static_cast<std::size_t>(p_.grid[0]), 0.0), ranks.size());
  cut(even);
  ranks_.barrier();  // who is ready waits here, and not in a stage
}

/// Makes the far field of a slab, unless the rank already has it.
template <class Travel>
void RankedEwaldOf<Travel>::cut(const Slabs& slabs) {
  if (slabs_ && slabs_->slabs().border == slabs.border) return slabs_->move_to(slabs.lower);
  far_.reset();  // knows the share
  slabs_ = std::make_unique<typename Travel::Share>(ranks_, p_, slabs, modes_, transforms_);
  far_ = make_far_field<Space>(space_, p_, *split_, *split_, spread_components(p_), asked_, far_slots(),
                               planned_sources_, slabs_.get());
  near_points_.reset();
}

/// Chooses borders by one histogram of planes that is summed over the ranks (theory/many-ranks.md (B1)). Only points
/// are counted. Returns the placed x of the sources, and of each set of targets that are not the sources.
template <class Travel>
std::vector<typename Travel::Places> RankedEwaldOf<Travel>::place_slabs(const SourceSet<Space>& sources,
                                                                        const std::vector<TargetSet<Space>>& targets) {
  PointExtent mine;
  mine.include<Space>(space_, sources.positions);
  for (const auto& t : targets)
    if (!t.are_sources) mine.include<Space>(space_, t.positions);
  extent_ = mine;
  for (const PointExtent& other : ranks_.gather(mine)) {
    for (int d = 0; d < 3; ++d) {
      extent_.lower[d] = std::min(extent_.lower[d], other.lower[d]);
      extent_.upper[d] = std::max(extent_.upper[d], other.upper[d]);
    }
    extent_.finite = extent_.finite && other.finite;
  }
  CellGrid cells = make_cell_grid(p_.box, p_.cutoff_radius, p_.near_row_width);
  extent_.place(cells);
  Slabs slabs = ranked_ewald::slabs_of_box(p_);
  if (!slabs.periodic) slabs.lower = cells.origin[0];
  std::vector<double> weight(static_cast<std::size_t>(p_.grid[0]), 0.0);
  std::vector<typename Travel::Places> placed;
  const auto count = [&](const ConstVectors<Space>& x) {
    travel_.count(slabs, placed.emplace_back(travel_.places(slabs, x)), weight);
  };
  count(sources.positions);
  for (const auto& t : targets)
    if (!t.are_sources) count(t.positions);
  // Points that move a little stay with the borders there are: another slab is another far field.
  weight = ranks_.sum(weight);
  slabs.border = slabs_->slabs().border;
  const std::vector<int> best = choose_borders(weight, ranks_.size());
  if (ranked_ewald::largest_slab(weight, slabs.border) >
      ranked_ewald::tolerated_load * ranked_ewald::largest_slab(weight, best))
    slabs.border = best;
  cut(slabs);
  return placed;
}

template <class Travel>
void RankedEwaldOf<Travel>::set_points(const SourceSet<Space>& sources, const std::vector<TargetSet<Space>>& targets) {
  const StageScope scope(times_, "sort");
  bool several_radii = sources.radii.extent(0) > 0;
  for (const auto& t : targets) several_radii = several_radii || t.radii.extent(0) > 0;
  if (several_radii && !several_radii_)
    throw InputError("this sum was made for points of one radius, and cannot take a radius for each of them");
  travel_.begin_points();
  const auto placed = place_slabs(sources, targets);
  const Slabs& slabs = slabs_->slabs();
  source_radius_ = sources.radius;
  const bool as_given = p_.zero_mode == ZeroMode::zero_face_flux;  // positions as given count
  sources_ = travel_.to_owners(slabs, placed.at(0));
  given_ = travel_.vectors(sources_, sources.positions);
  placed_ = travel_.placed(slabs, given_, as_given);
  std::size_t set_of_its_own = 0;
  targets_.clear();
  laplacian_.clear();
  FarGrid whole = make_far_grid(p_);
  for (const auto& set : targets) {
    Targets& t = targets_.emplace_back();
    t.are_sources = set.are_sources;
    t.share = set.are_sources ? sources.positions.extent(0) : set.positions.extent(0);
    if (!set.are_sources) {
      t.route = travel_.to_owners(slabs, placed.at(++set_of_its_own));
      t.given = travel_.vectors(t.route, set.positions);
      t.placed = travel_.placed(slabs, t.given, as_given);
    } else {
      t.given = given_;
      t.placed = placed_;
    }
    if (several_radii_) continue;
    t.pair = near_pair_of(p_, *split_, set.radius, source_radius_);
    if (!charges()) t.pair.self = dropped_self_velocity(p_, *split_, whole, t.pair.g);
    const auto found = std::find(laplacian_.begin(), laplacian_.end(), t.pair.g);
    t.result = static_cast<int>(found - laplacian_.begin());
    if (found == laplacian_.end()) laplacian_.push_back(t.pair.g);
  }
  half_shell_ = Travel::half_shell && targets_.size() == 1 && targets_[0].are_sources && !p_.gradient && !p_.pressure &&
                !charges() && !several_radii_;
  set_near_points();
  if (several_radii_) set_radii(sources, targets);
  std::vector<TargetSet<Space>> own;
  for (const Targets& t : targets_) own.push_back({t.placed, 0, t.are_sources});
  PointExtent within = extent_;
  if (slabs.periodic) {
    within.lower[0] = 0;
    within.upper[0] = slabs.length;
  }
  far_points_.set(space_, placed_, own, &within);
  far_->set_points(far_points_, laplacian_);
}

/// Sets the rank's own points and the copies of other points within the cutoff. Points may lie outside of their slab by
/// rounding, and in an open box as far as PointExtent::place allows.
template <class Travel>
void RankedEwaldOf<Travel>::set_near_points() {
  const Slabs& slabs = slabs_->slabs();
  const int me = ranks_.rank();
  const double reach = p_.cutoff_radius * (1 + 1e-9) + 4e-9 * slabs.length;
  ghosts_ = travel_.to_neighbours(slabs, placed_, reach, half_shell_ ? GhostSide::right : GhostSide::both);
  const Vectors<Space> copies = travel_.copies(ghosts_, placed_);
  if (!near_points_)
    near_points_.emplace(ranked_ewald::cells_of_slab(p_, std::max(slabs.planes(me), 1) * slabs.spacing + 2 * reach));
  PointExtent within = extent_;
  within.lower[0] = slabs.begin(me) - reach;
  within.upper[0] = within.lower[0] + near_points_->cells().length[0];
  if (half_shell_) {
    if (placed_.extent(0) == 0) return;  // there is nobody to meet the copies
    near_points_->set(space_, placed_, {{placed_, 0, true}}, &within, copies);
  } else {
    std::vector<TargetSet<Space>> own;
    for (const Targets& t : targets_) own.push_back({t.placed, 0, false});
    near_points_->set(space_, ranked_ewald::joined<Vectors<Space>>(travel_, space_, placed_, copies), own, &within);
  }
  if (!charges()) near_->set_points(*near_points_);
}

/// Brings the radii to the owners of the spheres and to their copies.
template <class Travel>
void RankedEwaldOf<Travel>::set_radii(const SourceSet<Space>& sources, const std::vector<TargetSet<Space>>& sets) {
  using namespace ranked_ewald;
  constexpr int of_sources = PointLayouts<Space>::sources;
  // also of ranks that have no point of a set
  const auto largest_of_all = [&](const SphereNumbers<Space>& radii) {
    double most = 0;
    if (radii.extent(0) > 0) most = moments_of_radii<Space>(space_, radii.extent(0), 0, radii).largest;
    for (const double other : ranks_.gather(most)) most = std::max(most, other);
    return most;
  };
  source_radii_ =
      travel_.numbers(sources_, each_radius<Space>(space_, sources.positions.extent(0), sources.radius, sources.radii));
  met_radii_ =
      joined<SphereNumbers<Space>>(travel_, space_, source_radii_, travel_.numbers(ghosts_.route, source_radii_));
  sort_radii<Space>(space_, (*near_points_)[of_sources], 0, met_radii_, sorted_met_radii_);
  const double largest = largest_of_all(source_radii_);
  sides_ = {largest > 0, false};
  for (std::size_t k = 0; k < targets_.size(); ++k) {
    Targets& t = targets_[k];
    t.radii = source_radii_;
    if (!t.are_sources)
      t.radii = travel_.numbers(t.route,
                                each_radius<Space>(space_, sets[k].positions.extent(0), sets[k].radius, sets[k].radii));
    t.largest_radius = t.are_sources ? largest : largest_of_all(t.radii);
    check_radii(p_.cutoff_radius, t.largest_radius, largest);
    sides_.targets = sides_.targets || t.largest_radius > 0;
    sort_radii<Space>(space_, (*near_points_)[static_cast<int>(k)], 0, t.radii, t.sorted_radii);
  }
  laplacian_ = {0, 0};
}

template <class Travel>
void RankedEwaldOf<Travel>::apply(const SumDensity<Space>& density, const std::vector<SumFields<Space>>& results) {
  SumDensity<Space> own;
  std::optional<StageScope> travels(std::in_place, times_, "sort");
  travel_.begin_density();
  if (charges()) {
    own.charges = travel_.numbers(sources_, density.charges);
  } else {
    if (p_.layer != Layer::double_layer) own.layers.forces = travel_.vectors(sources_, density.layers.forces);
    if (dipoles()) {
      own.layers.dipoles = travel_.vectors(sources_, density.layers.dipoles);
      own.layers.normals = travel_.vectors(sources_, density.layers.normals);
    }
  }
  travels.reset();
  far_points_.new_density();
  if (near_points_) near_points_->new_density();
  std::vector<SumFields<Space>> local(targets_.size());
  const std::size_t slopes = charges() ? 3 : 9;
  for (std::size_t k = 0; k < targets_.size(); ++k) {
    const std::size_t count = owned(targets_[k]);
    if (charges())
      local[k].potential = FieldScalars<Space>("slurry::ranks::potential", count);
    else
      local[k].velocity = travel_.zeros(count);
    if (!charges() && !p_.gradient && !p_.pressure) continue;
    local[k].gradient = FieldGradients<Space>("slurry::ranks::gradient", count, slopes);
    if (!charges()) local[k].pressure = FieldScalars<Space>("slurry::ranks::pressure", count);
  }
  if (charges())
    apply_charges(own, local.at(0));
  else if (several_radii_)
    apply_spheres(own.layers.forces, local);
  else
    apply_velocities(own, local);
  travels.emplace(times_, "sort");
  for (std::size_t k = 0; k < targets_.size(); ++k) {
    const typename Travel::Route& route = route_of(targets_[k]);
    const std::size_t count = owned(targets_[k]);
    const SumFields<Space>& r = results.at(k);
    if (charges()) travel_.template home<1>(route, local[k].potential.data(), count, r.potential.data());
    if (!charges()) travel_.template home<3>(route, local[k].velocity.data(), count, r.velocity.data());
    // whether a rank wants them is the same on all of them: it follows from the parameters
    if (charges() && p_.gradient) travel_.template home<3>(route, local[k].gradient.data(), count, r.gradient.data());
    if (!charges() && p_.gradient) travel_.template home<9>(route, local[k].gradient.data(), count, r.gradient.data());
    if (!charges() && p_.pressure) travel_.template home<1>(route, local[k].pressure.data(), count, r.pressure.data());
  }
}

template <class Travel>
void RankedEwaldOf<Travel>::apply_velocities(const SumDensity<Space>& density, std::vector<SumFields<Space>>& local) {
  const Density<Space>& own = density.layers;
  const std::size_t mine = placed_.extent(0);
  const bool forces = p_.layer != Layer::double_layer;
  {
    const StageScope scope(times_, "P2P");
    Density<Space> copies;
    if (forces) copies.forces = travel_.vectors(ghosts_.route, own.forces);
    if (dipoles()) {
      copies.dipoles = travel_.vectors(ghosts_.route, own.dipoles);
      copies.normals = travel_.vectors(ghosts_.route, own.normals);
    }
    const std::size_t met = ghosts_.route.arriving();
    if (half_shell_) {
      const Vectors<Space> home("slurry::ranks::home", met);
      if (mine > 0 && met > 0)
        near_->apply_with_others(*near_points_, own, targets_[0].pair, local[0].velocity, copies, home);
      else if (mine > 0)
        near_->apply(*near_points_, own, 0, targets_[0].pair, local[0].velocity);
      if constexpr (Travel::half_shell) travel_.add_home(ghosts_.route, home, local[0].velocity);
    } else if (mine + met > 0) {
      Density<Space> all;
      if (forces) all.forces = ranked_ewald::joined<Vectors<Space>>(travel_, space_, own.forces, copies.forces);
      if (dipoles()) {
        all.dipoles = ranked_ewald::joined<Vectors<Space>>(travel_, space_, own.dipoles, copies.dipoles);
        all.normals = ranked_ewald::joined<Vectors<Space>>(travel_, space_, own.normals, copies.normals);
      }
      for (std::size_t k = 0; k < targets_.size(); ++k) {
        if (owned(targets_[k]) == 0) continue;
        const int set = static_cast<int>(k);
        near_->apply(*near_points_, all, set, targets_[k].pair, local[k].velocity);
        if (targets_[k].are_sources && forces)  // no set of targets of the near field is its sources
          ranked_ewald::add_own<Space>(space_, targets_[k].pair.self, own.forces, local[k].velocity);
        if (p_.gradient || p_.pressure)
          near_->apply_fields(*near_points_, all, set, local[k].gradient, local[k].pressure);
      }
    }
  }
  const bool net_source = dipoles() && ranks_.any(any_net_source<Space>(space_, own));
  far_->spread(far_points_, own, net_source ? 4 : 3, times_);
  far_->convolve(times_);
  const StageScope scope(times_, "G2P");
  std::array<double, 3> left_out{};
  if (forces) {
    const auto part = scaled_net_force<Space>(space_, far_->zero_mode_constant(), own.forces);
    const auto all = ranks_.sum(part);
    std::copy(all.begin(), all.end(), left_out.begin());
  }
  for (std::size_t k = 0; k < targets_.size(); ++k) {
    if (owned(targets_[k]) == 0) continue;
    const SortedPoints<Space>& at = far_points_[static_cast<int>(k)];
    far_->gather(at, local[k].velocity, targets_[k].result);
    add_constant<Space>(space_, left_out, local[k].velocity);
    TargetFields<Space> fields;
    if (p_.gradient) fields.gradient = local[k].gradient;
    if (p_.pressure) fields.pressure = local[k].pressure;
    if (p_.gradient || p_.pressure) far_->gather_fields(at, fields, targets_[k].result);
  }
  if (p_.zero_mode != ZeroMode::zero_face_flux) return;
  std::array<double, 4> moments{};
  if (dipoles()) moments = net_source_moments<Space>(space_, given_, own);
  const auto all = ranks_.sum(moments);
  std::copy(all.begin(), all.end(), moments.begin());
  for (std::size_t k = 0; k < targets_.size(); ++k)
    add_face_flux<Space>(space_, -8 * std::numbers::pi / p_.box.volume(), moments, targets_[k].given, local[k].velocity,
                         p_.gradient ? local[k].gradient : FieldGradients<Space>());
}

/// Computes the sum of RotnePragerEwald.
template <class Travel>
void RankedEwaldOf<Travel>::apply_spheres(const ConstVectors<Space>& own, std::vector<SumFields<Space>>& local) {
  using namespace ranked_ewald;
  {
    const StageScope scope(times_, "P2P");
    const auto all = joined<Vectors<Space>>(travel_, space_, own, travel_.vectors(ghosts_.route, own));
    const SortedPoints<Space>& met = (*near_points_)[PointLayouts<Space>::sources];
    const PackedSources<Space> packed(Kokkos::view_alloc("slurry::p2p::packed", Kokkos::WithoutInitializing),
                                      all.extent(0), packed_sphere);
    pack_spheres<Space>(space_, met, sorted_met_radii_, all, packed, {});
    for (std::size_t k = 0; k < targets_.size(); ++k)
      if (owned(targets_[k]) > 0)
        near_->apply_radii(*near_points_, packed, static_cast<int>(k), targets_[k].sorted_radii, local[k].velocity);
  }
  far_->spread(far_points_, {own, {}, {}}, 3, times_);
  if (sides_.sources) {
    const auto weighted = travel_.template room<Vectors<Space>>(own.extent(0));
    weight_forces<Space>(space_, source_radii_, own, weighted);
    far_->spread(far_points_, {weighted, {}, {}}, 3, times_, 1);
  }
  far_->convolve_radii(sides_, times_);
  const StageScope scope(times_, "G2P");
  const auto part = scaled_net_force<Space>(space_, far_->zero_mode_constant(), own);
  const auto whole = ranks_.sum(part);
  std::array<double, 3> left_out{};
  std::copy(whole.begin(), whole.end(), left_out.begin());
  for (std::size_t k = 0; k < targets_.size(); ++k) {
    const std::size_t count = owned(targets_[k]);
    if (count == 0) continue;
    const SortedPoints<Space>& at = far_points_[static_cast<int>(k)];
    far_->gather(at, local[k].velocity);
    if (targets_[k].largest_radius > 0) {
      const Vectors<Space> bent = travel_.zeros(count);
      far_->gather(at, bent, 1);
      add_bent_field<Space>(space_, targets_[k].radii, bent, local[k].velocity);
    }
    add_constant<Space>(space_, left_out, local[k].velocity);
  }
}

template <class Travel>
void RankedEwaldOf<Travel>::apply_charges(const SumDensity<Space>& density, SumFields<Space>& local) {
  const PointCharges<Space>& own = density.charges;
  const std::size_t count = owned(targets_.at(0));
  double total = 0;
  {
    const StageScope scope(times_, "P2P");
    const auto all =
        ranked_ewald::joined<FieldScalars<Space>>(travel_, space_, own, travel_.numbers(ghosts_.route, own));
    if (count > 0 && all.extent(0) > 0) near_->apply_charges(*near_points_, all, 0, local.gradient, local.potential);
    if (targets_[0].are_sources)
      add_charges<Space>(space_, dropped_self_velocity(p_, *split_, make_far_grid(p_), 0), own, local.potential);
    const double part = net_charge<Space>(space_, own);
    total = ranks_.sum(std::span<const double>(&part, 1))[0];
  }
  far_->spread_charges(far_points_, own, times_);
  far_->convolve(times_);
  const StageScope scope(times_, "G2P");
  const double constant = far_->zero_mode_constant()[0] * total;
  if (count == 0) return;
  far_->gather_potential(far_points_[0], {as_column<Space>(local.potential), local.gradient});
  add_constant<Space>(space_, constant, local.potential);
}

template <class Travel>
typename RankedEwaldOf<Travel>::Share RankedEwaldOf<Travel>::share() const {
  return {sources_.arriving(), ghosts_.route.arriving(), slabs_ ? slabs_->slabs().border : std::vector<int>{}};
}

template <class Travel>
StageVariantNames RankedEwaldOf<Travel>::variants() const {
  StageVariantNames all;
  add_variants(near_->variants(), all);
  if (far_) add_variants(far_->variants(), all);
  return all;
}

/// A RankedEwaldOf behind the interface RankSide.
template <class Travel>
class RankSideOf final : public RankSide<typename Travel::Space> {
 public:
  using Space = typename Travel::Space;
  using typename RankSide<Space>::Way;

  template <class... Arguments>
  explicit RankSideOf(Communicator& ranks, Arguments&&... arguments)
      : sum_(ranks, std::forward<Arguments>(arguments)...) {}
  void set_points(const SourceSet<Space>& sources, const std::vector<TargetSet<Space>>& targets) override {
    sum_.set_points(sources, targets);
  }
  void apply(const SumDensity<Space>& density, const std::vector<SumFields<Space>>& results) override {
    sum_.apply(density, results);
  }
  std::array<double, 3> zero_mode_constant() override { return sum_.zero_mode_constant(); }
  StageTimes take_stage_times() override { return sum_.take_stage_times(); }
  StageVariantNames variants() const override { return sum_.variants(); }
  std::size_t ghosts() const override { return sum_.share().ghosts; }
  Way way() const override { return sum_.travel().way(sum_.transforms()); }

 private:
  RankedEwaldOf<Travel> sum_;
};

}  // namespace slurry
