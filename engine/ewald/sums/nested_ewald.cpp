// SPDX-License-Identifier: BSD-3-Clause
#include "ewald/sums/nested_ewald.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/execution.hpp"
#include "base/loop_name.hpp"
#include "base/pace.hpp"
#include "base/stage_timer.hpp"
#include "ewald/sums/net_force.hpp"
#include "geometry/point_extent.hpp"

namespace slurry {
namespace {

template <class Space>
void gather_rows(const Space& space, const Kokkos::View<int*, typename Space::memory_space>& numbers, int count,
                 const ConstVectors<Space>& all, const Vectors<Space>& some, double factor = 1) {
  Kokkos::parallel_for(
      "slurry::nested::gather"_loop, Kokkos::RangePolicy<Space>(space, 0, count), KOKKOS_LAMBDA(int k) {
        for (int d = 0; d < 3; ++d) some(k, d) = factor * all(numbers(k), d);
      });
}

/// u(numbers(k)) += a(k); every number comes once.
template <class Space>
void add_rows(const Space& space, const Kokkos::View<int*, typename Space::memory_space>& numbers, int count,
              const Vectors<Space>& a, const Vectors<Space>& u) {
  Kokkos::parallel_for(
      "slurry::nested::add"_loop, Kokkos::RangePolicy<Space>(space, 0, count), KOKKOS_LAMBDA(int k) {
        for (int d = 0; d < 3; ++d) u(numbers(k), d) += a(k, d);
      });
}

/// The same for numbers that come several times, one after the other.
template <class Space>
void add_runs(const Space& space, const Kokkos::View<int*, typename Space::memory_space>& numbers, int count,
              const Vectors<Space>& a, const Vectors<Space>& u) {
  Kokkos::parallel_for(
      "slurry::nested::add_runs"_loop, Kokkos::RangePolicy<Space>(space, 0, count), KOKKOS_LAMBDA(int first) {
        const int i = numbers(first);
        if (first > 0 && numbers(first - 1) == i) return;
        for (int k = first; k < count && numbers(k) == i; ++k)
          for (int d = 0; d < 3; ++d) u(i, d) += a(k, d);
      });
}

/// u(numbers(k)) = a(k) + b(k); without b where it is empty.
template <class Space>
void scatter_sum(const Space& space, const Kokkos::View<int*, typename Space::memory_space>& numbers, int count,
                 const Vectors<Space>& a, const Vectors<Space>& b, const Vectors<Space>& u) {
  const bool two = b.extent(0) > 0;
  Kokkos::parallel_for(
      "slurry::nested::scatter"_loop, Kokkos::RangePolicy<Space>(space, 0, count), KOKKOS_LAMBDA(int k) {
        for (int d = 0; d < 3; ++d) u(numbers(k), d) = a(k, d) + (two ? b(k, d) : 0.0);
      });
}

}  // namespace

template <class Space>
NestedEwald<Space>::NestedEwald(const Space& space, const NestedParameters& p, const EwaldStages& stages)
    : NestedEwald(space, p.whole, p.patches.data(), p.patches.size(), {0, 0, 0}, {}, stages) {}

template <class Space>
NestedEwald<Space>::NestedEwald(const Space& space, const EwaldParameters& own, const RefinedPatch* patches,
                                std::size_t count, const std::array<double, 3>& origin, const EwaldLevel& level,
                                const EwaldStages& stages)
    : space_(space), p_(own), sum_(space, own, level, stages) {
  if (count == 0) return;
  patch_box_ = patches[0];
  near_patch_sum_.emplace(space, p_, EwaldLevel{nullptr, true}, stages);
  const EwaldParameters& fine = patch_box_.parameters;
  std::array<double, 3> corner{};
  bool images = false;
  for (int d = 0; d < 3; ++d) {
    patch_box_.lower[d] -= origin[d];
    const double spacing = fine.box.lengths[d] / fine.grid[d];
    nodes_[d] = fine.grid[d];
    if (!goes_around(d)) {
      margin_[d] = patch_margin_nodes(fine.window_points) * spacing;
      nodes_[d] = std::min(nodes_[d], static_cast<int>(std::ceil((patch_box_.lengths[d] + 2 * margin_[d]) / spacing)));
      if (fine.box.lengths[d] < patch_box_.lengths[d] + p_.cutoff_radius) images = true;
    }
    corner[d] = patches[0].lower[d] - margin_[d];
  }
  inner_.reset(new NestedEwald(space, fine, patches + 1, count - 1, corner, EwaldLevel{&p_, false, sum_.dropped_self()},
                               stages));
  if (!images) return;
  EwaldParameters near = p_;
  near.box.periodicity = 0;
  for (int d = 0; d < 3; ++d) near.box.lengths[d] = (patch_box_.lengths[d] + 2 * p_.cutoff_radius) * (1 + 1e-9);
  image_sum_.emplace(space, near, EwaldLevel{nullptr, true}, stages);
}

template <class Space>
Vectors<Space> NestedEwald<Space>::Buffer::rows(int count) {
  const auto wanted = static_cast<std::size_t>(count);
  if (memory.extent(0) < wanted)
    memory = Vectors<Space>(Kokkos::view_alloc("slurry::nested::rows", Kokkos::WithoutInitializing), wanted);
  return Kokkos::subview(memory, std::pair<std::size_t, std::size_t>(0, wanted), Kokkos::ALL);
}

template <class Space>
PatchRegion NestedEwald<Space>::patch_region() const {
  PatchRegion region;
  const double reach = p_.cutoff_radius * (1 + 1e-9);
  for (int d = 0; d < 3; ++d) {
    region.lower[d] = patch_box_.lower[d];
    region.lengths[d] = patch_box_.lengths[d];
    region.margin[d] = margin_[d];
    region.period[d] = p_.box.lengths[d];
    region.inverse_period[d] = d < p_.box.periodicity ? 1 / p_.box.lengths[d] : 0;
    region.limit[d] = goes_around(d) ? std::numeric_limits<double>::infinity() : patch_box_.lengths[d];
    region.halo_depth[d] = goes_around(d) ? -1 : reach;
    region.image_depth[d] =
        goes_around(d) || !image_sum_ ? -1 : reach - (patch_box_.parameters.box.lengths[d] - patch_box_.lengths[d]);
  }
  return region;
}

/// Points that are told apart one after the other.
template <class Space>
inline constexpr int points_at_once = is_host_space<Space> ? 1024 : 32;

template <class Space>
void NestedEwald<Space>::classify(ConstVectors<Space> x, Points& p) const {
  constexpr int some = points_at_once<Space>;
  const PatchRegion region = patch_region();
  const int count = static_cast<int>(x.extent(0)), parts = (count + some - 1) / some;
  if (p.kinds.extent(0) < x.extent(0)) {
    p.kinds = decltype(p.kinds)(Kokkos::view_alloc("slurry::nested::kinds", Kokkos::WithoutInitializing), x.extent(0));
    p.before = decltype(p.before)(Kokkos::view_alloc("slurry::nested::before", Kokkos::WithoutInitializing), parts);
    for (Indices* numbers : {&p.patch, &p.other, &p.halo, &p.face})
      *numbers = Indices(Kokkos::view_alloc("slurry::nested::numbers", Kokkos::WithoutInitializing), x.extent(0));
  }
  const auto kinds = p.kinds;
  const auto before = p.before;
  Kokkos::parallel_for(
      "slurry::nested::kinds"_loop, Kokkos::RangePolicy<Space>(space_, 0, parts), KOKKOS_LAMBDA(int part) {
        int in_patch = 0, in_halo = 0, at_face = 0;
        const int end = (part + 1) * some < count ? (part + 1) * some : count;
        for (int i = part * some; i < end; ++i) {
          const double at[3] = {x(i, 0), x(i, 1), x(i, 2)};
          const unsigned char kind = region.kind(at);
          kinds(i) = kind;
          in_patch += kind & PatchRegion::in_patch ? 1 : 0;
          in_halo += kind & PatchRegion::in_halo ? 1 : 0;
          at_face += kind & PatchRegion::at_face ? 1 : 0;
        }
        before(part, 0) = in_patch;
        before(part, 1) = in_halo;
        before(part, 2) = at_face;
      });
  int totals[3]{};  // a scan of nothing sets none on a device
  for (int k = 0; k < 3; ++k)
    Kokkos::parallel_scan(
        "slurry::nested::before"_loop, Kokkos::RangePolicy<Space>(space_, 0, parts),
        KOKKOS_LAMBDA(int part, int& sum, bool final) {
          const int here = before(part, k);
          if (final) before(part, k) = sum;
          sum += here;
        },
        totals[k]);
  p.patch_count = totals[0];
  p.other_count = count - p.patch_count;
  p.halo_count = totals[1];
  p.face_count = totals[2];
}

template <class Space>
void NestedEwald<Space>::divide(ConstVectors<Space> x, Points& p, bool with_halo) const {
  constexpr int some = points_at_once<Space>;
  const PatchRegion region = patch_region();
  const int count = static_cast<int>(x.extent(0)), parts = (count + some - 1) / some;
  if (!with_halo) p.halo_count = 0;
  const auto kinds = p.kinds;
  const auto before = p.before;
  const Indices patch = p.patch, other = p.other, halo = p.halo, face = p.face;
  const Vectors<Space> local = p.in_patch_grid.rows(p.patch_count), elsewhere = p.other_positions.rows(p.other_count),
                       in_halo = p.halo_positions.rows(p.halo_count), at_face = p.face_positions.rows(p.face_count);
  Kokkos::parallel_for(
      "slurry::nested::divide"_loop, Kokkos::RangePolicy<Space>(space_, 0, parts), KOKKOS_LAMBDA(int part) {
        int k = before(part, 0), in_halo_before = before(part, 1), at_face_before = before(part, 2);
        const int end = (part + 1) * some < count ? (part + 1) * some : count;
        for (int i = part * some; i < end; ++i) {
          const double at[3] = {x(i, 0), x(i, 1), x(i, 2)};
          const unsigned char kind = kinds(i);
          if (!(kind & PatchRegion::in_patch)) {
            other(i - k) = i;
            for (int d = 0; d < 3; ++d) elsewhere(i - k, d) = at[d];
            continue;
          }
          double y[3];
          region.local(at, y);
          patch(k) = i;
          for (int d = 0; d < 3; ++d) local(k, d) = y[d] + region.margin[d];
          if (with_halo && kind & PatchRegion::in_halo) {
            halo(in_halo_before) = k;
            for (int d = 0; d < 3; ++d) in_halo(in_halo_before, d) = at[d];
            ++in_halo_before;
          }
          if (kind & PatchRegion::at_face) {
            face(at_face_before) = k;
            for (int d = 0; d < 3; ++d) at_face(at_face_before, d) = local(k, d);
            ++at_face_before;
          }
          ++k;
        }
      });
}

template <class Space>
void NestedEwald<Space>::find_images(Points& sources, Images& images) const {
  ImageRegion region;
  region.half = same_;
  region.reach = p_.cutoff_radius;
  for (int d = 0; d < 3; ++d) {
    region.period[d] = patch_box_.parameters.box.lengths[d];
    region.lower[d] = margin_[d];
    region.upper[d] = margin_[d] + patch_box_.lengths[d];
    region.around[d] = goes_around(d);
  }
  const Indices face = sources.face;
  const ConstVectors<Space> y = sources.face_positions.rows(sources.face_count);
  images.count = 0;
  Kokkos::parallel_reduce(
      "slurry::nested::count_images"_loop, Kokkos::RangePolicy<Space>(space_, 0, sources.face_count),
      KOKKOS_LAMBDA(int i, int& sum) {
        const double at[3] = {y(i, 0), y(i, 1), y(i, 2)};
        region.images(at, [&](const double(&)[3]) { ++sum; });
      },
      images.count);
  if (images.source.extent(0) < static_cast<std::size_t>(images.count))
    images.source = Indices(Kokkos::view_alloc("slurry::nested::images", Kokkos::WithoutInitializing), images.count);
  const auto positions = images.positions.rows(images.count);
  const Indices source = images.source;
  int found = 0;
  Kokkos::parallel_scan(
      "slurry::nested::images"_loop, Kokkos::RangePolicy<Space>(space_, 0, sources.face_count),
      KOKKOS_LAMBDA(int i, int& before, bool final) {
        const double at[3] = {y(i, 0), y(i, 1), y(i, 2)};
        region.images(at, [&](const double(&image)[3]) {
          if (final) {
            source(before) = face(i);
            for (int d = 0; d < 3; ++d) positions(before, d) = image[d];
          }
          ++before;
        });
      },
      found);
}

template <class Space>
void NestedEwald<Space>::set_points(ConstVectors<Space> sources, ConstVectors<Space> targets, bool same) {
  PointExtent extent;
  {
    const StageScope scope(own_times_, "sort");
    extent.include<Space>(space_, sources);
    if (!same) extent.include<Space>(space_, targets);
    if (!extent.finite) throw InputError("a position is not a finite number");
  }
  set_points(sources, targets, same, extent);
}

template <class Space>
void NestedEwald<Space>::set_points(ConstVectors<Space> sources, ConstVectors<Space> targets, bool same,
                                    const PointExtent& extent) {
  if (!inner_) return sum_.set_points(sources, 0, {{targets, 0, same}}, &extent);
  {
    const StageScope scope(own_times_, "sort");
    same_ = same;
    classify(sources, sources_);
    if (!same) classify(targets, targets_);
    // where nobody looks in, nothing needs sorting by the long cutoff
    const Points& x = same ? sources_ : targets_;
    divide(sources, sources_, x.other_count > 0);
    if (!same) divide(targets, targets_, sources_.other_count > 0);
  }
  Points &y = sources_, &x = same ? sources_ : targets_;
  // in free directions the patch's nodes beside its points are nodes of this grid too; patches are periodic: their
  // points find room anywhere
  PointExtent with_patch = extent;
  for (int d = 0; d < 3; ++d) {
    const double first = patch_box_.lower[d] - margin_[d],
                 spacing = patch_box_.parameters.box.lengths[d] / patch_box_.parameters.grid[d];
    with_patch.lower[d] = std::min(extent.lower[d], first);
    with_patch.upper[d] = std::max(extent.upper[d], first + (nodes_[d] - 1) * spacing);
  }
  inner_->set_points(y.in_patch_grid.rows(y.patch_count), x.in_patch_grid.rows(x.patch_count), same, extent);
  const auto elsewhere = x.other_positions.rows(x.other_count);
  const auto others = y.other_positions.rows(y.other_count), halo = y.halo_positions.rows(y.halo_count);
  if (same) {
    sum_.set_points(others, 0, {{elsewhere, 0, true}}, &with_patch, halo);
  } else {
    sum_.set_points(others, 0, {{elsewhere, 0, false}, {x.halo_positions.rows(x.halo_count), 0, false}}, &with_patch);
    near_patch_sum_->set_points(halo, 0, {{elsewhere, 0, false}}, &extent);
  }
  if (!image_sum_) return;
  {
    const StageScope scope(own_times_, "sort");
    find_images(y, images_);
  }
  const auto images = images_.positions.rows(images_.count), face = x.face_positions.rows(x.face_count);
  if (same)
    image_sum_->set_points(face, 0, {{face, 0, true}}, nullptr, images, false);
  else
    image_sum_->set_points(images, 0, {{face, 0, false}});
}

template <class Space>
Density<Space> NestedEwald<Space>::part(const Density<Space>& density, const Indices& numbers, int count,
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
void NestedEwald<Space>::near(const Density<Space>& density, const Vectors<Space>& u) {
  if (!inner_) return sum_.near(density, {u});
  const Points& x = same_ ? sources_ : targets_;
  Density<Space> in_halo, of_images, at_face;
  {
    const StageScope scope(own_times_, "P2P");
    in_patch_ = part(density, sources_.patch, sources_.patch_count, patch_density_);
    elsewhere_ = part(density, sources_.other, sources_.other_count, other_density_);
    in_halo = part(in_patch_, sources_.halo, sources_.halo_count, halo_density_);
    if (image_sum_) of_images = part(in_patch_, images_.source, images_.count, image_density_, -1);
    if (image_sum_ && same_) at_face = part(in_patch_, sources_.face, sources_.face_count, face_density_, -1);
  }
  inner_->near(in_patch_, patch_.rows(x.patch_count));
  const auto other = other_.rows(x.other_count), halo = halo_by_others_.rows(x.halo_count);
  if (same_) {
    sum_.near(elsewhere_, {other}, in_halo, halo);
  } else {
    sum_.near(elsewhere_, {other, halo});
    if (x.other_count > 0) near_patch_sum_->near(in_halo, {other_by_patch_.rows(x.other_count)});
  }
  if (!image_sum_ || images_.count == 0) return;
  const auto patch_by_images = patch_by_images_.rows(x.face_count);
  if (same_)
    image_sum_->near(at_face, {patch_by_images}, of_images, images_by_patch_.rows(images_.count));
  else
    image_sum_->near(of_images, {patch_by_images});
}

template <class Space>
bool NestedEwald<Space>::has_net_source() const {
  return sum_.has_net_source() || (inner_ && inner_->has_net_source());
}

template <class Space>
void NestedEwald<Space>::spread(const Density<Space>& density, int components) {
  if (!inner_) return sum_.spread(density, components);
  inner_->spread(in_patch_, components);
  sum_.spread(elsewhere_, components);
  std::array<double, 3> first;
  for (int d = 0; d < 3; ++d) first[d] = patch_box_.lower[d] - margin_[d];
  inner_->sum_.restrict_to(sum_, first, nodes_);
}

template <class Space>
void NestedEwald<Space>::convolve() {
  sum_.convolve();
  if (inner_) inner_->convolve();
}

template <class Space>
void NestedEwald<Space>::pass_on() {
  if (!inner_) return;
  inner_->sum_.prolong_from(sum_);
  inner_->pass_on();
}

template <class Space>
void NestedEwald<Space>::gather(const Vectors<Space>& u) {
  if (!inner_) return sum_.gather({u});
  const Points& x = same_ ? sources_ : targets_;
  const auto patch = patch_.rows(x.patch_count), other = other_.rows(x.other_count);
  inner_->gather(patch);
  sum_.gather(same_ ? std::vector<Vectors<Space>>{other} : std::vector<Vectors<Space>>{other, {}});
  const StageScope scope(own_times_, "G2P");
  if (image_sum_ && images_.count > 0) {
    add_rows<Space>(space_, x.face, x.face_count, patch_by_images_.rows(x.face_count), patch);
    if (same_) add_runs<Space>(space_, images_.source, images_.count, images_by_patch_.rows(images_.count), patch);
  }
  add_rows<Space>(space_, x.halo, x.halo_count, halo_by_others_.rows(x.halo_count), patch);
  scatter_sum<Space>(space_, x.patch, x.patch_count, patch, {}, u);
  scatter_sum<Space>(space_, x.other, x.other_count, other,
                     same_ ? Vectors<Space>() : other_by_patch_.rows(x.other_count), u);
}

template <class Space>
void NestedEwald<Space>::apply(const Density<Space>& density, const Vectors<Space>& u) {
  may_stop();
  near(density, u);
  may_stop();
  const int components = has_net_source() ? 4 : 3;
  spread(density, components);
  may_stop();
  convolve();
  pass_on();
  may_stop();
  gather(u);
  if (!density.single()) return;
  const StageScope scope(own_times_, "G2P");
  add_constant<Space>(space_, scaled_net_force<Space>(space_, sum_.zero_mode_constant(), density.forces), u);
}

template <class Space>
double NestedEwald<Space>::predicted_rms_error(double squared_force_sum, double dipole_norm) const {
  if (!inner_) return sum_.predicted_rms_error(squared_force_sum, dipole_norm);
  // errors go with 1/sqrt(volume): what is in the patch fills it, neither the box of its grid nor the one around
  double whole = 1, fine = 1;
  for (int d = 0; d < 3; ++d) {
    const double fills = std::max(patch_box_.lengths[d], p_.cutoff_radius);  // errors reach as far, beside a plane too
    whole *= p_.box.lengths[d] / fills;
    fine *= patch_box_.parameters.box.lengths[d] / std::max(patch_box_.lengths[d], patch_box_.parameters.cutoff_radius);
  }
  const int all = sources_.patch_count + sources_.other_count;
  const double share = all > 0 ? double(sources_.patch_count) / all : 1;
  const double around = share * whole + 1 - share;
  if (!inner_->inner_)
    fine *= share;
  else
    fine = share;  // its own patch says what it fills
  return std::hypot(inner_->predicted_rms_error(squared_force_sum * fine, dipole_norm * fine),
                    sum_.predicted_rms_error(squared_force_sum * around, dipole_norm * around));
}

template <class Space>
StageTimes NestedEwald<Space>::take_stage_times() {
  StageTimes t = std::exchange(own_times_, StageTimes(ewald_stages));
  t += sum_.take_stage_times();
  for (auto* sum : {&near_patch_sum_, &image_sum_})
    if (*sum) t += (*sum)->take_stage_times();
  if (inner_) t += inner_->take_stage_times();
  return t;
}

template <class Space>
StageVariantNames NestedEwald<Space>::variants() const {
  StageVariantNames all = sum_.variants();
  if (inner_) add_variants(inner_->variants(), all);
  return all;
}

#define SLURRY_INSTANTIATE(Space) template class NestedEwald<Space>;
SLURRY_FOR_EACH_SPACE(SLURRY_INSTANTIATE)
#undef SLURRY_INSTANTIATE

}  // namespace slurry
