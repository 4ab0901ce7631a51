// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <tuple>

#include "base/density.hpp"
#include "ewald/near/p2p.hpp"

namespace slurry {

/// A set of sorted points cut into blocks of cells, for the near field of the set on itself. The points of a block act
/// on points of the same block and of the next ones. Blocks of one colour are so far apart that they touch no point in
/// common. Threads can therefore share them without atomics, and sums come in the same order on any number of threads.
template <class Space>
struct PairBlocks {
  /// Columns of the sorted points, with room for a vector behind the last point and with more numbers (see Side).
  template <class Real>
  using Columns = SortedDensity<Space, Real>;
  static constexpr int padding = 16;
  int count[3] = {1, 1, 1};

  /// Chooses the number of blocks, for pairs within `cutoff` [length]. others: whether the points meet a second set
  /// too.
  void cut(const CellGrid& grid, double cutoff, bool others = false);
  /// Calls cut() for the cells of the points, and takes the memory for p2p_symmetric<Real>: bytes(N, dipoles,
  /// sizeof(Real)) for each set. The memory only grows.
  template <class Real>
  void build(const SortedPoints<Space>& points, double cutoff, bool dipoles,
             const SortedPoints<Space>* others = nullptr);
  static double bytes(double points, bool dipoles, std::size_t of_a_number) {
    return (points + padding) * (dipoles ? 12.0 : 6.0) * double(of_a_number);
  }
  struct Side {
    /// The densities (f, or f, q and n), followed by the velocities, in the precision of the arithmetic.
    std::tuple<Columns<double>, Columns<float>> columns;
  };
  Side sides[2];  ///< the set, and a second set that it meets

  /// Number of colours of the blocks along axis d. The colour number of[d] is below it, and is 0 or 1.
  int colours(int d) const { return count[d] > 1 ? 2 : 1; }
  int of_colour(int d, int of) const { return (count[d] - of + colours(d) - 1) / colours(d); }
  /// First cell of block k along axis d. For k = count[d] it is the number of cells.
  int first_cell(const CellGrid& grid, int d, int k) const {
    return static_cast<int>(static_cast<long long>(k) * grid.n[d] / count[d]);
  }
  /// Lower bound on the share of the threads' time that is spent on pairs. In the rest, threads wait for the last block
  /// of a colour. The work of a row is assumed to grow with the square of its number of points.
  double efficiency(const SortedPoints<Space>& points, int threads) const;
  /// Efficiency for points that fill the cells evenly.
  double even_efficiency(const CellGrid& grid, int threads) const;
};

/// Least efficiency at which the symmetric loop is worth it. Evaluating each pair once costs 0.5 to 0.6 of evaluating
/// it twice, so that threads may lose this much.
inline constexpr double least_pair_efficiency = 0.6;
/// Number of threads that a sum counts on. If the sum is deterministic, its choices must not depend on the number of
/// threads.
inline int pair_threads(bool deterministic, int threads) {
  return deterministic ? 4 : threads;
}

/// A second set of points in the same cells. Its points see the points of the first set and are seen by them. They do
/// not see one another.
template <class Space>
struct OtherPoints {
  const SortedPoints<Space>* points = nullptr;  ///< null: there is no second set
  Density<Space> density;
  Vectors<Space> u;
  bool with_own = true;  ///< pairs within the first set count too, including each point with itself
};

/// Numbering of velocities: as the points were given, or as they are sorted.
enum class Numbering { given, sorted };

/// Near field for targets that are the sources. Each pair within the cutoff is evaluated once for both of its points.
/// Results are those of p2p. Velocities of the first set come in the numbering that is asked for. A pair that is
/// evaluated in single precision is also added up in single precision. The blocks know the layer, and whether there is
/// a second set. This works on the host only.
template <class Real, class Space>
void p2p_symmetric(const Space& space, const SortedPoints<Space>& points, const PairBlocks<Space>& blocks,
                   const Density<Space>& density, const NearPair& pair, const Vectors<Space>& u,
                   const OtherPoints<Space>& others = {}, Numbering numbering = Numbering::given);

}  // namespace slurry
