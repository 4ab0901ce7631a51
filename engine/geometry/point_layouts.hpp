// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <memory>
#include <tuple>
#include <vector>

#include "base/density.hpp"
#include "base/loop_name.hpp"
#include "base/point_sets.hpp"
#include "geometry/point_extent.hpp"
#include "geometry/sorted_points.hpp"

namespace slurry {

/// The points of a sum in the order of its cells, and all data that its stages derive from them in that order. If a
/// stage needs more than sorted points, it names a type, its layout. Stages that need the same data share a layout.
/// struct Layout { static constexpr bool of_density; void make(space, sorted points, arguments ...); };
/// A layout is made when it is first asked for after the points have changed. If of_density is set, it is also made
/// again after the density has changed. Its memory is kept.
template <class Space>
class PointLayouts {
 public:
  /// Numbers of the sets that are no targets. The sets of targets count from 0.
  static constexpr int sources = -1, others = -2;

  explicit PointLayouts(const CellGrid& cells) : cells_(cells) {}

  /// Sets the points. within: a larger set of points, which includes these; it must fit into the free directions.
  /// others: points that meet the sources in the near field. with_own: whether the sources see one another too. Throws
  /// InputError if positions are not finite, or span more than the box.
  void set(const Space& space, ConstVectors<Space> y, const std::vector<TargetSet<Space>>& targets,
           const PointExtent* within = nullptr, ConstVectors<Space> met = {}, bool with_own = true) {
    left_ = {};
    points_changed_ = density_changed_ = ++now_;
    PointExtent extent;
    if (within) {
      extent = *within;
    } else {
      extent.include<Space>(space, y);
      if (met.extent(0) > 0) extent.include<Space>(space, met);
      for (const auto& t : targets)
        if (!t.are_sources) extent.include<Space>(space, t.positions);
    }
    extent.place(cells_);
    sources_.sort(space, cells_, y);
    meets_others_ = met.extent(0) > 0;
    with_own_ = with_own;
    if (meets_others_) others_.sort(space, cells_, met);
    if (targets_.size() != targets.size()) targets_.resize(targets.size());
    for (std::size_t k = 0; k < targets.size(); ++k) {
      targets_[k].are_sources = targets[k].are_sources;
      if (!targets[k].are_sources) targets_[k].points.sort(space, cells_, targets[k].positions);
    }
  }

  const CellGrid& cells() const { return cells_; }
  int target_sets() const { return static_cast<int>(targets_.size()); }
  bool are_sources(int set) const { return set == sources || (set >= 0 && targets_[set].are_sources); }
  bool meets_others() const { return meets_others_; }
  bool with_own() const { return with_own_; }
  const SortedPoints<Space>& operator[](int set) const {
    return set == others ? others_ : are_sources(set) ? sources_ : targets_[set].points;
  }

  template <class Layout, class... Arguments>
  const Layout& get(const Space& space, int set, const Arguments&... arguments) {
    const int owner = are_sources(set) ? sources : set;
    Made* made = nullptr;
    for (Made& m : made_)
      if (m.type == &type_of<Layout> && m.set == owner) made = &m;
    if (!made) made = &made_.emplace_back(Made{&type_of<Layout>, owner, 0, std::make_shared<Layout>()});
    auto& layout = *static_cast<Layout*>(made->layout.get());
    if (made->at < (Layout::of_density ? density_changed_ : points_changed_)) {
      made->at = now_;
      layout.make(space, (*this)[set], arguments...);
    }
    return layout;
  }

  /// Call this when another evaluation begins. Data that was derived from the last density is then no longer used.
  void new_density() {
    left_ = {};
    density_changed_ = ++now_;
  }
  /// Keeps the densities that a stage has put in the order of the sources, for the next stage that asks for them.
  template <class Real>
  void leave(const Density<Space>& density, const SortedDensity<Space, Real>& sorted) {
    left_ = density;
    std::get<SortedDensity<Space, Real>>(sorted_) = sorted;
  }
  /// The densities kept by leave(). It is empty if there are none, or if they belong to other densities.
  template <class Real>
  SortedDensity<Space, Real> take(const Density<Space>& density) {
    SortedDensity<Space, Real> sorted;
    if (left_.is(density)) sorted = std::get<SortedDensity<Space, Real>>(sorted_);
    left_ = {};
    return sorted;
  }

 private:
  struct Targets {
    bool are_sources = false;
    SortedPoints<Space> points;
  };
  struct Made {
    const char* type;
    int set;
    std::uint64_t at;
    std::shared_ptr<void> layout;
  };
  template <class Layout>
  static inline char type_of = 0;

  CellGrid cells_;
  SortedPoints<Space> sources_, others_;
  std::vector<Targets> targets_;
  bool meets_others_ = false, with_own_ = true;
  std::vector<Made> made_;
  std::uint64_t now_ = 0, points_changed_ = 0, density_changed_ = 0;
  Density<Space> left_;
  std::tuple<SortedDensity<Space, double>, SortedDensity<Space, float>> sorted_;
};

/// Layout of velocities that stay in sorted order until they are complete. The order of the points as given may be any
/// order. Reading and writing in that order would fetch every line of a large set from memory each time (a million
/// points: 3 per cent of the sum).
template <class Space>
struct SortedVelocities {
  static constexpr bool of_density = false;
  SortedPoints<Space> points;  ///< numbered in sorted order
  Vectors<Space> u;

  void make(const Space& space, const SortedPoints<Space>& from) {
    auto order = points.order;
    if (u.extent(0) < from.count) {
      u = Vectors<Space>(Kokkos::view_alloc("slurry::geometry::sorted", Kokkos::WithoutInitializing), from.count);
      order = decltype(order)(Kokkos::view_alloc("slurry::geometry::order", Kokkos::WithoutInitializing), from.count);
      Kokkos::parallel_for(
          "slurry::geometry::number"_loop, Kokkos::RangePolicy<Space>(space, 0, static_cast<int>(from.count)),
          KOKKOS_LAMBDA(int k) { order(k) = k; });
    }
    points = from;
    points.order = order;
  }
};

}  // namespace slurry
