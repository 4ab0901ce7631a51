// SPDX-License-Identifier: BSD-3-Clause
#include "ewald/ranks/ranked_ewald.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <span>
#include <utility>

#include "ewald/sums/grid_sum_parts.hpp"
#include "ewald/sums/net_force.hpp"
#include "ewald/sums/source_loops.hpp"
#include "ewald/sums/spectral_ewald.hpp"
#include "slurry/error.hpp"

namespace slurry {
namespace {

EwaldParameters as_on_ranks(EwaldParameters p) {
  p.deterministic = true;  // the same ranks give the same bits, so that transforms are not chosen by the clock
  if (p.layer == Layer::coulomb) p.pressure = false;
  return p;
}

template <class Numbers>
Numbers room_for(const char* label, std::size_t rows) {
  return Numbers(Kokkos::view_alloc(std::string(label), Kokkos::WithoutInitializing), rows);
}

/// Rows of `Width` numbers each, as they travel.
template <std::size_t Width>
using Row = std::array<double, Width>;
template <std::size_t Width>
std::span<const Row<Width>> rows_of(const double* numbers, std::size_t rows) {
  static_assert(sizeof(Row<Width>) == Width * sizeof(double));
  return {reinterpret_cast<const Row<Width>*>(numbers), rows};
}

Vectors<Host> vectors_there(const RowRoute& route, const ConstVectors<Host>& mine) {
  const auto to = room_for<Vectors<Host>>("slurry::ranks::vectors", route.arriving());
  route.there(rows_of<3>(mine.data(), mine.extent(0)),
              std::span(reinterpret_cast<Row<3>*>(to.data()), route.arriving()));
  return to;
}
FieldScalars<Host> numbers_there(const RowRoute& route, const PointCharges<Host>& mine) {
  const auto to = room_for<FieldScalars<Host>>("slurry::ranks::numbers", route.arriving());
  route.there(std::span<const double>(mine.data(), mine.extent(0)), std::span<double>(to.data(), route.arriving()));
  return to;
}
/// Brings results home: each rank gets those of its own share. to: null where they are not wanted.
template <std::size_t Width>
void bring_home(const RowRoute& route, const double* found, std::size_t rows, double* to) {
  route.back(rows_of<Width>(found, rows), [to](std::size_t number, const Row<Width>& row) {
    if (to) std::copy(row.begin(), row.end(), to + Width * number);
  });
}

Vectors<Host> joined(const ConstVectors<Host>& a, const ConstVectors<Host>& b) {
  const auto all = room_for<Vectors<Host>>("slurry::ranks::with_ghosts", a.extent(0) + b.extent(0));
  std::copy_n(a.data(), 3 * a.extent(0), all.data());
  std::copy_n(b.data(), 3 * b.extent(0), all.data() + 3 * a.extent(0));
  return all;
}

/// With x in the first period. apart: in memory of its own, so that what is given remains.
Vectors<Host> with_x_placed(const Slabs& slabs, const Vectors<Host>& given, bool apart) {
  Vectors<Host> placed = given;
  if (apart) {
    placed = room_for<Vectors<Host>>("slurry::ranks::placed", given.extent(0));
    Kokkos::deep_copy(placed, given);
  }
  for (std::size_t i = 0; i < placed.extent(0); ++i) placed(i, 0) = slabs.placed(placed(i, 0));
  return placed;
}
std::vector<double> placed_x(const Slabs& slabs, const ConstVectors<Host>& x) {
  std::vector<double> placed;
  placed.reserve(x.extent(0));
  for (std::size_t i = 0; i < x.extent(0); ++i) placed.push_back(slabs.placed(x(i, 0)));
  return placed;
}

/// One slab, whose lower end is 0.
Slabs slabs_of_box(const EwaldParameters& p) {
  Slabs slabs;
  slabs.periodic = p.box.periodicity > 0;
  slabs.length = p.box.lengths[0];
  slabs.lower = 0;
  slabs.spacing = p.box.lengths[0] / p.grid[0];
  slabs.border = {0, p.grid[0]};
  return slabs;
}

constexpr double tolerated_load = 1.05;

/// Weight of the heaviest slab.
double largest_slab(const std::vector<double>& weight, const std::vector<int>& border) {
  double most = 0;
  for (std::size_t r = 0; r + 1 < border.size(); ++r)
    most = std::max(most, std::accumulate(weight.begin() + border[r], weight.begin() + border[r + 1], 0.0));
  return most;
}

/// The cells of the whole box, without a seam along x: points are placed in its first period.
CellGrid cells_of_box(const EwaldParameters& p) {
  CellGrid g = make_cell_grid(p.box, p.cutoff_radius, p.near_row_width);
  g.periodic[0] = false;
  return g;
}
/// Cells of the points that a slab's near field meets.
CellGrid cells_of_slab(const EwaldParameters& p, double length) {
  CellGrid g = cells_of_box(p);
  const double target = p.cutoff_radius / 4;
  g.length[0] = length;
  g.per_length[0] = 1 / length;
  g.n[0] = std::clamp(static_cast<int>(length / target), 1, 1024);
  g.width[0] = length / g.n[0];
  return g;
}

}  // namespace

RankedEwald::RankedEwald(Communicator& ranks, const EwaldParameters& parameters, const StageVariantNames& asked,
                         double sources)
    : ranks_(ranks),
      p_(as_on_ranks(parameters)),
      asked_(asked),
      planned_sources_(sources),
      split_(make_split(p_)),
      near_(make_near_field(space_, p_, *split_, charges() ? NearTask::charges : NearTask::velocities, asked_)),
      far_points_(cells_of_box(p_)) {
  const auto classes = plane_classes(p_, make_far_grid(p_), FarMultiplier(p_, *split_));
  modes_ = modes_of_ranks(classes, ranks.size());
  Slabs even = slabs_of_box(p_);  // transforms are planned here, and serve all borders
  even.border = choose_borders(std::vector<double>(static_cast<std::size_t>(p_.grid[0]), 0.0), ranks.size());
  cut(even);
  ranks_.barrier();  // who is ready waits here, and not in a stage
}

/// The far field of a slab, if it is another one than before.
void RankedEwald::cut(const Slabs& slabs) {
  if (slabs_ && slabs_->slabs().border == slabs.border) return slabs_->move_to(slabs.lower);
  far_.reset();  // knows the share
  slabs_ = std::make_unique<SlabShare>(ranks_, p_, slabs, modes_, transforms_);
  far_ = make_far_field<Host>(space_, p_, *split_, *split_, spread_components(p_), asked_, far_slots(),
                              planned_sources_, slabs_.get());
  near_points_.reset();
}

/// Borders by one summed histogram of planes (theory/many-ranks.md (B1)), of points alone. Returns the placed x of the
/// sources and of each set of targets that are no sources.
std::vector<std::vector<double>> RankedEwald::place_slabs(const SourceSet<Host>& sources,
                                                          const std::vector<TargetSet<Host>>& targets) {
  PointExtent mine;
  mine.include<Host>(space_, sources.positions);
  for (const auto& t : targets)
    if (!t.are_sources) mine.include<Host>(space_, t.positions);
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
  Slabs slabs = slabs_of_box(p_);
  if (!slabs.periodic) slabs.lower = cells.origin[0];
  std::vector<double> weight(static_cast<std::size_t>(p_.grid[0]), 0.0);
  std::vector<std::vector<double>> placed;
  const auto count = [&](const ConstVectors<Host>& x) {
    for (const double p : placed.emplace_back(placed_x(slabs, x))) weight[slabs.plane(p)] += 1;
  };
  count(sources.positions);
  for (const auto& t : targets)
    if (!t.are_sources) count(t.positions);
  // Points that move a little stay with the borders there are: another slab is another far field.
  weight = ranks_.sum(weight);
  slabs.border = slabs_->slabs().border;
  const std::vector<int> best = choose_borders(weight, ranks_.size());
  if (largest_slab(weight, slabs.border) > tolerated_load * largest_slab(weight, best)) slabs.border = best;
  cut(slabs);
  return placed;
}

void RankedEwald::set_points(const SourceSet<Host>& sources, const std::vector<TargetSet<Host>>& targets) {
  const StageScope scope(times_, "sort");
  bool several_radii = sources.radii.extent(0) > 0;
  for (const auto& t : targets) several_radii = several_radii || t.radii.extent(0) > 0;
  if (several_radii) throw InputError("a sum over ranks needs the same radius for all points of a set");
  const auto placed = place_slabs(sources, targets);
  const Slabs& slabs = slabs_->slabs();
  source_radius_ = sources.radius;
  const bool as_given = p_.zero_mode == ZeroMode::zero_face_flux;  // positions as given count
  sources_ = migration(ranks_, slabs, placed.at(0)).route;
  given_ = vectors_there(sources_, sources.positions);
  placed_ = with_x_placed(slabs, given_, as_given);
  std::size_t set_of_its_own = 0;
  targets_.clear();
  laplacian_.clear();
  FarGrid whole = make_far_grid(p_);
  for (const auto& set : targets) {
    Targets& t = targets_.emplace_back();
    t.are_sources = set.are_sources;
    t.share = set.are_sources ? sources.positions.extent(0) : set.positions.extent(0);
    if (!set.are_sources) {
      t.route = migration(ranks_, slabs, placed.at(++set_of_its_own)).route;
      t.given = vectors_there(t.route, set.positions);
      t.placed = with_x_placed(slabs, t.given, as_given);
    } else {
      t.given = given_;
      t.placed = placed_;
    }
    t.pair = near_pair_of(p_, *split_, set.radius, source_radius_);
    if (!charges()) t.pair.self = dropped_self_velocity(p_, *split_, whole, t.pair.g);
    const auto found = std::find(laplacian_.begin(), laplacian_.end(), t.pair.g);
    t.result = static_cast<int>(found - laplacian_.begin());
    if (found == laplacian_.end()) laplacian_.push_back(t.pair.g);
  }
  half_shell_ = targets_.size() == 1 && targets_[0].are_sources && !p_.gradient && !p_.pressure && !charges();
  set_near_points();
  std::vector<TargetSet<Host>> own;
  for (const Targets& t : targets_) own.push_back({t.placed, 0, t.are_sources});
  PointExtent within = extent_;
  if (slabs.periodic) {
    within.lower[0] = 0;
    within.upper[0] = slabs.length;
  }
  far_points_.set(space_, placed_, own, &within);
  far_->set_points(far_points_, laplacian_);
}

/// Own points and the copies of others within the cutoff. Points may lie outside of their slab by rounding, and in an
/// open box by what PointExtent::place allows.
void RankedEwald::set_near_points() {
  const Slabs& slabs = slabs_->slabs();
  const int me = ranks_.rank();
  const double reach = p_.cutoff_radius * (1 + 1e-9) + 4e-9 * slabs.length;
  std::vector<double> x;
  x.reserve(placed_.extent(0));
  for (std::size_t i = 0; i < placed_.extent(0); ++i) x.push_back(placed_(i, 0));
  ghosts_ = ghost_route(ranks_, slabs, x, reach, half_shell_ ? GhostSide::right : GhostSide::both);
  const Vectors<Host> copies = vectors_there(ghosts_.route, placed_);
  for (std::size_t i = 0; i < copies.extent(0); ++i) copies(i, 0) += ghosts_.moved[i];
  if (!near_points_) near_points_.emplace(cells_of_slab(p_, std::max(slabs.planes(me), 1) * slabs.spacing + 2 * reach));
  PointExtent within = extent_;
  within.lower[0] = slabs.begin(me) - reach;
  within.upper[0] = within.lower[0] + near_points_->cells().length[0];
  if (half_shell_) {
    if (placed_.extent(0) == 0) return;  // there is nobody to meet the copies
    near_points_->set(space_, placed_, {{placed_, 0, true}}, &within, copies);
  } else {
    std::vector<TargetSet<Host>> own;
    for (const Targets& t : targets_) own.push_back({t.placed, 0, false});
    near_points_->set(space_, joined(placed_, copies), own, &within);
  }
  if (!charges()) near_->set_points(*near_points_);
}

void RankedEwald::apply(const SumDensity<Host>& density, const std::vector<SumFields<Host>>& results) {
  SumDensity<Host> own;
  std::optional<StageScope> travels(std::in_place, times_, "sort");
  if (charges()) {
    own.charges = numbers_there(sources_, density.charges);
  } else {
    if (p_.layer != Layer::double_layer) own.layers.forces = vectors_there(sources_, density.layers.forces);
    if (dipoles()) {
      own.layers.dipoles = vectors_there(sources_, density.layers.dipoles);
      own.layers.normals = vectors_there(sources_, density.layers.normals);
    }
  }
  travels.reset();
  far_points_.new_density();
  if (near_points_) near_points_->new_density();
  std::vector<SumFields<Host>> local(targets_.size());
  const std::size_t slopes = charges() ? 3 : 9;
  for (std::size_t k = 0; k < targets_.size(); ++k) {
    const std::size_t count = owned(targets_[k]);
    if (charges())
      local[k].potential = FieldScalars<Host>("slurry::ranks::potential", count);
    else
      local[k].velocity = Vectors<Host>("slurry::ranks::velocity", count);
    if (!charges() && !p_.gradient && !p_.pressure) continue;
    local[k].gradient = FieldGradients<Host>("slurry::ranks::gradient", count, slopes);
    if (!charges()) local[k].pressure = FieldScalars<Host>("slurry::ranks::pressure", count);
  }
  if (charges())
    apply_charges(own, local.at(0));
  else
    apply_velocities(own, local);
  travels.emplace(times_, "sort");
  for (std::size_t k = 0; k < targets_.size(); ++k) {
    const RowRoute& route = route_of(targets_[k]);
    const std::size_t count = owned(targets_[k]);
    const SumFields<Host>& r = results.at(k);
    if (charges()) bring_home<1>(route, local[k].potential.data(), count, r.potential.data());
    if (!charges()) bring_home<3>(route, local[k].velocity.data(), count, r.velocity.data());
    // whether a rank wants them is the same on all of them: it follows from the parameters
    if (charges() && p_.gradient) bring_home<3>(route, local[k].gradient.data(), count, r.gradient.data());
    if (!charges() && p_.gradient) bring_home<9>(route, local[k].gradient.data(), count, r.gradient.data());
    if (!charges() && p_.pressure) bring_home<1>(route, local[k].pressure.data(), count, r.pressure.data());
  }
}

void RankedEwald::apply_velocities(const SumDensity<Host>& density, std::vector<SumFields<Host>>& local) {
  const Density<Host>& own = density.layers;
  const std::size_t mine = placed_.extent(0);
  const bool forces = p_.layer != Layer::double_layer;
  {
    const StageScope scope(times_, "P2P");
    Density<Host> copies;
    if (forces) copies.forces = vectors_there(ghosts_.route, own.forces);
    if (dipoles()) {
      copies.dipoles = vectors_there(ghosts_.route, own.dipoles);
      copies.normals = vectors_there(ghosts_.route, own.normals);
    }
    const std::size_t met = ghosts_.route.arriving();
    if (half_shell_) {
      const Vectors<Host> home("slurry::ranks::home", met);
      if (mine > 0 && met > 0)
        near_->apply_with_others(*near_points_, own, targets_[0].pair, local[0].velocity, copies, home);
      else if (mine > 0)
        near_->apply(*near_points_, own, 0, targets_[0].pair, local[0].velocity);
      ghosts_.route.back(rows_of<3>(home.data(), met), [&](std::size_t number, const Row<3>& row) {
        for (int d = 0; d < 3; ++d) local[0].velocity(number, d) += row[d];
      });
    } else if (mine + met > 0) {
      Density<Host> all;
      if (forces) all.forces = joined(own.forces, copies.forces);
      if (dipoles()) {
        all.dipoles = joined(own.dipoles, copies.dipoles);
        all.normals = joined(own.normals, copies.normals);
      }
      for (std::size_t k = 0; k < targets_.size(); ++k) {
        if (owned(targets_[k]) == 0) continue;
        const int set = static_cast<int>(k);
        near_->apply(*near_points_, all, set, targets_[k].pair, local[k].velocity);
        if (targets_[k].are_sources && forces)  // no set of targets of the near field is its sources
          for (std::size_t i = 0; i < mine; ++i)
            for (int d = 0; d < 3; ++d) local[k].velocity(i, d) += targets_[k].pair.self * own.forces(i, d);
        if (p_.gradient || p_.pressure)
          near_->apply_fields(*near_points_, all, set, local[k].gradient, local[k].pressure);
      }
    }
  }
  const bool net_source = dipoles() && ranks_.any(any_net_source<Host>(space_, own));
  far_->spread(far_points_, own, net_source ? 4 : 3, times_);
  far_->convolve(times_);
  const StageScope scope(times_, "G2P");
  std::array<double, 3> left_out{};
  if (forces) {
    const auto part = scaled_net_force<Host>(space_, far_->zero_mode_constant(), own.forces);
    const auto all = ranks_.sum(part);
    std::copy(all.begin(), all.end(), left_out.begin());
  }
  for (std::size_t k = 0; k < targets_.size(); ++k) {
    if (owned(targets_[k]) == 0) continue;
    const SortedPoints<Host>& at = far_points_[static_cast<int>(k)];
    far_->gather(at, local[k].velocity, targets_[k].result);
    add_constant<Host>(space_, left_out, local[k].velocity);
    TargetFields<Host> fields;
    if (p_.gradient) fields.gradient = local[k].gradient;
    if (p_.pressure) fields.pressure = local[k].pressure;
    if (p_.gradient || p_.pressure) far_->gather_fields(at, fields, targets_[k].result);
  }
  if (p_.zero_mode != ZeroMode::zero_face_flux) return;
  std::array<double, 4> moments{};
  if (dipoles()) moments = net_source_moments<Host>(space_, given_, own);
  const auto all = ranks_.sum(moments);
  std::copy(all.begin(), all.end(), moments.begin());
  for (std::size_t k = 0; k < targets_.size(); ++k)
    add_face_flux<Host>(space_, -8 * std::numbers::pi / p_.box.volume(), moments, targets_[k].given, local[k].velocity,
                        p_.gradient ? local[k].gradient : FieldGradients<Host>());
}

void RankedEwald::apply_charges(const SumDensity<Host>& density, SumFields<Host>& local) {
  const PointCharges<Host>& own = density.charges;
  const std::size_t count = owned(targets_.at(0)), mine = own.extent(0);
  double total = 0;
  {
    const StageScope scope(times_, "P2P");
    const FieldScalars<Host> copies = numbers_there(ghosts_.route, own);
    const auto all = room_for<FieldScalars<Host>>("slurry::ranks::charges", mine + copies.extent(0));
    std::copy_n(own.data(), mine, all.data());
    std::copy_n(copies.data(), copies.extent(0), all.data() + mine);
    if (count > 0 && all.extent(0) > 0) near_->apply_charges(*near_points_, all, 0, local.gradient, local.potential);
    if (targets_[0].are_sources)
      add_charges<Host>(space_, dropped_self_velocity(p_, *split_, make_far_grid(p_), 0), own, local.potential);
    const double part = net_charge<Host>(space_, own);
    total = ranks_.sum(std::span<const double>(&part, 1))[0];
  }
  far_->spread_charges(far_points_, own, times_);
  far_->convolve(times_);
  const StageScope scope(times_, "G2P");
  const double constant = far_->zero_mode_constant()[0] * total;
  if (count == 0) return;
  far_->gather_potential(far_points_[0], {as_column<Host>(local.potential), local.gradient});
  add_constant<Host>(space_, constant, local.potential);
}

RankedEwald::Share RankedEwald::share() const {
  return {sources_.arriving(), ghosts_.route.arriving(), slabs_ ? slabs_->slabs().border : std::vector<int>{}};
}

StageVariantNames RankedEwald::variants() const {
  StageVariantNames all;
  add_variants(near_->variants(), all);
  if (far_) add_variants(far_->variants(), all);
  return all;
}

}  // namespace slurry
