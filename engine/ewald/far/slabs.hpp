// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <utility>

#include "ewald/far/far_grid.hpp"
#include "geometry/sorted_points.hpp"

// The order in which the host takes sorted points to a grid and back. Slabs of layers are for threads, strips of rows
// are for the cache.
namespace slurry::point_transfer {

/// Slabs of cell layers. Two slabs with one slab between them do not touch each other when they spread. Slab s has the
/// layers from first(s) to first(s + 1).
struct Slabs {
  int layers = 1, count = 1;
  int first(int s) const { return static_cast<int>(static_cast<long>(layers) * s / count); }

  /// Number of slabs that one thread takes together, always even. One thread takes all slabs together. With more
  /// threads the number is so small that each thread gets several groups.
  int group(int threads) const { return threads == 1 ? count + count % 2 : 2 * std::max(1, count / (8 * threads)); }
  int groups(int threads) const { return (count + group(threads) - 1) / group(threads); }
  /// Visits the slabs of group g. Every even slab comes before the odd slabs beside it, so that sums do not depend on
  /// the grouping. An odd slab follows soon, while much of what it touches is still in a cache. The last odd slab of a
  /// group waits until all groups are done: left_over(), or -1 if there is none.
  template <class Visit>
  void visit_group(int g, int threads, const Visit& visit) const {
    const int from = g * group(threads), to = std::min(count, from + group(threads));
    for (int s = from; s < to; s += 2) {
      visit(s);
      if (s > from) visit(s - 1);
    }
  }
  int left_over(int g, int threads) const {
    const int last = std::min(count, (g + 1) * group(threads)) - 1;
    return last % 2 == 1 ? last : -1;
  }
};
template <class Space>
Slabs slabs_of(const SortedPoints<Space>& points, const FarGrid& grid) {
  const auto& cells = points.grid;
  const double thickness = (grid.window + 1.0) * grid.spacing[2];
  const int layers = cells.n[2],
            per_slab = std::max(1, static_cast<int>(std::ceil(thickness / cells.width[2] - 1e-12)));
  int slabs = std::max(1, layers / per_slab);
  if (grid.periodic[2] && slabs > 1 && slabs % 2 == 1) --slabs;  // the last and the first slab must not both be even
  return {layers, slabs};
}

/// A range of planes of the grid. The first of them may lie before the period's first.
struct Planes {
  int from = 0, to = 0;
};
/// Planes that slab s, an even slab, sets to zero before it spreads: its own planes, and half of the planes of the odd
/// slabs beside it.  The odd slabs are at least P + 1 spacings thick, so slab s touches no other odd slabs, and no
/// other even slab touches these planes.
template <class Space>
Planes planes_to_clear(const SortedPoints<Space>& points, const FarGrid& grid, const Slabs& slabs, int s) {
  const auto middle = [&](int odd) {
    const double layers = 0.5 * (slabs.first(odd) + slabs.first(odd + 1));
    return static_cast<int>(std::ceil(layers * points.grid.width[2] / grid.spacing[2])) + grid.offset[2];
  };
  const bool around = grid.periodic[2] && slabs.count > 1;
  return {s > 0    ? middle(s - 1)
          : around ? middle(slabs.count - 1) - grid.total[2]
                   : 0,
          s + 1 < slabs.count && (around || s + 2 < slabs.count) ? middle(s + 1) : grid.total[2]};
}

/// Strips of rows of cells. The strips are taken one after another, each through many layers, so that the nodes under
/// the windows of a strip stay in the second-level cache. P2G at P = 12 (combined layer) takes 0.83 to 0.87 of the time
/// with strips.
struct Strips {
  int rows = 1, count = 1;
  int first(int s) const { return static_cast<int>(static_cast<long>(rows) * s / count); }
};
/// Makes the strips. layers: number of layers of cells that are gone through at a time.
template <class Real, class Space>
Strips strips_of(const SortedPoints<Space>& points, const FarGrid& grid, int layers, int components) {
  constexpr double room = 512 * 1024;  // bytes: half of a cache of 1 MiB
  const auto& cells = points.grid;
  const double planes = grid.window + std::ceil(layers * cells.width[2] / grid.spacing[2]);
  const double fitting = room / (planes * components * grid.pitch * sizeof(Real)) - grid.window;
  // Narrow strips would share most of the nodes that they touch.
  const double rows = std::max(fitting, double(grid.window));
  const double count = std::ceil(cells.n[1] * cells.width[1] / grid.spacing[1] / rows);
  return {cells.n[1], static_cast<int>(std::clamp(count, 1.0, double(cells.n[1])))};
}

/// Points of a strip in one layer, as a range of indices.
template <class Space>
std::pair<int, int> strip_points(const SortedPoints<Space>& points, const Strips& strips, int strip, int layer) {
  const int row = layer * points.grid.n[1], n = points.grid.n[0];
  return {points.cell_start((row + strips.first(strip)) * n), points.cell_start((row + strips.first(strip + 1)) * n)};
}

/// Number of pieces into which the points of every strip and layer are cut. All threads find work even if most points
/// lie in one strip and layer. Evenly spread points are not cut into too many pieces.
template <class Space>
int pieces_of_a_part(const SortedPoints<Space>& points, const Strips& strips, int threads) {
  constexpr int enough = 256;  // points
  if (threads == 1) return 1;
  int largest = 0;
  for (int strip = 0; strip < strips.count; ++strip)
    for (int layer = 0; layer < points.grid.n[2]; ++layer) {
      const auto [from, to] = strip_points(points, strips, strip, layer);
      largest = std::max(largest, to - from);
    }
  return std::clamp(largest / enough, 1, 4 * threads);
}

/// Rows of some planes that are set to zero strip by strip, just before points are spread there. A large grid then goes
/// through memory once instead of twice. P2G takes 0.75 to 0.96 of the time (P = 5, grids of 96 to 64 a side).
template <class Real>
class RowsToClear {
 public:
  RowsToClear(const FarGrid& grid, int components, Real* values, const Planes& planes)
      : grid_(grid), components_(components), values_(values), planes_(planes) {}

  /// Clears the rows that windows of points below y touch. y is box-local [length] and must rise from call to call.
  void clear_below(double y) {
    const int wrapped = grid_.periodic[1] ? std::min(grid_.total[1], grid_.window / 2 + 1) : 0;
    const int untouched = grid_.total[1] - wrapped;
    if (next_ < 0) {
      clear(untouched, grid_.total[1]);  // by windows of points at y = 0
      next_ = 0;
    }
    const int end = static_cast<int>(y / grid_.spacing[1] + 0.5 * grid_.window) + grid_.offset[1] + 1;
    clear(next_, std::min(end, untouched));
    next_ = std::max(next_, std::min(end, untouched));
  }
  /// Clears all other rows.
  void clear_rest() { clear_below(grid_.total[1] * grid_.spacing[1]); }

 private:
  void clear(int from, int to) const {
    if (from >= to) return;
    for (int z = planes_.from; z < planes_.to; ++z) {
      Real* const row = values_ + grid_.row(z < 0 ? z + grid_.total[2] : z, from, 0, components_);
      std::fill(row, row + std::size_t(to - from) * components_ * grid_.pitch, Real(0));
    }
  }

  const FarGrid& grid_;
  int components_, next_ = -1;
  Real* values_;
  Planes planes_;
};

}  // namespace slurry::point_transfer
