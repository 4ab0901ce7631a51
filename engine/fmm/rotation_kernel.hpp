// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <vector>

#include "fmm/target_tiles.hpp"

// M2L turned to the z axis, over the arrays of a level, in O(p^3) (theory/fast-multipole.md (M20)).
namespace slurry::fmm {

/// Scheme `rotation`. A team has one tile of targets. It turns the sources of each offset so that the offset lies along
/// z, shifts them order by order, and turns them back.
template <class Space, class Real>
struct RotationTile {
  using Number = Real;
  using Member = typename Kokkos::TeamPolicy<Space>::member_type;
  using Seen = typename TargetTiles<Space, Real>::Seen;
  static constexpr int columns = TargetTiles<Space, Real>::columns, block = tile_block_side;
  TargetTiles<Space, Real> at;
  SpaceArray<Space, Real> turns;   ///< [reference][degree l][row][column], blocks of 2l + 1 rows
  SpaceArray<Space, Real> shifts;  ///< [reference][order m][degree out][degree in], blocks of p + 1 - m rows
  int scratch_level;

  static std::size_t scratch_numbers(int n) { return std::size_t(3 * columns) * std::size_t(n); }
  /// Count of numbers before the block of order m.
  KOKKOS_INLINE_FUNCTION int shift_start(int m) const {
    const int n = at.level.p + 1, left = n - m;
    return (n * (n + 1) * (2 * n + 1) - left * (left + 1) * (2 * left + 1)) / 6;
  }

  KOKKOS_INLINE_FUNCTION void operator()(const Member& team) const {
    const int n = at.level.coefficients(), tile = team.league_rank(), items = n * (columns / block);
    Real* const in =
        static_cast<Real*>(team.team_scratch(scratch_level).get_shmem(std::ptrdiff_t(sizeof(Real)) * 3 * columns * n));
    Real *const turned = in + n * columns, *const sum = turned + n * columns;
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, n * columns), [&](int i) { sum[i] = 0; });
    for (int reference = 0; reference < int(at.references.extent(0)); ++reference) {
      const SourceReference r = at.references(std::size_t(reference));
      const Real* const turn = turns.data() + std::size_t(reference) * std::size_t(rotation_numbers(at.level.p + 1));
      const Real* const shift = shifts.data() + std::size_t(reference) * std::size_t(shift_start(at.level.p + 1));
      for (int q = 0; q < r.mirrors; ++q) {
        if (!at.any_source(tile, r, q)) continue;
        team.team_barrier();
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, n * at.boxes()), [&](int i) {
          const int box = i % at.boxes(), k = i / at.boxes(), first = at.group_of_box(tile, box);
          const Seen s = first < at.level.targets ? at.seen_from(first, r, q) : Seen{};
          at.gather(tile, s, s.negative, box, k, in + (k * at.boxes() + box) * at.level.sets);
        });
        team.team_barrier();
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, items),
                             [&](int i) { turn_row(turn, false, i, in, turned); });
        team.team_barrier();
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, items), [&](int i) { shift_row(shift, i, turned, in); });
        team.team_barrier();
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, items), [&](int i) { turn_row(turn, true, i, in, turned); });
        team.team_barrier();
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, n * columns), [&](int i) {
          const int first = at.group_of_column(tile, i % columns);
          if (first < at.level.targets) sum[i] += at.sign(at.seen_from(first, r, q).negative, i / columns) * turned[i];
        });
      }
    }
    team.team_barrier();
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, n * columns),
                         [&](int i) { at.add(tile, i % columns, i / columns, sum[i]); });
  }

 private:
  /// Computes four columns of one coefficient: `to` is the sum over the coefficients of its degree, with the block of D
  /// or its transpose.
  KOKKOS_INLINE_FUNCTION static void turn_row(const Real* turn, bool transposed, int i, const Real* from, Real* to) {
    constexpr int across = columns / block;
    const int k = i / across, column = i % across * block;
    const int l = degree_of_place(k);
    const int size = 2 * l + 1, row = k - l * l;
    const Real* const d = turn + rotation_numbers(l);
    Real sum[block] = {};
    for (int c = 0; c < size; ++c) {
      const Real factor = transposed ? d[c * size + row] : d[row * size + c];
      for (int y = 0; y < block; ++y) sum[y] += factor * from[(l * l + c) * columns + column + y];
    }
    for (int y = 0; y < block; ++y) to[k * columns + column + y] = sum[y];
  }
  /// Computes four columns of one coefficient: `to` is the sum over the degrees of its order.
  KOKKOS_INLINE_FUNCTION void shift_row(const Real* shift, int i, const Real* from, Real* to) const {
    constexpr int across = columns / block;
    const int k = i / across, column = i % across * block;
    const int l = degree_of_place(k);
    const int m = k - l * l - l, a = m < 0 ? -m : m, size = at.level.p + 1 - a;
    const Real* const z = shift + shift_start(a) + (l - a) * size;
    Real sum[block] = {};
    for (int j = a; j <= at.level.p; ++j)
      for (int y = 0; y < block; ++y) sum[y] += z[j - a] * from[entry_of(j, m) * columns + column + y];
    for (int y = 0; y < block; ++y) to[k * columns + column + y] = sum[y];
  }
};

template <class Space, class Real>
class RotationKernel final : public LevelKernel<Space, Real> {
 public:
  RotationKernel(const ExpansionShape& shape, const Vector3& cell) : tables_(shape.p) {
    std::vector<double> turns, shifts;
    for (const ReferenceOffset& o : reference_offsets()) {
      const Vector3 d = distance_of(o, cell);
      for (const RealMatrix& block : rotation_blocks(shape.p, map_to_z(d)))
        turns.insert(turns.end(), block.values.begin(), block.values.end());
      for (int m = 0; m <= shape.p; ++m)
        for (int l = m; l <= shape.p; ++l)
          for (int j = m; j <= shape.p; ++j) shifts.push_back(axial_m2l(d, m, l, j));
    }
    turns_ = numbers_in<Space, Real>(turns, "slurry::fmm::turns");
    shifts_ = numbers_in<Space, Real>(shifts, "slurry::fmm::shifts");
  }
  void run(const Space& space, const LevelView<Space, Real>& level) const override {
    using Tile = RotationTile<Space, Real>;
    const Tile tile{tables_.of(level), turns_, shifts_, 0};
    const int n = level.coefficients();
    run_teams("slurry::fmm::m2l_rotation", space, tile.at.tiles(),
              team_threads(n * Tile::columns / tile_block_side, 256), Tile::scratch_numbers(n), tile);
  }

 private:
  TileTables<Space, Real> tables_;
  SpaceArray<Space, Real> turns_, shifts_;
};

}  // namespace slurry::fmm
