// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/execution.hpp"
#include "ewald/far/far_grid.hpp"
#include "geometry/sorted_points.hpp"

namespace slurry {

/// The rows (along x) of the host's grid that are reached by windows of points, or by a finer grid. In all other rows
/// the spread values are 0 and nobody reads the field, so that the transforms leave these rows out.
class UsedRows {
 public:
  UsedRows() = default;
  /// Starts with no used rows.
  explicit UsedRows(const FarGrid& grid)
      : rows_(grid.total[1]),
        planes_(grid.total[2]),
        used_(std::size_t(rows_) * planes_, 0),
        in_row_(rows_, 0),
        in_plane_(planes_, 0),
        layer_(rows_, 0) {}

  void clear() {
    for (auto* some : {&used_, &in_row_, &in_plane_}) std::fill(some->begin(), some->end(), 0);
  }

  /// Includes the rows within the windows of points. The rows of cells tell where the points are, so that somewhat more
  /// rows are included than necessary. Points on a device are not looked at.
  template <class Space>
  void include(const FarGrid& grid, const SortedPoints<Space>& points) {
    if constexpr (is_host_space<Space>) include_cells(grid, points.grid, points.cell_start);
  }
  /// Includes `rows` rows from y on in `planes` planes from z on. If the grid is periodic, they may lie beyond its
  /// ends.
  void include(const FarGrid& grid, int y, int rows, int z, int planes) {
    std::fill(layer_.begin(), layer_.end(), 0);
    for (int i = 0; i < rows; ++i) layer_[stored(grid, 1, y + i)] = 1;
    for (int i = 0; i < planes; ++i) include_layer(stored(grid, 2, z + i));
  }

  bool row(int z, int y) const { return used_[std::size_t(z) * rows_ + y] != 0; }
  bool row_of_any_plane(int y) const { return in_row_[y] != 0; }
  /// Whether plane z has a used row.
  bool plane(int z) const { return in_plane_[z] != 0; }

 private:
  template <class Starts>
  void include_cells(const FarGrid& grid, const CellGrid& cells, const Starts& start) {
    for (int iz = 0; iz < cells.n[2]; ++iz) {
      std::fill(layer_.begin(), layer_.end(), 0);
      bool any = false;
      for (int iy = 0; iy < cells.n[1]; ++iy) {
        const int row = iz * cells.n[1] + iy;
        if (start(row * cells.n[0]) == start((row + 1) * cells.n[0])) continue;
        any = true;
        const Range r = range(grid, cells, 1, iy);
        for (int y = r.from; y < r.to; ++y) layer_[stored(grid, 1, y)] = 1;
      }
      if (!any) continue;
      const Range r = range(grid, cells, 2, iz);
      for (int z = r.from; z < r.to; ++z) include_layer(stored(grid, 2, z));
    }
  }
  struct Range {
    int from, to;
  };
  /// Grid points under the windows of the points in cell i, in direction d.
  static Range range(const FarGrid& grid, const CellGrid& cells, int d, int i) {
    constexpr double hair = 1e-6;  // allows for rounding at the faces of a cell
    const double lower = i * cells.width[d] * grid.per_length[d] - 0.5 * grid.window,
                 upper = (i + 1) * cells.width[d] * grid.per_length[d] - 0.5 * grid.window;
    const int first = grid.offset[d] + static_cast<int>(std::ceil(lower - hair)),
              last = grid.offset[d] + static_cast<int>(std::ceil(upper + hair)) + grid.window - 1;
    return {first, last + 1};
  }
  static int stored(const FarGrid& grid, int d, int i) {
    const int n = grid.total[d];
    if (!grid.periodic[d]) return std::clamp(i, 0, n - 1);
    const int wrapped = i % n;
    return wrapped < 0 ? wrapped + n : wrapped;
  }
  void include_layer(int z) {
    in_plane_[z] = 1;
    unsigned char* const used = used_.data() + std::size_t(z) * rows_;
    for (int y = 0; y < rows_; ++y) used[y] |= layer_[y];
    for (int y = 0; y < rows_; ++y) in_row_[y] |= layer_[y];
  }

  int rows_ = 0, planes_ = 0;
  std::vector<unsigned char> used_, in_row_, in_plane_;  // flags of each [plane][row], of each row, of each plane
  std::vector<unsigned char> layer_;                     // rows of the planes that are being included
};

}  // namespace slurry
