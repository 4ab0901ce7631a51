// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "fmm/level_kernels.hpp"
#include "fmm/level_sums.hpp"
#include "fmm/octant_tiles.hpp"

// M2L by real matrices times tiles of boxes.
namespace slurry::fmm {

/// A tile of 32 columns, one for each expansion of each target: sources of each offset with their signs in scratch, one
/// matrix for all of them. Every eight targets have the same octant. A team has up to so many rows of the matrices; a
/// thread has blocks of four rows and four columns in registers.
template <class Space>
struct DenseTile {
  using Member = typename Kokkos::TeamPolicy<Space>::member_type;
  static constexpr int columns = 32, block = 4, most_rows = 128, slice = 64;
  LevelView<Space> level;
  Kokkos::View<double*, typename Space::memory_space> matrices;  ///< [reference][column][row], rows with padding
  Kokkos::View<double*, typename Space::memory_space> signs;     ///< [axes][coefficient]
  Kokkos::View<SourceReference*, typename Space::memory_space> references;
  int scratch_level;

  static constexpr std::size_t scratch_numbers = std::size_t(columns) * (slice + most_rows);
  /// Number of rows of a matrix in memory.
  KOKKOS_INLINE_FUNCTION static int padded(int n) { return (n + block - 1) / block * block; }
  KOKKOS_INLINE_FUNCTION static int parts(int n) { return (n + most_rows - 1) / most_rows; }
  KOKKOS_INLINE_FUNCTION int groups() const { return columns / (level_fill * level.sets); }
  KOKKOS_INLINE_FUNCTION int tiles() const {
    return (level.targets + level_fill * groups() - 1) / (level_fill * groups());
  }

  KOKKOS_INLINE_FUNCTION void operator()(const Member& team) const {
    const int n = level.coefficients(), tile = team.league_rank() / parts(n);
    const int first_row = team.league_rank() % parts(n) * most_rows;
    const int rows = n - first_row < most_rows ? n - first_row : most_rows;
    double* const in = static_cast<double*>(
        team.team_scratch(scratch_level).get_shmem(std::ptrdiff_t(sizeof(double)) * scratch_numbers));
    double* const sum = in + slice * columns;
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, most_rows * columns), [&](int i) { sum[i] = 0; });
    for (int reference = 0; reference < int(references.extent(0)); ++reference) {
      const SourceReference r = references(std::size_t(reference));
      const double* const matrix = matrices.data() + std::size_t(reference) * std::size_t(n) * std::size_t(padded(n));
      for (int q = 0; q < r.mirrors; ++q) {
        if (!any_source(tile, r, q)) continue;
        for (int k = 0; k < n; k += slice) {
          const int count = n - k < slice ? n - k : slice;
          team.team_barrier();
          Kokkos::parallel_for(Kokkos::TeamThreadRange(team, count * groups() * level_fill),
                               [&](int i) { gather(tile, r, q, k, i, in); });
          team.team_barrier();
          Kokkos::parallel_for(Kokkos::TeamThreadRange(team, padded(rows) / block * (columns / block)), [&](int i) {
            add_product(tile, r, q, matrix + k * padded(n), first_row, count, i, in, sum);
          });
        }
      }
    }
    team.team_barrier();
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, rows * columns), [&](int i) {
      const int column = i % columns, target = tile * level_fill * groups() + column / level.sets;
      if (target < level.targets) level.local(target, first_row + i / columns, column % level.sets) += sum[i];
    });
  }

 private:
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
  /// One coefficient of one source, all sets.
  KOKKOS_INLINE_FUNCTION void gather(int tile, const SourceReference& r, int q, int first_k, int i, double* in) const {
    const int boxes = groups() * level_fill, box = i % boxes, k = first_k + i / boxes, sets = level.sets;
    const int first = (tile * boxes + box) / level_fill * level_fill;
    double* const to = in + (i / boxes * boxes + box) * sets;
    for (int c = 0; c < sets; ++c) to[c] = 0.0;
    if (first >= level.targets) return;
    const Seen s = seen_from(first, r, q);
    const int source = level.met(std::size_t(tile * boxes + box) * window_places + std::size_t(s.window));
    if (source < 0) return;
    const double sign = signs(std::size_t(s.negative * level.coefficients() + k));
    for (int c = 0; c < sets; ++c) to[c] = sign * level.multipole(source, k, c);
    if (sets == 4) to[3] += s.d[0] * to[0] + s.d[1] * to[1] + s.d[2] * to[2];
  }
  /// Block i of the product of some columns of the matrix with what was gathered.
  KOKKOS_INLINE_FUNCTION void add_product(int tile, const SourceReference& r, int q, const double* matrix,
                                          int first_row, int count, int i, const double* in, double* sum) const {
    constexpr int across = columns / block;
    const int n = level.coefficients(), row = i / across * block, column = i % across * block;
    const int first = (tile * groups() + column / (level_fill * level.sets)) * level_fill;
    if (first >= level.targets) return;
    double product[block][block] = {};
    const double* a = matrix + first_row + row;
    const double* b = in + column;
    for (int k = 0; k < count; ++k, a += padded(n), b += columns)
      for (int x = 0; x < block; ++x)
        for (int y = 0; y < block; ++y) product[x][y] += a[x] * b[y];
    const int negative = seen_from(first, r, q).negative;
    for (int x = 0; x < block && first_row + row + x < n; ++x)
      for (int y = 0; y < block; ++y)
        sum[(row + x) * columns + column + y] += signs(std::size_t(negative * n + first_row + row + x)) * product[x][y];
  }
};

template <class Space>
class DenseKernel final : public LevelKernel<Space> {
 public:
  DenseKernel(const ExpansionShape& shape, const Vector3& cell) {
    std::vector<double> matrices, signs;
    std::vector<SourceReference> references;
    const int padded = DenseTile<Space>::padded(shape.rows());
    for (const ReferenceOffset& o : reference_offsets()) {
      const RealMatrix m = m2l_matrix(shape.p, {o.size[0] * cell[0], o.size[1] * cell[1], o.size[2] * cell[2]});
      for (int c = 0; c < m.columns; ++c)
        for (int r = 0; r < padded; ++r) matrices.push_back(r < m.rows ? m(r, c) : 0.0);
      SourceReference r{{o.size[0], o.size[1], o.size[2]}, o.both, 1};
      for (int a = 0; a < 3; ++a) r.mirrors *= o.both >> a & 1 ? 2 : 1;
      references.push_back(r);
    }
    for (int axes = 0; axes < 8; ++axes) {
      const std::vector<double> of = mirror_signs(shape.p, axes);
      signs.insert(signs.end(), of.begin(), of.end());
    }
    matrices_ = array_in<Space>(matrices, "slurry::fmm::matrices");
    signs_ = array_in<Space>(signs, "slurry::fmm::signs");
    references_ = array_in<Space>(references, "slurry::fmm::references");
  }
  void run(const Space& space, const LevelView<Space>& level) const override {
    const DenseTile<Space> tile{level, matrices_, signs_, references_, 0};
    const int n = level.coefficients(), rows = std::min(n, DenseTile<Space>::most_rows);
    run_teams("slurry::fmm::m2l_dense", space, tile.tiles() * DenseTile<Space>::parts(n),
              team_threads(DenseTile<Space>::padded(rows) * DenseTile<Space>::columns / 16, 256),
              DenseTile<Space>::scratch_numbers, tile);
  }

 private:
  Kokkos::View<double*, typename Space::memory_space> matrices_, signs_;
  Kokkos::View<SourceReference*, typename Space::memory_space> references_;
};

}  // namespace slurry::fmm
