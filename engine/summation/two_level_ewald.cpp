// SPDX-License-Identifier: BSD-3-Clause
#include "summation/two_level_ewald.hpp"

#include <algorithm>
#include <cmath>

#include "base/execution.hpp"
#include "base/loop_name.hpp"
#include "base/stage_timer.hpp"
#include "summation/net_force.hpp"
#include "summation/point_extent.hpp"

namespace slurry {
namespace {

/// The part of the box that is the core, for loops.
struct CoreRegion {
  double lower[3], lengths[3], period[3], margin[3];
  bool periodic[3];

  /// Coordinates relative to the corner; true where they are in the core.
  KOKKOS_FUNCTION bool inside(const double (&x)[3], double (&y)[3]) const {
    bool in = true;
    for (int d = 0; d < 3; ++d) {
      y[d] = x[d] - lower[d];
      if (periodic[d]) y[d] -= period[d] * std::floor(y[d] / period[d]);
      in = in && y[d] >= 0 && (y[d] <= lengths[d] || lengths[d] >= period[d]);
    }
    return in;
  }
};

/// The core in its grid's box, and which images of its points come within `reach` of it.
struct ImageRegion {
  double lower[3], upper[3], period[3], reach;
  bool around[3];  ///< images in this direction are the domain's own, and belong there

  /// How far from a face a point may be to have an image within reach of the opposite one.
  KOKKOS_FUNCTION double depth(int d) const { return reach - (period[d] - (upper[d] - lower[d])); }
  KOKKOS_FUNCTION bool near_face(const double (&x)[3]) const {
    bool at_face = false;
    for (int d = 0; d < 3; ++d)
      at_face = at_face || (!around[d] && (x[d] < lower[d] + depth(d) || x[d] > upper[d] - depth(d)));
    return at_face;
  }
  /// visit(image) for all of them.
  template <class Visit>
  KOKKOS_FUNCTION void images(const double (&x)[3], const Visit& visit) const {
    if (!near_face(x)) return;
    int first[3], last[3];
    for (int d = 0; d < 3; ++d) {
      first[d] = around[d] || x[d] > upper[d] - depth(d) ? -1 : 0;
      last[d] = around[d] || x[d] < lower[d] + depth(d) ? 1 : 0;
    }
    for (int a = first[0]; a <= last[0]; ++a)
      for (int b = first[1]; b <= last[1]; ++b)
        for (int c = first[2]; c <= last[2]; ++c) {
          if ((a == 0 || around[0]) && (b == 0 || around[1]) && (c == 0 || around[2])) continue;
          const double y[3] = {x[0] + a * period[0], x[1] + b * period[1], x[2] + c * period[2]};
          double squared = 0;
          for (int d = 0; d < 3; ++d) {
            const double out = y[d] < lower[d] ? lower[d] - y[d] : y[d] > upper[d] ? y[d] - upper[d] : 0.0;
            squared += out * out;
          }
          if (squared < reach * reach) visit(y);
        }
  }
};

template <class Space>
void gather_rows(const Space& space, const Kokkos::View<int*, typename Space::memory_space>& numbers, int count,
                 const ConstVectors<Space>& all, const Vectors<Space>& some, double factor = 1) {
  Kokkos::parallel_for(
      "slurry::two_level::gather"_loop, Kokkos::RangePolicy<Space>(space, 0, count), KOKKOS_LAMBDA(int k) {
        for (int d = 0; d < 3; ++d) some(k, d) = factor * all(numbers(k), d);
      });
}

/// u(numbers(k)) += a(k); every number comes once.
template <class Space>
void add_rows(const Space& space, const Kokkos::View<int*, typename Space::memory_space>& numbers, int count,
              const Vectors<Space>& a, const Vectors<Space>& u) {
  Kokkos::parallel_for(
      "slurry::two_level::add"_loop, Kokkos::RangePolicy<Space>(space, 0, count), KOKKOS_LAMBDA(int k) {
        for (int d = 0; d < 3; ++d) u(numbers(k), d) += a(k, d);
      });
}

/// u(numbers(k)) = a(k) + b(k) + constant; without b where it is empty.
template <class Space>
void scatter_sum(const Space& space, const Kokkos::View<int*, typename Space::memory_space>& numbers, int count,
                 const Vectors<Space>& a, const Vectors<Space>& b, const std::array<double, 3>& constant,
                 const Vectors<Space>& u) {
  const double c[3] = {constant[0], constant[1], constant[2]};
  const bool two = b.extent(0) > 0;
  Kokkos::parallel_for(
      "slurry::two_level::scatter"_loop, Kokkos::RangePolicy<Space>(space, 0, count), KOKKOS_LAMBDA(int k) {
        for (int d = 0; d < 3; ++d) u(numbers(k), d) = a(k, d) + (two ? b(k, d) : 0.0) + c[d];
      });
}

}  // namespace

template <class Space>
TwoLevelEwald<Space>::TwoLevelEwald(const Space& space, const TwoLevelParameters& parameters)
    : space_(space),
      p_(parameters),
      core_sum_(space, p_.core.parameters, EwaldLevel{&p_.whole, false}),
      other_sum_(space, p_.whole),
      near_core_sum_(space, p_.whole, EwaldLevel{nullptr, true}) {
  const EwaldParameters& fine = p_.core.parameters;
  Box image_box{{}, 3};  // not periodic: there are images
  for (int d = 0; d < 3; ++d) {
    const double spacing = fine.box.lengths[d] / fine.grid[d];
    const bool around = d < p_.whole.box.periodicity && p_.core.lengths[d] >= p_.whole.box.lengths[d];
    nodes_[d] = fine.grid[d];
    if (around) continue;
    margin_[d] = core_margin_nodes(fine.window_points) * spacing;
    nodes_[d] = std::min(nodes_[d], static_cast<int>(std::ceil((p_.core.lengths[d] + 2 * margin_[d]) / spacing)));
    if (fine.box.lengths[d] < p_.core.lengths[d] + p_.whole.cutoff_radius) image_box.periodicity = 0;
  }
  if (image_box.periodicity != 0) return;
  EwaldParameters near = p_.whole;
  for (int d = 0; d < 3; ++d) image_box.lengths[d] = (p_.core.lengths[d] + 2 * p_.whole.cutoff_radius) * (1 + 1e-9);
  near.box = image_box;
  image_sum_.emplace(space, near, EwaldLevel{nullptr, true});
}

template <class Space>
Vectors<Space> TwoLevelEwald<Space>::Buffer::rows(int count) {
  const auto wanted = static_cast<std::size_t>(count);
  if (memory.extent(0) < wanted)
    memory = Vectors<Space>(Kokkos::view_alloc("slurry::two_level::rows", Kokkos::WithoutInitializing), wanted);
  return Kokkos::subview(memory, std::pair<std::size_t, std::size_t>(0, wanted), Kokkos::ALL);
}

template <class Space>
void TwoLevelEwald<Space>::divide(ConstVectors<Space> x, Points& p) const {
  CoreRegion region;
  for (int d = 0; d < 3; ++d) {
    region.lower[d] = p_.core.lower[d];
    region.lengths[d] = p_.core.lengths[d];
    region.period[d] = p_.whole.box.lengths[d];
    region.periodic[d] = d < p_.whole.box.periodicity;
    region.margin[d] = margin_[d];
  }
  const int count = static_cast<int>(x.extent(0));
  if (p.core.extent(0) < x.extent(0)) {
    p.core = Indices(Kokkos::view_alloc("slurry::two_level::core", Kokkos::WithoutInitializing), x.extent(0));
    p.other = Indices(Kokkos::view_alloc("slurry::two_level::other", Kokkos::WithoutInitializing), x.extent(0));
  }
  const Indices core = p.core, other = p.other;
  Kokkos::parallel_scan(
      "slurry::two_level::divide"_loop, Kokkos::RangePolicy<Space>(space_, 0, count),
      KOKKOS_LAMBDA(int i, int& before, bool final) {
        double y[3];
        const double at[3] = {x(i, 0), x(i, 1), x(i, 2)};
        const bool inside = region.inside(at, y);
        if (final) (inside ? core(before) : other(i - before)) = i;
        if (inside) ++before;
      },
      p.core_count);
  p.other_count = count - p.core_count;
  const Vectors<Space> all = p.core_positions.rows(p.core_count), local = p.in_core_grid.rows(p.core_count);
  gather_rows<Space>(space_, p.core, p.core_count, x, all);
  gather_rows<Space>(space_, p.other, p.other_count, x, p.other_positions.rows(p.other_count));
  Kokkos::parallel_for(
      "slurry::two_level::local"_loop, Kokkos::RangePolicy<Space>(space_, 0, p.core_count), KOKKOS_LAMBDA(int k) {
        double y[3];
        const double at[3] = {all(k, 0), all(k, 1), all(k, 2)};
        region.inside(at, y);
        for (int d = 0; d < 3; ++d) local(k, d) = y[d] + region.margin[d];
      });
}

template <class Space>
void TwoLevelEwald<Space>::find_images(Points& sources, Points& targets, Images& images) const {
  ImageRegion region;
  region.reach = p_.whole.cutoff_radius;
  for (int d = 0; d < 3; ++d) {
    region.period[d] = p_.core.parameters.box.lengths[d];
    region.lower[d] = margin_[d];
    region.upper[d] = margin_[d] + p_.core.lengths[d];
    region.around[d] = d < p_.whole.box.periodicity && p_.core.lengths[d] >= p_.whole.box.lengths[d];
  }
  const auto numbers = [](Indices& v, int count) {
    if (v.extent(0) < static_cast<std::size_t>(count))
      v = Indices(Kokkos::view_alloc("slurry::two_level::images", Kokkos::WithoutInitializing), count);
  };
  const ConstVectors<Space> y = sources.in_core_grid.rows(sources.core_count),
                            x = targets.in_core_grid.rows(targets.core_count);
  images.count = 0;
  Kokkos::parallel_reduce(
      "slurry::two_level::count_images"_loop, Kokkos::RangePolicy<Space>(space_, 0, sources.core_count),
      KOKKOS_LAMBDA(int i, int& sum) {
        const double at[3] = {y(i, 0), y(i, 1), y(i, 2)};
        region.images(at, [&](const double(&)[3]) { ++sum; });
      },
      images.count);
  numbers(images.source, images.count);
  const auto positions = images.positions.rows(images.count);
  const Indices source = images.source;
  int found = 0;
  Kokkos::parallel_scan(
      "slurry::two_level::images"_loop, Kokkos::RangePolicy<Space>(space_, 0, sources.core_count),
      KOKKOS_LAMBDA(int i, int& before, bool final) {
        const double at[3] = {y(i, 0), y(i, 1), y(i, 2)};
        region.images(at, [&](const double(&image)[3]) {
          if (final) {
            source(before) = i;
            for (int d = 0; d < 3; ++d) positions(before, d) = image[d];
          }
          ++before;
        });
      },
      found);
  numbers(images.reached, targets.core_count);
  const Indices reached = images.reached;
  Kokkos::parallel_scan(
      "slurry::two_level::reached"_loop, Kokkos::RangePolicy<Space>(space_, 0, targets.core_count),
      KOKKOS_LAMBDA(int i, int& before, bool final) {
        const double at[3] = {x(i, 0), x(i, 1), x(i, 2)};
        if (!region.near_face(at)) return;
        if (final) reached(before) = i;
        ++before;
      },
      images.reached_count);
  gather_rows<Space>(space_, images.reached, images.reached_count, x,
                     images.reached_positions.rows(images.reached_count));
}

template <class Space>
void TwoLevelEwald<Space>::set_points(ConstVectors<Space> sources, ConstVectors<Space> targets, bool same) {
  PointExtent extent;
  {
    const StageScope scope(own_times_, Stage::sort);
    extent.include<Space>(space_, sources);
    if (!same) extent.include<Space>(space_, targets);
    if (!extent.finite) throw InputError("a position is not a finite number");
    divide(sources, sources_);
    if (!same) divide(targets, targets_);
    same_ = same;
  }
  Points &y = sources_, &x = same ? sources_ : targets_;
  core_sum_.set_points(y.in_core_grid.rows(y.core_count), 0, {{x.in_core_grid.rows(x.core_count), 0, same}});
  const auto elsewhere = x.other_positions.rows(x.other_count);
  // where there is nothing outside the core, nothing needs sorting by the long cutoff
  other_sum_.set_points(y.other_positions.rows(y.other_count), 0,
                        {{x.core_positions.rows(y.other_count > 0 ? x.core_count : 0), 0, false}, {elsewhere, 0, same}},
                        &extent);
  near_core_sum_.set_points(y.core_positions.rows(x.other_count > 0 ? y.core_count : 0), 0, {{elsewhere, 0, false}},
                            &extent);
  if (!image_sum_) return;
  {
    const StageScope scope(own_times_, Stage::sort);
    find_images(y, x, images_);
  }
  image_sum_->set_points(images_.positions.rows(images_.count), 0,
                         {{images_.reached_positions.rows(images_.reached_count), 0, false}});
}

template <class Space>
Density<Space> TwoLevelEwald<Space>::part(const Density<Space>& density, const Indices& numbers, int count,
                                          Buffer (&memory)[3], double sign) const {
  Density<Space> some;
  const auto take = [&](const ConstVectors<Space>& all, Buffer& buffer, double factor, ConstVectors<Space>& result) {
    if (all.extent(0) == 0) return;
    const auto rows = buffer.rows(count);
    gather_rows<Space>(space_, numbers, count, all, rows, factor);
    result = rows;
  };
  take(density.forces, memory[0], sign, some.forces);
  take(density.dipoles, memory[1], sign, some.dipoles);
  take(density.normals, memory[2], 1, some.normals);
  return some;
}

template <class Space>
void TwoLevelEwald<Space>::apply(const Density<Space>& density, const Vectors<Space>& u) {
  const Points& x = same_ ? sources_ : targets_;
  const auto core = core_.rows(x.core_count),
             core_by_others = core_by_others_.rows(sources_.other_count > 0 ? x.core_count : 0),
             other = other_.rows(x.other_count), other_by_core = other_by_core_.rows(x.other_count);
  Density<Space> in_core, elsewhere;
  std::array<double, 3> total{};
  {
    const StageScope scope(own_times_, Stage::p2p);
    in_core = part(density, sources_.core, sources_.core_count, core_density_);
    elsewhere = part(density, sources_.other, sources_.other_count, other_density_);
    if (density.single())
      for (int d = 0; d < 3; ++d) total[d] = net_force<Space>(space_, density.forces, d);
  }
  core_sum_.near(in_core, {core});
  if (image_sum_ && images_.count > 0) {
    const auto by_images = core_by_images_.rows(images_.reached_count);
    image_sum_->near(part(in_core, images_.source, images_.count, image_density_, -1), {by_images});
    add_rows<Space>(space_, images_.reached, images_.reached_count, by_images, core);
  }
  other_sum_.near(elsewhere, {core_by_others, other});
  if (x.other_count > 0) near_core_sum_.near(in_core, {other_by_core});
  const int components = core_sum_.has_net_source() || other_sum_.has_net_source() ? 4 : 3;
  core_sum_.spread(in_core, components);
  other_sum_.spread(elsewhere, components);
  std::array<double, 3> first;
  for (int d = 0; d < 3; ++d) first[d] = p_.core.lower[d] - margin_[d];
  core_sum_.spread_to(other_sum_, first, nodes_);
  other_sum_.convolve();
  core_sum_.convolve();
  core_sum_.gather_from(other_sum_);
  core_sum_.gather({core});
  other_sum_.gather({{}, other});
  const StageScope scope(own_times_, Stage::g2p);
  const auto factor = other_sum_.zero_mode_constant();
  for (int d = 0; d < 3; ++d) total[d] *= factor[d];
  scatter_sum<Space>(space_, x.core, x.core_count, core, core_by_others, total, u);
  scatter_sum<Space>(space_, x.other, x.other_count, other, other_by_core, total, u);
}

template <class Space>
double TwoLevelEwald<Space>::predicted_rms_error(double squared_force_sum, double dipole_norm) const {
  // errors go with 1/sqrt(volume), and most points fill the core, neither the box of its grid nor the whole one
  double fine = 1, coarse = 1;
  for (int d = 0; d < 3; ++d) {
    fine *= p_.core.parameters.box.lengths[d] / p_.core.lengths[d];
    coarse *= p_.whole.box.lengths[d] / p_.core.lengths[d];
  }
  return std::hypot(core_sum_.predicted_rms_error(squared_force_sum * fine, dipole_norm * fine),
                    other_sum_.predicted_rms_error(squared_force_sum * coarse, dipole_norm * coarse));
}

template <class Space>
StageTimes TwoLevelEwald<Space>::take_stage_times() {
  StageTimes t = own_times_;
  own_times_ = StageTimes{};
  for (auto* part : {&core_sum_, &other_sum_, &near_core_sum_}) t += part->take_stage_times();
  if (image_sum_) t += image_sum_->take_stage_times();
  return t;
}

template class TwoLevelEwald<CoreSpace>;

}  // namespace slurry
