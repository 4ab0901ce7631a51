// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <vector>

#include "fmm/target_tiles.hpp"

// M2L by classes of parity over the arrays of a level (theory/fast-multipole.md (M19)). A mirror image along an axis
// multiplies a coefficient by a sign that its class says. So the mirrored sources of one reference offset are combined
// first, and one product serves all of them.
namespace slurry::fmm {

/// Scheme `parity`. A team has one tile of targets and at most `most_rows` rows of the matrices. For each offset it
/// collects in scratch memory combinations of the sources of all mirror images. The four rows of a block belong to one
/// class.
template <class Space, class Real>
struct ParityTile {
  using Number = Real;
  using Member = typename Kokkos::TeamPolicy<Space>::member_type;
  using Seen = typename TargetTiles<Space, Real>::Seen;
  static constexpr int columns = TargetTiles<Space, Real>::columns, block = tile_block_side, most_rows = 128,
                       slice = 16, mirrors = 8;
  TargetTiles<Space, Real> at;
  int rows;                                    ///< by class, with padding
  SpaceArray<Space, Real> matrices;            ///< [reference][column][row]
  SpaceArray<Space, int> class_of, row_place;  ///< of a coefficient; coefficient of a row, -1: padding
  int scratch_level;

  static constexpr std::size_t scratch_numbers = std::size_t(columns) * (mirrors * slice + most_rows);
  KOKKOS_INLINE_FUNCTION int parts() const { return (rows + most_rows - 1) / most_rows; }

  KOKKOS_INLINE_FUNCTION void operator()(const Member& team) const {
    const int n = at.level.coefficients(), tile = team.league_rank() / parts();
    const int first_row = team.league_rank() % parts() * most_rows;
    const int own_rows = rows - first_row < most_rows ? rows - first_row : most_rows;
    Real* const in =
        static_cast<Real*>(team.team_scratch(scratch_level).get_shmem(std::ptrdiff_t(sizeof(Real)) * scratch_numbers));
    Real* const sum = in + mirrors * slice * columns;
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, most_rows * columns), [&](int i) { sum[i] = 0; });
    for (int reference = 0; reference < int(at.references.extent(0)); ++reference) {
      const SourceReference r = at.references(std::size_t(reference));
      bool any = false;
      for (int q = 0; q < r.mirrors && !any; ++q) any = at.any_source(tile, r, q);
      if (!any) continue;
      const Real* const matrix = matrices.data() + std::size_t(reference) * std::size_t(n) * std::size_t(rows);
      for (int k = 0; k < n; k += slice) {
        const int count = n - k < slice ? n - k : slice;
        team.team_barrier();
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, count * at.boxes()),
                             [&](int i) { combine(tile, r, i % at.boxes(), k + i / at.boxes(), i / at.boxes(), in); });
        team.team_barrier();
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, own_rows / block * (columns / block)), [&](int i) {
          add_product(tile, r, matrix + std::size_t(k) * std::size_t(rows), first_row, k, count, i, in, sum);
        });
      }
    }
    team.team_barrier();
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, own_rows * columns), [&](int i) {
      const int k = row_place(std::size_t(first_row + i / columns));
      if (k >= 0) at.add(tile, i % columns, k, sum[i]);
    });
  }

 private:
  /// Adds up, for one target and all sets, (-1)^(bits of chi and s) times coefficient k of the source in mirror image
  /// s. It does so for every chi among the axes with both signs.
  KOKKOS_INLINE_FUNCTION void combine(int tile, const SourceReference& r, int box, int k, int step, Real* in) const {
    const int first = at.group_of_box(tile, box), sets = at.level.sets;
    Real of[mirrors][4] = {};
    if (first < at.level.targets)
      for (int q = 0; q < r.mirrors; ++q) {
        const Seen s = at.seen_from(first, r, q);
        at.gather(tile, s, s.negative & ~r.both, box, k, of[s.negative & r.both]);
      }
    for (int bit = 1; bit < mirrors; bit *= 2) {
      if (!(r.both & bit)) continue;
      for (int s = 0; s < mirrors; ++s) {
        if (s & bit) continue;
        for (int c = 0; c < sets; ++c) {
          const Real plus = of[s][c] + of[s | bit][c];
          of[s | bit][c] = of[s][c] - of[s | bit][c];
          of[s][c] = plus;
        }
      }
    }
    for (int chi = 0; chi < mirrors; ++chi)
      for (int c = 0; c < sets && (chi & ~r.both) == 0; ++c)
        in[(chi * slice + step) * columns + box * sets + c] = of[chi][c];
  }
  /// Adds a block of the product. Rows of class x take the combination whose sign is the product of the signs of x and
  /// of the column's class.
  KOKKOS_INLINE_FUNCTION void add_product(int tile, const SourceReference& r, const Real* matrix, int first_row,
                                          int first_k, int count, int i, const Real* in, Real* sum) const {
    constexpr int across = columns / block;
    const int row = i / across * block, column = i % across * block;
    const int first = at.group_of_column(tile, column), place = row_place(std::size_t(first_row + row));
    if (first >= at.level.targets || place < 0) return;
    const int own = class_of(std::size_t(place));
    TileBlock<Real> product;
    const Real* a = matrix + first_row + row;
    for (int k = 0; k < count; ++k, a += rows) {
      const int chi = (own ^ class_of(std::size_t(first_k + k))) & r.both;
      product.add(a, in + (chi * slice + k) * columns + column);
    }
    const int fixed = at.seen_from(first, r, 0).negative & ~r.both;
    const Real sign = at.sign(fixed, place);  // of the whole class
    for (int x = 0; x < block; ++x)
      for (int y = 0; y < block; ++y) sum[(row + x) * columns + column + y] += sign * product.sum[x][y];
  }
};

template <class Space, class Real>
class ParityKernel final : public LevelKernel<Space, Real> {
 public:
  ParityKernel(const ExpansionShape& shape, const Vector3& cell) : tables_(shape.p) {
    std::vector<int> of;
    for (int l = 0; l <= shape.p; ++l)
      for (int m = -l; m <= l; ++m) {
        int own = 0;
        for (int axis = 0; axis < 3; ++axis) own |= (mirror_sign(axis, l, m) < 0 ? 1 : 0) << axis;
        of.push_back(own);
      }
    std::vector<int> places;
    for (int own = 0; own < 8; ++own) {
      for (std::size_t k = 0; k < of.size(); ++k)
        if (of[k] == own) places.push_back(int(k));
      while (places.size() % tile_block_side != 0) places.push_back(-1);
    }
    std::vector<double> matrices;
    for (const ReferenceOffset& o : reference_offsets()) {
      const RealMatrix m = m2l_matrix(shape.p, distance_of(o, cell));
      for (int c = 0; c < m.columns; ++c)
        for (const int k : places) matrices.push_back(k < 0 ? 0.0 : m(k, c));
    }
    rows_ = static_cast<int>(places.size());
    matrices_ = numbers_in<Space, Real>(matrices, "slurry::fmm::matrices");
    class_of_ = array_in<Space>(of, "slurry::fmm::class_of");
    row_place_ = array_in<Space>(places, "slurry::fmm::row_place");
  }
  void run(const Space& space, const LevelView<Space, Real>& level) const override {
    using Tile = ParityTile<Space, Real>;
    const Tile tile{tables_.of(level), rows_, matrices_, class_of_, row_place_, 0};
    run_teams("slurry::fmm::m2l_parity", space, tile.at.tiles() * tile.parts(),
              team_threads(std::min(rows_, Tile::most_rows) * Tile::columns / 16, 256), Tile::scratch_numbers, tile);
  }

 private:
  TileTables<Space, Real> tables_;
  int rows_ = 0;
  SpaceArray<Space, Real> matrices_;
  SpaceArray<Space, int> class_of_, row_place_;
};

}  // namespace slurry::fmm
