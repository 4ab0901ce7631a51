// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "fmm/target_tiles.hpp"

// M2L by real matrices times tiles of boxes.
namespace slurry::fmm {

/// Scheme `dense`. A team has one tile of targets and at most `most_rows` rows of the matrices. For each offset it
/// collects the sources with their signs in scratch memory, and one matrix serves all mirror images of the offset. A
/// thread has blocks of four rows and four columns in registers.
template <class Space, class Real>
struct DenseTile {
  using Number = Real;
  using Member = typename Kokkos::TeamPolicy<Space>::member_type;
  using Seen = typename TargetTiles<Space, Real>::Seen;
  static constexpr int columns = TargetTiles<Space, Real>::columns, block = tile_block_side, most_rows = 128,
                       slice = 64;
  TargetTiles<Space, Real> at;
  SpaceArray<Space, Real> matrices;  ///< [reference][column][row], rows with padding
  int scratch_level;

  static constexpr std::size_t scratch_numbers = std::size_t(columns) * (slice + most_rows);
  KOKKOS_INLINE_FUNCTION static int parts(int n) { return (n + most_rows - 1) / most_rows; }

  KOKKOS_INLINE_FUNCTION void operator()(const Member& team) const {
    const int n = at.level.coefficients(), tile = team.league_rank() / parts(n);
    const int first_row = team.league_rank() % parts(n) * most_rows;
    const int rows = n - first_row < most_rows ? n - first_row : most_rows;
    Real* const in =
        static_cast<Real*>(team.team_scratch(scratch_level).get_shmem(std::ptrdiff_t(sizeof(Real)) * scratch_numbers));
    Real* const sum = in + slice * columns;
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, most_rows * columns), [&](int i) { sum[i] = 0; });
    for (int reference = 0; reference < int(at.references.extent(0)); ++reference) {
      const SourceReference r = at.references(std::size_t(reference));
      const Real* const matrix =
          matrices.data() + std::size_t(reference) * std::size_t(n) * std::size_t(padded_rows(n));
      for (int q = 0; q < r.mirrors; ++q) {
        if (!at.any_source(tile, r, q)) continue;
        for (int k = 0; k < n; k += slice) {
          const int count = n - k < slice ? n - k : slice;
          team.team_barrier();
          Kokkos::parallel_for(Kokkos::TeamThreadRange(team, count * at.boxes()), [&](int i) {
            const int box = i % at.boxes(), step = i / at.boxes(), first = at.group_of_box(tile, box);
            const Seen s = first < at.level.targets ? at.seen_from(first, r, q) : Seen{};
            at.gather(tile, s, s.negative, box, k + step, in + (step * at.boxes() + box) * at.level.sets);
          });
          team.team_barrier();
          Kokkos::parallel_for(
              Kokkos::TeamThreadRange(team, padded_rows(rows) / block * (columns / block)),
              [&](int i) { add_product(tile, r, q, matrix + k * padded_rows(n), first_row, count, i, in, sum); });
        }
      }
    }
    team.team_barrier();
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, rows * columns),
                         [&](int i) { at.add(tile, i % columns, first_row + i / columns, sum[i]); });
  }

 private:
  /// Adds block i of the product of some columns of the matrix with the collected sources.
  KOKKOS_INLINE_FUNCTION void add_product(int tile, const SourceReference& r, int q, const Real* matrix, int first_row,
                                          int count, int i, const Real* in, Real* sum) const {
    constexpr int across = columns / block;
    const int n = at.level.coefficients(), row = i / across * block, column = i % across * block;
    const int first = at.group_of_column(tile, column);
    if (first >= at.level.targets) return;
    TileBlock<Real> product;
    const Real* a = matrix + first_row + row;
    const Real* b = in + column;
    for (int k = 0; k < count; ++k, a += padded_rows(n), b += columns) product.add(a, b);
    const int negative = at.seen_from(first, r, q).negative;
    for (int x = 0; x < block && first_row + row + x < n; ++x)
      for (int y = 0; y < block; ++y)
        sum[(row + x) * columns + column + y] += at.sign(negative, first_row + row + x) * product.sum[x][y];
  }
};

template <class Space, class Real>
class DenseKernel final : public LevelKernel<Space, Real> {
 public:
  DenseKernel(const ExpansionShape& shape, const Vector3& cell) : tables_(shape.p) {
    std::vector<double> matrices;
    for (const ReferenceOffset& o : reference_offsets()) {
      const RealMatrix m = m2l_matrix(shape.p, distance_of(o, cell));
      for (int c = 0; c < m.columns; ++c)
        for (int r = 0; r < padded_rows(m.rows); ++r) matrices.push_back(r < m.rows ? m(r, c) : 0.0);
    }
    matrices_ = numbers_in<Space, Real>(matrices, "slurry::fmm::matrices");
  }
  void run(const Space& space, const LevelView<Space, Real>& level) const override {
    using Tile = DenseTile<Space, Real>;
    const Tile tile{tables_.of(level), matrices_, 0};
    const int n = level.coefficients(), rows = std::min(n, Tile::most_rows);
    run_teams("slurry::fmm::m2l_dense", space, tile.at.tiles() * Tile::parts(n),
              team_threads(padded_rows(rows) * Tile::columns / 16, 256), Tile::scratch_numbers, tile);
  }

 private:
  TileTables<Space, Real> tables_;
  SpaceArray<Space, Real> matrices_;
};

}  // namespace slurry::fmm
