// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "fmm/level_kernels.hpp"
#include "fmm/level_sums.hpp"
#include "fmm/octant_tiles.hpp"

// M2L by real matrices times tiles of boxes in one octant.
namespace slurry::fmm {

/// A tile of targets in one octant: sources of each offset with their signs in scratch, one matrix for all of them.
template <class Space>
struct DenseTile {
  using Member = typename Kokkos::TeamPolicy<Space>::member_type;
  LevelView<Space> level;
  Kokkos::View<double*, typename Space::memory_space> matrices;  ///< [reference][row][column]
  Kokkos::View<double*, typename Space::memory_space> signs;     ///< [axes][coefficient]
  Kokkos::View<SourceReference*, typename Space::memory_space> references;
  int scratch_level;

  static std::size_t scratch_numbers(int p, int sets) { return std::size_t(2 * coefficients(p) * level_fill * sets); }

  KOKKOS_INLINE_FUNCTION void operator()(const Member& team) const {
    const int n = level.coefficients(), sets = level.sets, columns = level_fill * sets;
    double* const in = static_cast<double*>(
        team.team_scratch(scratch_level).get_shmem(std::ptrdiff_t(sizeof(double)) * 2 * n * columns));
    double* const sum = in + n * columns;
    const int first = team.league_rank() * level_fill, octant = level.target_octant(std::size_t(first));
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, n * columns), [&](int i) { sum[i] = 0; });
    for (int reference = 0; reference < int(references.extent(0)); ++reference) {
      const SourceReference r = references(std::size_t(reference));
      for (int q = 0; q < r.mirrors; ++q) {
        // seen from the source, a target is negative where the source's octant says so; seen from here the other way
        const int negative = negative_of(r, 7 - octant, q);
        int window = 0;
        double d[3];
        for (int a = 2; a >= 0; --a) {
          const int to_source = negative >> a & 1 ? r.size[a] : -r.size[a];
          d[a] = to_source * level.cell[a];
          window = window * window_side + place_along(to_source, octant >> a & 1);
        }
        team.team_barrier();
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, n * level_fill),
                             [&](int i) { gather(first, window, negative, d, i, in); });
        team.team_barrier();
        const double* const matrix = matrices.data() + std::size_t(reference) * std::size_t(n) * std::size_t(n);
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, n * columns), [&](int i) {
          const int row = i / columns, column = i % columns;
          double product = 0;
          for (int k = 0; k < n; ++k) product += matrix[row * n + k] * in[k * columns + column];
          sum[i] += signs(std::size_t(negative * n + row)) * product;
        });
      }
    }
    team.team_barrier();
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, n * columns), [&](int i) {
      const int column = i % columns;
      level.local(first + column / sets, i / columns, column % sets) += sum[i];
    });
  }

 private:
  /// One coefficient of one source, all sets; d: source minus target.
  KOKKOS_INLINE_FUNCTION void gather(int first, int window, int negative, const double* d, int i, double* in) const {
    const int box = i % level_fill, k = i / level_fill, sets = level.sets, n = level.coefficients();
    const int source = level.met(std::size_t(first + box) * window_places + std::size_t(window));
    double* const to = in + (k * level_fill + box) * sets;
    const double sign = signs(std::size_t(negative * n + k));
    for (int c = 0; c < sets; ++c) to[c] = source < 0 ? 0.0 : sign * level.multipole(source, k, c);
    if (sets == 4) to[3] += d[0] * to[0] + d[1] * to[1] + d[2] * to[2];
  }
};

template <class Space>
class DenseKernel final : public LevelKernel<Space> {
 public:
  DenseKernel(const ExpansionShape& shape, const Vector3& cell) {
    std::vector<double> matrices, signs;
    std::vector<SourceReference> references;
    for (const ReferenceOffset& o : reference_offsets()) {
      const RealMatrix m = m2l_matrix(shape.p, {o.size[0] * cell[0], o.size[1] * cell[1], o.size[2] * cell[2]});
      matrices.insert(matrices.end(), m.values.begin(), m.values.end());
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
    run_teams("slurry::fmm::m2l_dense", space, level.targets / level_fill,
              team_threads(level.coefficients() * level_fill * level.sets, 256),
              DenseTile<Space>::scratch_numbers(level.p, level.sets),
              DenseTile<Space>{level, matrices_, signs_, references_, 0});
  }

 private:
  Kokkos::View<double*, typename Space::memory_space> matrices_, signs_;
  Kokkos::View<SourceReference*, typename Space::memory_space> references_;
};

}  // namespace slurry::fmm
