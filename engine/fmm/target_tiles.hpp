// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "fmm/level_kernels.hpp"
#include "fmm/level_sums.hpp"
#include "fmm/octant_tiles.hpp"

// Targets of a level in tiles, and the sources that lie at one offset from each. The kernels of M2L that treat offset
// by offset share them.
namespace slurry::fmm {

/// Tiles of 32 columns, one for each expansion of each target. Every eight targets, a group, have the same octant.
template <class Space>
struct TargetTiles {
  using Numbers = SpaceArray<Space, double>;
  static constexpr int columns = 32;
  LevelView<Space> level;
  Numbers signs;  ///< signs of mirror images, [axes][coefficient]
  SpaceArray<Space, SourceReference> references;

  KOKKOS_INLINE_FUNCTION int groups() const { return columns / (level_fill * level.sets); }
  KOKKOS_INLINE_FUNCTION int boxes() const { return groups() * level_fill; }
  KOKKOS_INLINE_FUNCTION int tiles() const { return (level.targets + boxes() - 1) / boxes(); }
  /// First target of the group to which a column belongs.
  KOKKOS_INLINE_FUNCTION int group_of_column(int tile, int column) const {
    return (tile * groups() + column / (level_fill * level.sets)) * level_fill;
  }
  KOKKOS_INLINE_FUNCTION double sign(int negative, int coefficient) const {
    return signs(std::size_t(negative * level.coefficients() + coefficient));
  }

  /// The offset of a reference seen from a group of targets.
  struct Seen {
    int negative, window;
    double d[3];  ///< source minus target
  };
  KOKKOS_INLINE_FUNCTION Seen seen_from(int first_target, const SourceReference& r, int q) const {
    Seen s{0, 0, {0, 0, 0}};
    const int octant = level.target_octant(std::size_t(first_target));
    // seen from the source, a target is negative where the source's octant says so; seen from here the other way
    s.negative = negative_of(r, 7 - octant, q);
    for (int a = 2; a >= 0; --a) {
      const int to_source = s.negative >> a & 1 ? r.size[a] : -r.size[a];
      s.d[a] = to_source * level.cell[a];
      s.window = s.window * window_side + place_along(to_source, octant >> a & 1);
    }
    return s;
  }
  KOKKOS_INLINE_FUNCTION bool any_source(int tile, const SourceReference& r, int q) const {
    for (int g = 0; g < groups(); ++g) {
      const int first = (tile * groups() + g) * level_fill;
      if (first >= level.targets) return false;
      const int window = seen_from(first, r, q).window;
      for (int b = 0; b < level_fill; ++b)
        if (level.met(std::size_t(first + b) * window_places + std::size_t(window)) >= 0) return true;
    }
    return false;
  }
  /// Coefficient k of the source that target `box` of the tile has at this offset, all sets, with the origin of B at
  /// the target; 0 if there is none. mirrored: axes along which the coefficients are mirrored.
  KOKKOS_INLINE_FUNCTION void gather(int tile, const Seen& s, int mirrored, int box, int k, double* to) const {
    const int sets = level.sets;
    for (int c = 0; c < sets; ++c) to[c] = 0.0;
    const int target = tile * boxes() + box;
    if (target >= level.targets) return;
    const int source = level.met(std::size_t(target) * window_places + std::size_t(s.window));
    if (source < 0) return;
    const double factor = sign(mirrored, k);
    for (int c = 0; c < sets; ++c) to[c] = factor * level.multipole(source, k, c);
    if (sets == 4) to[3] += s.d[0] * to[0] + s.d[1] * to[1] + s.d[2] * to[2];
  }
  /// Number of the target's first box of the group that holds box `box` of the tile.
  KOKKOS_INLINE_FUNCTION int group_of_box(int tile, int box) const {
    return (tile * boxes() + box) / level_fill * level_fill;
  }
  /// Adds a number to the target of a column.
  KOKKOS_INLINE_FUNCTION void add(int tile, int column, int coefficient, double value) const {
    const int target = tile * boxes() + column / level.sets;
    if (target < level.targets) level.local(target, coefficient, column % level.sets) += value;
  }
};

/// What the tiles of all levels of a sum have in common.
template <class Space>
struct TileTables {
  SpaceArray<Space, double> signs;
  SpaceArray<Space, SourceReference> references;

  explicit TileTables(int p) {
    std::vector<double> of_axes;
    for (int axes = 0; axes < 8; ++axes) {
      const std::vector<double> of = mirror_signs(p, axes);
      of_axes.insert(of_axes.end(), of.begin(), of.end());
    }
    std::vector<SourceReference> all;
    for (const ReferenceOffset& o : reference_offsets()) {
      SourceReference r{{o.size[0], o.size[1], o.size[2]}, o.both, 1};
      for (int a = 0; a < 3; ++a) r.mirrors *= o.both >> a & 1 ? 2 : 1;
      all.push_back(r);
    }
    signs = array_in<Space>(of_axes, "slurry::fmm::signs");
    references = array_in<Space>(all, "slurry::fmm::references");
  }
  TargetTiles<Space> of(const LevelView<Space>& level) const { return {level, signs, references}; }
};

/// The distance of a reference offset, target minus source.
inline Vector3 distance_of(const ReferenceOffset& o, const Vector3& cell) {
  return {o.size[0] * cell[0], o.size[1] * cell[1], o.size[2] * cell[2]};
}

/// Sums of products of four rows and four columns, in registers.
struct TileBlock {
  static constexpr int side = 4;
  double sum[side][side] = {};
  KOKKOS_INLINE_FUNCTION void add(const double* a, const double* b) {
    for (int x = 0; x < side; ++x)
      for (int y = 0; y < side; ++y) sum[x][y] += a[x] * b[y];
  }
};
/// Number of rows in memory of a matrix that is multiplied in such blocks.
KOKKOS_INLINE_FUNCTION int padded_rows(int rows) {
  return (rows + TileBlock::side - 1) / TileBlock::side * TileBlock::side;
}

}  // namespace slurry::fmm
