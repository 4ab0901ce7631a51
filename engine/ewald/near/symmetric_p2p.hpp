// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <tuple>

#include "base/density.hpp"
#include "ewald/near/p2p.hpp"

namespace slurry {

/// A set of sorted points cut into blocks of cells, for the near field of the set on itself.  A block's points act on
/// those of their own block and of the next ones; blocks of one colour are so far apart that they touch no point in
/// common, so that threads can share them without atomics, and sums come in the same order on any number of threads.
template <class Space>
struct PairBlocks {
  /// Columns of the sorted points, with room for a vector behind the last point and with more numbers: Side.
  template <class Real>
  using Columns = SortedDensity<Space, Real>;
  static constexpr int padding = 16;
  int count[3] = {1, 1, 1};

  /// Chooses the number of blocks, for pairs within `cutoff` [length]; others: they meet a second set too.
  void cut(const CellGrid& grid, double cutoff, bool others = false);
  /// cut() for the cells of the points, and the memory for p2p_symmetric<Real>, bytes(N, dipoles, sizeof(Real)) for
  /// either set; it only grows.
  template <class Real>
  void build(const SortedPoints<Space>& points, double cutoff, bool dipoles,
             const SortedPoints<Space>* others = nullptr);
  static double bytes(double points, bool dipoles, std::size_t of_a_number) {
    return (points + padding) * (dipoles ? 12.0 : 6.0) * double(of_a_number);
  }
  struct Side {
    /// f, or f, q and n, and behind them the velocities, in the precision of the arithmetic.
    std::tuple<Columns<double>, Columns<float>> columns;
  };
  Side sides[2];  ///< the set, and a set that it meets

  /// Blocks of a colour along an axis: of[d] is 0 or 1, and below colours(d).
  int colours(int d) const { return count[d] > 1 ? 2 : 1; }
  int of_colour(int d, int of) const { return (count[d] - of + colours(d) - 1) / colours(d); }
  /// First cell of block k along axis d; that of block count[d] is the number of cells.
  int first_cell(const CellGrid& grid, int d, int k) const {
    return static_cast<int>(static_cast<long long>(k) * grid.n[d] / count[d]);
  }
  /// Share of the threads' time that is spent on pairs, at worst: the rest waits for the last block of a colour.  Work
  /// is taken to grow with the square of the points of a row.
  double efficiency(const SortedPoints<Space>& points, int threads) const;
  /// Efficiency for points that fill the cells evenly.
  double even_efficiency(const CellGrid& grid, int threads) const;
};

/// Each pair once costs 0.5 to 0.6 of each twice: what threads may lose by it.
inline constexpr double least_pair_efficiency = 0.6;
/// Threads that a sum counts on: what deterministic ones do must not depend on their number.
inline int pair_threads(bool deterministic, int threads) {
  return deterministic ? 4 : threads;
}

/// A second set in the same cells that a set meets: its points see those of the first and are seen by them, but not by
/// one another.
template <class Space>
struct OtherPoints {
  const SortedPoints<Space>* points = nullptr;  ///< none: there is no second set
  Density<Space> density;
  Vectors<Space> u;
  bool with_own = true;  ///< pairs of the first set count too, each point with itself included
};

/// How velocities are numbered: as the points were given, or as they are sorted.
enum class Numbering { given, sorted };

/// The near field where targets are the sources: each pair within the cutoff is evaluated once for both of its points;
/// results as p2p, those of the first set in the numbering asked for; what single precision makes of a pair is added up
/// in it too.  The blocks know the layer, and of the others if there are any.  On the host alone.
template <class Real, class Space>
void p2p_symmetric(const Space& space, const SortedPoints<Space>& points, const PairBlocks<Space>& blocks,
                   const Density<Space>& density, const NearPair& pair, const Vectors<Space>& u,
                   const OtherPoints<Space>& others = {}, Numbering numbering = Numbering::given);

}  // namespace slurry
