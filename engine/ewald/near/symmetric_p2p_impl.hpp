// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "base/execution.hpp"
#include "base/instantiations.hpp"
#include "base/loop_name.hpp"
#include "base/pace.hpp"
#include "base/prefetch.hpp"
#include "ewald/near/pair_lanes.hpp"
#include "ewald/near/row_walk.hpp"
#include "ewald/near/symmetric_p2p.hpp"
#include "slurry/error.hpp"

// Definitions for symmetric_p2p.hpp. The files that instantiate them include this file.
namespace slurry {

namespace near {

/// Calls visit(of, blocks) for one colour after the other. of: the colour's number along each axis. blocks: total
/// number of its blocks.
template <class Space, class Visit>
void for_colours(const PairBlocks<Space>& blocks, Visit&& visit) {
  std::array<int, 3> of;
  for (of[2] = 0; of[2] < blocks.colours(2); ++of[2])
    for (of[1] = 0; of[1] < blocks.colours(1); ++of[1])
      for (of[0] = 0; of[0] < blocks.colours(0); ++of[0])
        visit(of, blocks.of_colour(0, of[0]) * blocks.of_colour(1, of[1]) * blocks.of_colour(2, of[2]));
}

/// Range of cells of block b of a colour: the first cell, and one behind the last.
struct BlockCells {
  std::array<int, 3> first, last;
};
template <class Space>
BlockCells block_cells(const PairBlocks<Space>& blocks, const CellGrid& grid, const std::array<int, 3>& of, int b) {
  BlockCells c;
  for (int d = 0; d < 3; ++d) {
    const int n = blocks.of_colour(d, of[d]), k = (b % n) * blocks.colours(d) + of[d];
    c.first[d] = blocks.first_cell(grid, d, k);
    c.last[d] = blocks.first_cell(grid, d, k + 1);
    b /= n;
  }
  return c;
}

}  // namespace near

template <class Space>
void PairBlocks<Space>::cut(const CellGrid& g, double cutoff, bool others) {
  for (int d = 0; d < 3; ++d) {
    const double cells = cutoff / g.width[d] * (1 + 1e-9);
    // Along x and y a group reaches cells on both sides. Along z it reaches only the cells ahead, except that it meets
    // another set on both sides.
    const double reach = (cells < g.n[d] ? std::floor(cells) + 1 : g.n[d]) * (d == 2 && !others ? 1 : 2);
    // The ends of blocks cut groups, so blocks are long along x.
    const double least = d == 0 ? std::max(reach, 8 * cells) : reach;
    int n = static_cast<int>(g.n[d] / least);
    if (g.periodic[d]) n -= n % 2;                   // the last and the first block must not have the same colour
    count[d] = n < (g.periodic[d] ? 4 : 3) ? 1 : n;  // two blocks would wait for each other
  }
}

template <class Space>
template <class Real>
void PairBlocks<Space>::build(const SortedPoints<Space>& points, double cutoff, bool dipoles,
                              const SortedPoints<Space>* others) {
  cut(points.grid, cutoff, others != nullptr);
  const std::size_t numbers = dipoles ? 12 : 6;
  const SortedPoints<Space>* const sets[2] = {&points, others};
  for (int i = 0; i < 2 && sets[i]; ++i) {
    const std::size_t most = sets[i]->count + padding;
    auto& columns = std::get<Columns<Real>>(sides[i].columns);
    if (columns.extent(0) < most || columns.extent(1) != numbers)
      columns = Columns<Real>(Kokkos::view_alloc("slurry::p2p::columns", Kokkos::WithoutInitializing), most, numbers);
  }
}

namespace near {

/// Share of the threads' time that is spent on pairs, if work(cells) is the work of a block.
template <class Space, class Work>
double block_efficiency(const PairBlocks<Space>& blocks, const CellGrid& grid, int threads, Work&& work) {
  if (threads == 1) return 1;
  double total = 0, time = 0;
  for_colours(blocks, [&](const std::array<int, 3>& of, int count) {
    double sum = 0, largest = 0;
    for (int b = 0; b < count; ++b) {
      const double w = work(block_cells(blocks, grid, of, b));
      sum += w;
      largest = std::max(largest, w);
    }
    total += sum;
    time += sum / threads + largest * (1 - 1.0 / threads);  // bound of Graham, Bell Syst. Tech. J. 45 (1966)
  });
  return total > 0 ? total / (threads * time) : 1;
}

}  // namespace near

template <class Space>
double PairBlocks<Space>::efficiency(const SortedPoints<Space>& points, int threads) const {
  const CellGrid& g = points.grid;
  return near::block_efficiency(*this, g, threads, [&](const near::BlockCells& c) {
    double work = 0;
    for (int iz = c.first[2]; iz < c.last[2]; ++iz)
      for (int iy = c.first[1]; iy < c.last[1]; ++iy) {
        const int row = (iz * g.n[1] + iy) * g.n[0];
        const double n = points.cell_start(row + c.last[0]) - points.cell_start(row + c.first[0]);
        work += n * n;
      }
    return work;
  });
}

template <class Space>
double PairBlocks<Space>::even_efficiency(const CellGrid& grid, int threads) const {
  return near::block_efficiency(*this, grid, threads, [](const near::BlockCells& c) {
    const double along = c.last[0] - c.first[0];
    return along * along * (c.last[1] - c.first[1]) * (c.last[2] - c.first[2]);
  });
}

namespace near {

/// Points of a set in sorted order, one array per component. A point has 3 numbers (f), or 9 (f, q and n).
template <class Real, int Numbers>
struct PointColumns {
  const double* x[3];
  const Real* w[Numbers];
  Real* u[3];
};

template <PairKind Kind>
inline constexpr int numbers_of_a_point = Kind == PairKind::combined ? 9 : 3;

/// Completes a source: f stays f; f, q and n become f, q, n and q.n.
template <class Number, std::size_t Numbers>
[[gnu::always_inline]] inline void complete_source(Number (&w)[Numbers]) {
  if constexpr (Numbers == 10) w[9] = w[3] * w[6] + w[4] * w[7] + w[5] * w[8];
}

/// Sources that are packed for one group of targets, in the first-level cache. Sources that no target can reach are
/// left out. Sums on the sources are kept here and are added to the points at the end.
template <class Real, int Numbers>
struct PackedTile {
  using Wide = simd::Wide<Real>;
  static constexpr int width = static_cast<int>(Wide::size());
  static constexpr int room = (Numbers == 3 ? 384 : 240) * (8 / static_cast<int>(sizeof(Real)));
  alignas(64) Real x[3][room + width], w[Numbers][room + width], u[3][room + width];
  /// A run of packed sources. The sources point + l of a set, for the selected lanes l, lie at the places at, at + 1,
  /// ...
  struct Piece {
    int set, point, at;
    unsigned lanes;
    /// shift of that image of the set, for pairs that are computed in double
    std::array<double, sizeof(Real) == 4 ? 3 : 0> shift;
  };
  Piece pieces[room];
  int count = 0, piece_count = 0;

  bool full() const { return count + width > room; }
  void clear() { count = piece_count = 0; }
  /// Fills the lanes behind the last source with points at `far`, which no target can reach.
  void close(const Real (&far)[3]) {
    for (int d = 0; d < 3; ++d) Wide(far[d]).copy_to(x[d] + count, simd::element_aligned);
    for (int k = 0; k < Numbers; ++k) Wide(Real(0)).copy_to(w[k] + count, simd::element_aligned);
  }
  void add_sums_to(const PointColumns<Real, Numbers> (&sets)[2]) const {
    for (int p = 0; p < piece_count; ++p)
      for (int d = 0; d < 3; ++d)
        simd::expand_add(pieces[p].lanes, u[d] + pieces[p].at, sets[pieces[p].set].u[d] + pieces[p].point);
  }
};

/// Largest number of targets in a group. With more, more targets share the packed sources; with fewer, more sources can
/// be left out. 6, 8, 12 and 16 were measured, for both layers and precisions at 1e-3 and 1e-6.
inline constexpr int group_size = 12;

/// Consecutive targets of a row of the first set, and the packed sources that they meet. It is compiled once for each
/// layer and precision. Only the loop over packed sources knows the kind and the degree of the pairs (PairLoop).
template <class Real, int Numbers>
class SymmetricGroup {
 public:
  using Wide = simd::Wide<Real>;
  using Columns = PointColumns<Real, Numbers>;
  /// A function that evaluates the packed sources against the targets.
  using Loop = void (*)(SymmetricGroup&, const PairNumbers<Real>&);
  static constexpr int width = static_cast<int>(Wide::size());
  static constexpr int all_numbers = Numbers == 3 ? 3 : 10;
  static constexpr int most = group_size;

  /// Makes a group. own: the targets are the first of the packed sources, and meet each other.
  SymmetricGroup(Loop loop, const PairNumbers<Real>& pair, const Columns (&sets)[2], int first, int count, bool own)
      : loop_(loop), pair_(pair), sets_(sets), first_(first), count_(count), own_(own ? count : 0) {
    const Columns& points = sets[0];
    constexpr bool single = sizeof(Real) == 4;
    for (int d = 0; d < 3; ++d) {
      const double* const x = points.x[d] + first;
      lo[d] = *std::min_element(x, x + count);
      hi[d] = *std::max_element(x, x + count);
      // Single precision only takes differences from the group's centre, which are formed in double.
      centre_[d] = single ? 0.5 * (lo[d] + hi[d]) : 0.0;
      // Rounds away from the group, because one source too many does no harm.
      const Real slack = static_cast<Real>(single ? 1e-6 : 0) * (static_cast<Real>(hi[d] - lo[d]));
      lo_[d] = static_cast<Real>(lo[d] - centre_[d]) - slack;
      hi_[d] = static_cast<Real>(hi[d] - centre_[d]) + slack;
      for (int t = 0; t < count; ++t) {
        x_[t][d] = static_cast<Real>(x[t] - centre_[d]);
        sum_[d][t] = 0;
      }
    }
    close2_ = close_squared<Real>(lo, hi);
    for (int t = 0; t < count; ++t) {
      for (int k = 0; k < Numbers; ++k) w_[t][k] = points.w[k][first + t];
      complete_source(w_[t]);
    }
  }

  double lo[3], hi[3];

  /// Always inlined: as a call it takes a twentieth of the near field's time at 1e-3.
  [[gnu::always_inline]] void pack(int set, int s0, int s1, const double* shift) {
    const Columns& points = sets_[set];
    const double offset[3] = {shift[0] - centre_[0], shift[1] - centre_[1], shift[2] - centre_[2]};
    const Wide near2 = pair_.rc2 * (sizeof(Real) == 4 ? Real(1 + 1e-5) : Real(1)), zero = Real(0);
    for (int j = s0; j < s1; j += width) {
      if (tile_.full()) meet();
      Wide x[3], s = Real(0);
      for (int d = 0; d < 3; ++d) {
        x[d] = simd::load_shifted<Real>(points.x[d] + j, offset[d]);
        const Wide gap = simd::max(simd::max(Wide(lo_[d]) - x[d], x[d] - Wide(hi_[d])), zero);
        s += gap * gap;
      }
      unsigned lanes = simd::lanes_below<Real>(s, near2);
      if (s1 - j < width) lanes &= (1u << (s1 - j)) - 1;
      if (lanes == 0) continue;
      const int at = tile_.count;
      for (int d = 0; d < 3; ++d) simd::compress<Real>(lanes, x[d], tile_.x[d] + at);
      for (int k = 0; k < Numbers; ++k)
        simd::compress<Real>(lanes, Wide(points.w[k] + j, simd::element_aligned), tile_.w[k] + at);
      auto& piece = tile_.pieces[tile_.piece_count++];
      piece = {set, j, at, lanes, {}};
      if constexpr (sizeof(Real) == 4) piece.shift = {shift[0], shift[1], shift[2]};
      tile_.count += std::popcount(lanes);
    }
  }

  /// Evaluates the packed sources against the targets; the first tile begins with the targets themselves.
  void meet() {
    // The place is not so far away that powers of 1/r underflow to denormal numbers, which takes the processor a
    // hundred times longer.
    tile_.close({hi_[0] + 2 * std::sqrt(pair_.rc2), hi_[1], hi_[2]});
    loop_(*this, pair_);
    tile_.add_sums_to(sets_);
    tile_.clear();
    own_ = 0;
  }

  void finish() {
    meet();
    for (int d = 0; d < 3; ++d)
      for (int t = 0; t < count_; ++t) sets_[0].u[d][first_ + t] += static_cast<Real>(sum_[d][t]);
  }

 private:
  template <class, int, PairKind>
  friend class PairLoop;

  const Loop loop_;
  const PairNumbers<Real>& pair_;
  const Columns (&sets_)[2];
  int first_, count_, own_;  // own_: number of targets among the packed sources
  Real close2_;              // square of the distance below which pairs are summed in double
  Real lo_[3], hi_[3], x_[most][3], w_[most][all_numbers];
  double centre_[3], sum_[3][most];
  PackedTile<Real, Numbers> tile_;
};

/// The loop of a SymmetricGroup over its packed sources, for one kind of pairs. Degree is the degree m at compile time,
/// because the Horner loops must unroll fully.
template <class Real, int Degree, PairKind Kind>
class PairLoop {
 public:
  static constexpr int numbers = numbers_of_a_point<Kind>, all_numbers = numbers_of_a_source<Kind>;
  using Group = SymmetricGroup<Real, numbers>;
  using Wide = simd::Wide<Real>;
  static constexpr int width = Group::width, most = Group::most;

  /// Runs the loop. pair: must be a PairConstants<Real, Degree>.
  static void run(Group& group, const PairNumbers<Real>& pair) {
    PairLoop loop(group, static_cast<const PairConstants<Real, Degree>&>(pair));
    Wide sum[most][3];
    for (int t = 0; t < group.count_; ++t)
      for (int d = 0; d < 3; ++d) sum[t][d] = Real(0);
    int k = 0;
    for (; k < group.own_; k += width) loop.template meet_vector<true>(k, sum);
    for (; k < group.tile_.count; k += width) loop.template meet_vector<false>(k, sum);
    for (int d = 0; d < 3; ++d)
      for (int t = 0; t < group.count_; ++t) group.sum_[d][t] += double(simd::reduce(sum[t][d]));
  }

 private:
  PairLoop(Group& group, const PairConstants<Real, Degree>& pair) : g_(group), pair_(pair) {}

  /// Adds the pairs of target t with the sources at k + l in the tile, for every lane l of the mask, in double
  /// precision.
  [[gnu::noinline, gnu::cold]] void meet_closely(int t, int k, unsigned lanes, Wide (&u)[3]) {
    for (; lanes != 0; lanes &= lanes - 1) {
      const int l = std::countr_zero(lanes), at = k + l;
      const auto* piece = g_.tile_.pieces;
      while (at >= piece->at + std::popcount(piece->lanes)) ++piece;
      unsigned left = piece->lanes;
      for (int before = piece->at; before < at; ++before) left &= left - 1;
      const int j = piece->point + std::countr_zero(left);
      double d[3], u_target[3] = {0, 0, 0}, u_source[3] = {0, 0, 0};
      for (int c = 0; c < 3; ++c)
        d[c] = g_.sets_[0].x[c][g_.first_ + t] - (g_.sets_[piece->set].x[c][j] + piece->shift[c]);
      Real w[all_numbers];
      for (int c = 0; c < numbers; ++c) w[c] = g_.tile_.w[c][at];
      complete_source(w);
      add_pair<Kind, Real>(pair_, d, w, u_target);
      for (double& c : d) c = -c;
      add_pair<Kind, Real>(pair_, d, g_.w_[t], u_source);
      for (int c = 0; c < 3; ++c) {
        g_.sum_[c][t] += u_target[c];
        u[c][l] += static_cast<Real>(u_source[c]);
      }
    }
  }
  /// Evaluates one vector of sources against all targets. Own: the targets are among the sources, and each meets those
  /// behind itself.
  template <bool Own>
  [[gnu::always_inline]] void meet_vector(int k, Wide (&sum)[most][3]) {
    Wide x[3], w[all_numbers], u[3];
    for (int d = 0; d < 3; ++d) {
      x[d].copy_from(g_.tile_.x[d] + k, simd::vector_aligned);
      u[d] = Real(0);
    }
    for (int c = 0; c < numbers; ++c) w[c].copy_from(g_.tile_.w[c] + k, simd::vector_aligned);
    complete_source(w);
    // First finds the targets that meet any of the sources. A branch on each target in turn would often be
    // mispredicted.
    unsigned meeting = 0;
    for (int t = 0; t < g_.count_; ++t) {
      const Wide dx = Wide(g_.x_[t][0]) - x[0], dy = Wide(g_.x_[t][1]) - x[1], dz = Wide(g_.x_[t][2]) - x[2];
      meeting |= unsigned(!simd::none_of(dx * dx + dy * dy + dz * dz < pair_.rc2)) << t;
    }
    for (; meeting != 0; meeting &= meeting - 1) {
      const int t = std::countr_zero(meeting);
      const Wide d[3] = {Wide(g_.x_[t][0]) - x[0], Wide(g_.x_[t][1]) - x[1], Wide(g_.x_[t][2]) - x[2]};
      Wide s = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
      if constexpr (Own) simd::where(simd::lane_numbers<Real>() <= Real(t - k), s) = Real(4) * pair_.rc2;
      if constexpr (sizeof(Real) == 4) {
        const unsigned close = simd::lanes_below<Real>(s, g_.close2_);
        if (close != 0) [[unlikely]] {
          meet_closely(t, k, close, u);
          simd::where(s < g_.close2_, s) = Real(4) * pair_.rc2;
        }
      }
      const auto c = lanes_within<Kind, Degree, Real>(pair_, s);
      c.add_velocity(d, w, sum[t]);
      c.reversed().add_velocity(d, g_.w_[t], u);
    }
    for (int d = 0; d < 3; ++d) u[d].copy_to(g_.tile_.u[d] + k, simd::vector_aligned);
  }

  Group& g_;
  const PairConstants<Real, Degree>& pair_;
};

/// Evaluates the groups of one block of the first set. own: the groups meet the points of their own set. others: a
/// second set that they meet; null: there is none.
template <class Real, int Numbers, class Space>
void run_block(typename SymmetricGroup<Real, Numbers>::Loop loop, const SortedPoints<Space>& points,
               const SortedPoints<Space>* others, bool own, const BlockCells& cells,
               const PointColumns<Real, Numbers> (&sets)[2], const PairNumbers<Real>& pair, double rc) {
  using Group = SymmetricGroup<Real, Numbers>;
  const CellGrid& g = points.grid;
  for (int iz = cells.first[2]; iz < cells.last[2]; ++iz)
    for (int iy = cells.first[1]; iy < cells.last[1]; ++iy) {
      const int row = (iz * g.n[1] + iy) * g.n[0], end = points.cell_start(row + cells.last[0]);
      int t = points.cell_start(row + cells.first[0]);
      for (int groups = (end - t + Group::most - 1) / Group::most; groups > 0; --groups) {
        const int count = (end - t) / groups;
        Group group(loop, pair, sets, t, count, own);
        if (own)
          walk_rows_after(g, points.cell_start, t, iy, iz, group.lo, group.hi, rc,
                          [&](int s0, int s1, const double* shift) { group.pack(0, s0, s1, shift); });
        if (others)
          walk_rows(g, others->cell_start, group.lo, group.hi, rc,
                    [&](int s0, int s1, const double* shift) { group.pack(1, s0, s1, shift); });
        group.finish();
        t += count;
      }
    }
}

/// Ratio of a point's velocity by its own force f to f. It consists of the pair at r = 0, where 1/r := 0, and of the
/// part that the grid drops.
inline double self_coefficient(const NearPair& p) {
  double x = 0, x0 = 0, y0 = 0;
  for (int k = p.degree; k >= 0; --k) x = p.x[k] - x;  // at v = -1
  if (p.kind == PairKind::overlap) rotne_prager_pair(0, p.a, p.b, x0, y0);
  return p.self + (p.kind == PairKind::combined ? -2 * x : x0 - x);
}

template <class Real, int Numbers, class Space>
void run_blocks(typename SymmetricGroup<Real, Numbers>::Loop loop, const Space& space,
                const SortedPoints<Space>& points, const SortedPoints<Space>* others, bool own,
                const PairBlocks<Space>& blocks, const PairNumbers<Real>& pair) {
  const auto* const p = &pair;
  const auto* const all = &blocks;
  const auto* const from = &points;
  const double rc = std::sqrt(pair.whole->rc2);
  PointColumns<Real, Numbers> columns[2];
  const SortedPoints<Space>* const sets[2] = {&points, others};
  for (int i = 0; i < 2 && sets[i]; ++i) {
    const auto& side = blocks.sides[i];
    const auto& all = std::get<typename PairBlocks<Space>::template Columns<Real>>(side.columns);
    for (int d = 0; d < 3; ++d) {
      columns[i].x[d] = &sets[i]->local(0, d);
      columns[i].u[d] = &all(0, Numbers + d);
    }
    for (int k = 0; k < Numbers; ++k) columns[i].w[k] = &all(0, k);
  }
  const auto* const both = &columns;
  for_colours(blocks, [&](const std::array<int, 3>& of, int count) {
    may_stop();
    Kokkos::parallel_for(
        "slurry::near_field::p2p_symmetric"_loop,
        Kokkos::RangePolicy<Space, Kokkos::Schedule<Kokkos::Dynamic>>(space, 0, count).set_chunk_size(1), [=](int b) {
          run_block<Real, Numbers, Space>(loop, *from, others, own, block_cells(*all, from->grid, of, b), *both, *p,
                                          rc);
        });
    space.fence();  // the colours run one after the other; and the constants live on the caller's stack
  });
}

template <class Real, PairKind Kind, class Space, int... Degrees>
void symmetric_degree(std::integer_sequence<int, Degrees...>, const Space& space, const SortedPoints<Space>& points,
                      const SortedPoints<Space>* others, bool own, const PairBlocks<Space>& blocks,
                      const NearPair& pair) {
  const int degree = round_up_to_compiled(pair.degree, std::integer_sequence<int, Degrees...>{});
  const auto run = [&](auto compiled) {
    constexpr int Degree = decltype(compiled)::value;
    const PairConstants<Real, Degree> constants(pair);
    run_blocks<Real, numbers_of_a_point<Kind>, Space>(&PairLoop<Real, Degree, Kind>::run, space, points, others, own,
                                                      blocks, constants);
  };
  const bool found = is_compiled_near_degree(pair.degree) &&
                     ((degree == Degrees && (run(std::integral_constant<int, Degrees>{}), true)) || ...);
  if (!found) throw Error("the near field is not compiled for this polynomial degree");
}

/// Fills the columns with densities in sorted order, and sets the sums to zero.
template <class Real, class Space>
void fill_columns(const Space& space, const SortedPoints<Space>& points, const typename PairBlocks<Space>::Side& side,
                  const Density<Space>& density, bool dipoles) {
  const int count = static_cast<int>(points.count);
  const auto columns = std::get<typename PairBlocks<Space>::template Columns<Real>>(side.columns);
  const int numbers = dipoles ? 9 : 3;
  const auto order = points.order;
  const bool single = density.single();
  if (static_cast<int>(columns.extent(1)) != numbers + 3)
    throw Error("the blocks of pairs were cut for another number or precision of densities");
  Kokkos::parallel_for("slurry::near_field::columns"_loop, Kokkos::RangePolicy<Space>(space, 0, count), [=](int k) {
    density.prefetch(order(std::min(k + prefetch_far_ahead, count - 1)));
    const int i = order(k);
    for (int d = 0; d < 3; ++d) {
      columns(k, d) = single ? static_cast<Real>(density.forces(i, d)) : Real(0);
      columns(k, numbers + d) = 0;
      if (!dipoles) continue;
      columns(k, 3 + d) = static_cast<Real>(density.dipoles(i, d));
      columns(k, 6 + d) = static_cast<Real>(density.normals(i, d));
    }
  });
}

/// Sets u to the sums plus self times f.
template <class Real, class Space>
void write_sums(const Space& space, const SortedPoints<Space>& points, const typename PairBlocks<Space>::Side& side,
                double self, const Vectors<Space>& u, Numbering numbering) {
  const int count = static_cast<int>(points.count);
  const auto columns = std::get<typename PairBlocks<Space>::template Columns<Real>>(side.columns);
  const int sums = static_cast<int>(columns.extent(1)) - 3;
  const auto order = points.order;
  const auto write = [=](int k, int i) {
    for (int d = 0; d < 3; ++d) u(i, d) = columns(k, sums + d) + self * columns(k, d);
  };
  const Kokkos::RangePolicy<Space> all(space, 0, count);
  if (numbering == Numbering::sorted)
    Kokkos::parallel_for("slurry::near_field::sums"_loop, all, [=](int k) { write(k, k); });
  else
    Kokkos::parallel_for("slurry::near_field::unsort"_loop, all, [=](int k) {
      prefetch_row(u, order(std::min(k + prefetch_far_ahead, count - 1)));
      write(k, order(k));
    });
}

}  // namespace near

template <class Real, class Space>
void p2p_symmetric(const Space& space, const SortedPoints<Space>& points, const PairBlocks<Space>& blocks,
                   const Density<Space>& density, const NearPair& pair, const Vectors<Space>& u,
                   const OtherPoints<Space>& others, Numbering numbering) {
  const bool dipoles = pair.kind == PairKind::combined;
  near::fill_columns<Real, Space>(space, points, blocks.sides[0], density, dipoles);
  if (others.points) near::fill_columns<Real, Space>(space, *others.points, blocks.sides[1], others.density, dipoles);
  space.fence();
  const auto run = [&](auto kind) {
    constexpr bool sized = kind == PairKind::finite || kind == PairKind::overlap;
    near::symmetric_degree<Real, decltype(kind)::value>(CompiledNearDegreesOf<Real, sized>{}, space, points,
                                                        others.points, others.with_own, blocks, pair);
  };
  switch (pair.kind) {
    case PairKind::point:
      run(std::integral_constant<PairKind, PairKind::point>{});
      break;
    case PairKind::finite:
      run(std::integral_constant<PairKind, PairKind::finite>{});
      break;
    case PairKind::overlap:
      run(std::integral_constant<PairKind, PairKind::overlap>{});
      break;
    case PairKind::combined:
      run(std::integral_constant<PairKind, PairKind::combined>{});
      break;
  }
  const double self = others.with_own ? near::self_coefficient(pair) : 0.0;
  near::write_sums<Real, Space>(space, points, blocks.sides[0], self, u, numbering);
  if (others.points)
    near::write_sums<Real, Space>(space, *others.points, blocks.sides[1], 0, others.u, Numbering::given);
}

}  // namespace slurry
