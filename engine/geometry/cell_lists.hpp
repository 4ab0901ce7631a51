// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cmath>

#include "base/clear.hpp"
#include "base/loop_name.hpp"
#include "geometry/sorted_points.hpp"

namespace slurry {

/// Expected number of places if `points` evenly spread points are put into `cells` lists of equal length. The largest
/// of the Poisson-distributed counts determines the length.
inline double even_places(double points, double cells) {
  const double mean = points / cells;
  return cells * (1 - std::exp(-mean)) * (mean + std::sqrt(2 * mean * std::log(std::max(2.0, cells))) + 1);
}

/// Points of a box in cells as wide as a cutoff, as lists of equal length (C^N, "cell lists", of Kosmacher et al. 2026,
/// arXiv 2606.19059). Every cell that has points has a slot. A slot has as many places as the fullest cell needs, and a
/// count says how many of them are taken. Cells are numbered x first.
template <class Space>
struct CellLists {
  using Integers = Kokkos::View<int*, typename Space::memory_space>;
  int n[3] = {1, 1, 1};  ///< number of cells per direction
  /// number of colleagues on each side of a cell; more than one if the cutoff exceeds the box
  int reach[3] = {1, 1, 1};
  double length[3] = {1, 1, 1};
  bool periodic[3] = {true, true, true};
  int slots = 0, longest = 0;  ///< number of cells with points, and of places in each
  Integers slot;               ///< slot of each cell; -1: the cell has no points
  Integers cell;               ///< cell of each slot
  Integers count;              ///< number of points of each cell
  Integers place;              ///< points in the places of a slot, in sorted numbering

  /// Builds the lists. With `in_order`, points stand in the order of their places; otherwise their order depends on the
  /// threads.
  void build(const Space& space, const SortedPoints<Space>& points, double cutoff, bool in_order);

  KOKKOS_FUNCTION int colleagues() const { return (2 * reach[0] + 1) * (2 * reach[1] + 1) * (2 * reach[2] + 1); }
  /// Slot of colleague k of a cell, or -1 if the colleague is empty or outside. `shift` gets the periods that must be
  /// added to its points. Every offset is a separate image, so that one or two cells per direction are enough.
  KOKKOS_FUNCTION int colleague(int of_cell, int k, double shift[3]) const {
    const int wide[3] = {2 * reach[0] + 1, 2 * reach[1] + 1, 2 * reach[2] + 1};
    const int offset[3] = {k % wide[0] - reach[0], k / wide[0] % wide[1] - reach[1],
                           k / (wide[0] * wide[1]) - reach[2]};
    int c[3] = {of_cell % n[0], of_cell / n[0] % n[1], of_cell / (n[0] * n[1])};
    for (int d = 0; d < 3; ++d) {
      shift[d] = 0;
      c[d] += offset[d];
      if (!periodic[d]) {
        if (c[d] < 0 || c[d] >= n[d]) return -1;
        continue;
      }
      for (; c[d] < 0; c[d] += n[d]) shift[d] -= length[d];
      for (; c[d] >= n[d]; c[d] -= n[d]) shift[d] += length[d];
    }
    return slot((c[2] * n[1] + c[1]) * n[0] + c[0]);
  }
};

namespace cell_lists {

template <class Space>
struct Find {
  SortedPoints<Space> points;
  CellGrid grid;
  KOKKOS_FUNCTION int operator()(int k) const {
    int c[3];
    for (int d = 0; d < 3; ++d) c[d] = grid.cell_of(d, points.local(k, d));
    return (c[2] * grid.n[1] + c[1]) * grid.n[0] + c[0];
  }
};

template <class Space>
struct CountPoints {
  Find<Space> find;
  typename CellLists<Space>::Integers count;
  KOKKOS_FUNCTION void operator()(int k) const { Kokkos::atomic_add(&count(find(k)), 1); }
};

template <class Space>
struct Fullest {
  typename CellLists<Space>::Integers count;
  KOKKOS_FUNCTION void operator()(int c, int& most) const { most = count(c) > most ? count(c) : most; }
};

/// Numbers the cells that have points, which gives their slots.
template <class Space>
struct NumberSlots {
  typename CellLists<Space>::Integers count, slot, cell;
  KOKKOS_FUNCTION void operator()(int c, int& slots, bool last) const {
    const bool has = count(c) > 0;
    if (last) {
      slot(c) = has ? slots : -1;
      if (has) cell(slots) = c;
    }
    slots += has ? 1 : 0;
  }
};

template <class Space>
struct PlacePoints {
  Find<Space> find;
  typename CellLists<Space>::Integers slot, next, place;
  int longest;
  KOKKOS_FUNCTION void operator()(int k) const {
    const int s = slot(find(k));
    place(std::size_t(s) * longest + Kokkos::atomic_fetch_add(&next(s), 1)) = k;
  }
};

/// Sorts the entries of each list by insertion, because the lists are short.
template <class Space>
struct OrderPlaces {
  typename CellLists<Space>::Integers place, next;
  int longest;
  KOKKOS_FUNCTION void operator()(int s) const {
    int* const list = &place(std::size_t(s) * longest);
    for (int i = 1; i < next(s); ++i) {
      const int point = list[i];
      int j = i - 1;
      for (; j >= 0 && list[j] > point; --j) list[j + 1] = list[j];
      list[j + 1] = point;
    }
  }
};

}  // namespace cell_lists

template <class Space>
void CellLists<Space>::build(const Space& space, const SortedPoints<Space>& points, double cutoff, bool in_order) {
  using Range = Kokkos::RangePolicy<Space>;
  const auto fresh = [](const char* label, std::size_t size) {
    return Integers(Kokkos::view_alloc(std::string(label), Kokkos::WithoutInitializing), size);
  };
  CellGrid grid = points.grid;
  for (int d = 0; d < 3; ++d) {
    grid.n[d] = std::clamp(static_cast<int>(grid.length[d] / cutoff), 1, 1024);
    grid.width[d] = grid.length[d] / grid.n[d];
    n[d] = grid.n[d];
    length[d] = grid.length[d];
    periodic[d] = grid.periodic[d];
    reach[d] = std::max(1, static_cast<int>(std::ceil(cutoff / grid.width[d] * (1 - 1e-12))));
  }
  const int cells = n[0] * n[1] * n[2], total = static_cast<int>(points.count);
  count = Integers("slurry::cell_lists::count", cells);
  slot = fresh("slurry::cell_lists::slot", cells);
  cell = fresh("slurry::cell_lists::cell", std::min(cells, total));
  const cell_lists::Find<Space> find{points, grid};
  Kokkos::parallel_for("slurry::cell_lists::count"_loop, Range(space, 0, total),
                       cell_lists::CountPoints<Space>{find, count});
  longest = 0;
  Kokkos::parallel_reduce("slurry::cell_lists::longest"_loop, Range(space, 0, cells), cell_lists::Fullest<Space>{count},
                          Kokkos::Max<int>(longest));
  Kokkos::parallel_scan("slurry::cell_lists::slots"_loop, Range(space, 0, cells),
                        cell_lists::NumberSlots<Space>{count, slot, cell}, slots);
  space.fence();
  place = fresh("slurry::cell_lists::place", std::size_t(slots) * longest);
  const Integers next("slurry::cell_lists::next", slots);
  Kokkos::parallel_for("slurry::cell_lists::place"_loop, Range(space, 0, total),
                       cell_lists::PlacePoints<Space>{find, slot, next, place, longest});
  if (in_order)
    Kokkos::parallel_for("slurry::cell_lists::order"_loop, Range(space, 0, slots),
                         cell_lists::OrderPlaces<Space>{place, next, longest});
}

}  // namespace slurry
