// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Kokkos_Core.hpp>

#include <array>
#include <string>
#include <type_traits>
#include <vector>

#include "fmm/expansions.hpp"

// The boxes of one level and their interaction lists as plain arrays, which loops in any space can read.
namespace slurry::fmm {

template <class Space, class T>
using SpaceArray = Kokkos::View<T*, typename Space::memory_space>;

/// The children of the 27 parents around a box: 6 along each axis.
inline constexpr int window_side = 6, window_places = 216;
/// Runs of boxes in one octant are padded with -1 to a multiple of this number.
inline constexpr int level_fill = 8;
/// Count of numbers behind the last multipole that may be read.
inline constexpr int level_beyond = 8;

/// Distance in boxes along an axis from a box to a place of its window. half: the half of its parent in which the box
/// lies, 0 or 1.
KOKKOS_INLINE_FUNCTION int from_box(int place_along, int half) {
  return place_along - 2 - half;
}
/// The place in a box's window, along an axis, at this distance in boxes.
KOKKOS_INLINE_FUNCTION int place_along(int distance, int half) {
  return distance + 2 + half;
}

/// Boxes of a level in runs of one octant, with their interaction lists.
struct LevelBoxes {
  std::vector<int> targets, sources;                  ///< boxes with targets, boxes with sources
  std::array<int, 9> target_start{}, source_start{};  ///< run of octant o: [start[o], start[o + 1])
  /// For each target and place of its window: index of that box among the sources; -1 if there is none or it touches.
  std::vector<int> met;
  /// For each source and place of its window: index of that box among the targets; -1 if there is none or it touches.
  std::vector<int> reached;
};
/// Returns the boxes of a level of the tree, counted from the roots at 0, with their interaction lists.
LevelBoxes boxes_of_level(const Tree& tree, int level);

/// The arrays that a kernel of M2L reads, and the local expansions that it writes. Real: of expansions and operators.
template <class Space, class Real = double>
struct LevelView {
  template <class T>
  using Array = Kokkos::View<T*, typename Space::memory_space>;
  int p = 0, sets = 1, targets = 0, sources = 0;
  Real cell[3] = {1, 1, 1};  ///< sides of a box in units of length of its expansions
  Array<int> target_octant, source_octant, met, reached;
  /// Multipoles. Index: source * source_stride + (coefficient * sets + set) * coefficient_stride.
  Array<Real> multipoles;
  int source_stride = 0, coefficient_stride = 1;
  Array<Real> locals;  ///< [target][coefficient][set]

  KOKKOS_INLINE_FUNCTION int coefficients() const { return (p + 1) * (p + 1); }
  KOKKOS_INLINE_FUNCTION Real multipole(int source, int coefficient, int set) const {
    return multipoles(std::size_t(source) * std::size_t(source_stride) +
                      std::size_t(coefficient * sets + set) * std::size_t(coefficient_stride));
  }
  KOKKOS_INLINE_FUNCTION Real& local(int target, int coefficient, int set) const {
    return locals((std::size_t(target) * std::size_t(coefficients()) + std::size_t(coefficient)) * std::size_t(sets) +
                  std::size_t(set));
  }
};

/// Copies these values to an array of the space.
template <class Space, class T>
Kokkos::View<T*, typename Space::memory_space> array_in(const std::vector<T>& values, const char* label) {
  Kokkos::View<T*, typename Space::memory_space> out(
      Kokkos::view_alloc(std::string(label), Kokkos::WithoutInitializing), values.size());
  Kokkos::deep_copy(out,
                    Kokkos::View<const T*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>(values.data(), values.size()));
  return out;
}

/// Copies these values to an array of the space, rounded to Real.
template <class Space, class Real>
SpaceArray<Space, Real> numbers_in(const std::vector<double>& values, const char* label) {
  if constexpr (std::is_same_v<Real, double>)
    return array_in<Space>(values, label);
  else
    return array_in<Space>(std::vector<Real>(values.begin(), values.end()), label);
}

/// Order of the multipoles in memory.
enum class MultipoleOrder {
  by_box,         ///< all numbers of a box side by side
  by_coefficient  ///< one coefficient of all boxes side by side
};

/// Copies the boxes of a level to a space. Multipoles have no values yet; local expansions are zero.
template <class Space, class Real>
LevelView<Space, Real> boxes_in(const LevelBoxes& boxes, const ExpansionShape& shape, const std::array<double, 3>& cell,
                                MultipoleOrder order) {
  LevelView<Space, Real> v;
  v.p = shape.p;
  v.sets = shape.sets;
  for (std::size_t a = 0; a < 3; ++a) v.cell[a] = static_cast<Real>(cell[a]);
  v.targets = static_cast<int>(boxes.targets.size());
  v.sources = static_cast<int>(boxes.sources.size());
  const auto octants = [](const std::array<int, 9>& start) {
    std::vector<int> of;
    for (std::size_t o = 0; o < 8; ++o) of.insert(of.end(), std::size_t(start[o + 1] - start[o]), int(o));
    return of;
  };
  v.target_octant = array_in<Space>(octants(boxes.target_start), "slurry::fmm::target_octant");
  v.source_octant = array_in<Space>(octants(boxes.source_start), "slurry::fmm::source_octant");
  v.met = array_in<Space>(boxes.met, "slurry::fmm::met");
  v.reached = array_in<Space>(boxes.reached, "slurry::fmm::reached");
  const int numbers = shape.rows() * shape.sets;
  const bool by_box = order == MultipoleOrder::by_box;
  v.source_stride = by_box ? numbers : 1;
  v.coefficient_stride = by_box ? 1 : v.sources;
  using Numbers = SpaceArray<Space, Real>;
  v.multipoles = Numbers("slurry::fmm::multipoles", std::size_t(v.sources) * std::size_t(numbers) + level_beyond);
  v.locals = Numbers("slurry::fmm::locals", std::size_t(v.targets) * std::size_t(numbers));
  return v;
}

/// Copies a level with its multipoles to a space. Local expansions are zero.
template <class Space, class Real>
LevelView<Space, Real> level_in(const LevelBoxes& boxes, const ExpansionShape& shape, const std::array<double, 3>& cell,
                                const ExpansionsOf<Real>& multipoles, MultipoleOrder order) {
  LevelView<Space, Real> v = boxes_in<Space, Real>(boxes, shape, cell, order);
  const int numbers = shape.rows() * shape.sets;
  std::vector<Real> m(std::size_t(v.sources) * std::size_t(numbers) + level_beyond);
  for (int s = 0; s < v.sources; ++s) {
    const int box = boxes.sources[std::size_t(s)];
    if (box < 0) continue;
    const Real* const from = multipoles.of(box);
    for (int k = 0; k < numbers; ++k)
      m[std::size_t(s) * std::size_t(v.source_stride) + std::size_t(k) * std::size_t(v.coefficient_stride)] = from[k];
  }
  v.multipoles = array_in<Space>(m, "slurry::fmm::multipoles");
  return v;
}

/// Adds the local expansions that a kernel has computed for a level to those of the boxes.
template <class Space, class Real>
void add_level(const LevelView<Space, Real>& level, const LevelBoxes& boxes, ExpansionsOf<Real>& locals) {
  const auto found = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), level.locals);
  const int numbers = (level.p + 1) * (level.p + 1) * level.sets;
  for (int t = 0; t < level.targets; ++t) {
    const int box = boxes.targets[std::size_t(t)];
    if (box < 0) continue;
    Real* const to = locals.of(box);
    for (int k = 0; k < numbers; ++k) to[k] += found(std::size_t(t) * std::size_t(numbers) + std::size_t(k));
  }
}

}  // namespace slurry::fmm
