// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <utility>

#include "far_field/far_grid.hpp"
#include "geometry/sorted_points.hpp"

// The order in which the host takes sorted points to a grid and back: slabs of layers for threads, strips of rows for
// the cache.
namespace slurry::spreading {

/// Slabs of cell layers that spread without touching each other two apart: slab s has the layers first(s) to
/// first(s + 1).
struct Slabs {
  int layers = 1, count = 1;
  int first(int s) const { return static_cast<int>(static_cast<long>(layers) * s / count); }
};
template <class Space>
Slabs slabs_of(const SortedPoints<Space>& points, const FarGrid& grid) {
  const auto& cells = points.grid;
  const double thickness = (grid.window + 1.0) * grid.spacing[2];
  const int layers = cells.n[2],
            per_slab = std::max(1, static_cast<int>(std::ceil(thickness / cells.width[2] - 1e-12)));
  int slabs = std::max(1, layers / per_slab);
  if (grid.periodic[2] && slabs > 1 && slabs % 2 == 1) --slabs;  // the last and the first must not be of one colour
  return {layers, slabs};
}

/// Strips of rows of cells, taken one after another, each through many layers: so that what the windows of a strip
/// touch stays in the second level of the cache.  P2G at P = 12 (combined layer) takes 0.83 to 0.87 of the time by it.
struct Strips {
  int rows = 1, count = 1;
  int first(int s) const { return static_cast<int>(static_cast<long>(rows) * s / count); }
};
/// layers: layers of cells that are gone through at a time.
template <class Real, class Space>
Strips strips_of(const SortedPoints<Space>& points, const FarGrid& grid, int layers, int components) {
  constexpr double room = 512 * 1024;  // bytes: half of a cache of 1 MiB
  const auto& cells = points.grid;
  const double planes = grid.window + std::ceil(layers * cells.width[2] / grid.spacing[2]);
  const double fitting = room / (planes * components * grid.pitch * sizeof(Real)) - grid.window;
  // narrow strips would share most of what they touch
  const double rows = std::max(fitting, double(grid.window));
  const double count = std::ceil(cells.n[1] * cells.width[1] / grid.spacing[1] / rows);
  return {cells.n[1], static_cast<int>(std::clamp(count, 1.0, double(cells.n[1])))};
}

/// Points of a strip in one layer: from one index to another.
template <class Space>
std::pair<int, int> strip_points(const SortedPoints<Space>& points, const Strips& strips, int strip, int layer) {
  const int row = layer * points.grid.n[1], n = points.grid.n[0];
  return {points.cell_start((row + strips.first(strip)) * n), points.cell_start((row + strips.first(strip + 1)) * n)};
}

/// Pieces that the points of every strip and layer are cut into, so that all threads find work where most points lie
/// in one of them, and even points are not cut into too many.
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

}  // namespace slurry::spreading
