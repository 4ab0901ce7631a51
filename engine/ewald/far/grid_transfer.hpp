// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Kokkos_Core.hpp>

#include <array>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "ewald/far/far_grid.hpp"
#include "ewald/far/spreading.hpp"
#include "kernels/ewald_split.hpp"
#include "kernels/window.hpp"
#include "slurry/report.hpp"

namespace slurry {

/// Least ratio of coarse to fine spacing at which the weights of a transfer are as accurate as the coarse window itself
/// (engine/ewald/far/README.md).
inline constexpr double least_transfer_ratio = 1.8;

/// The part of a fine grid that takes part in a transfer: its nodes 0 .. nodes - 1 in every direction. `first` is the
/// place of node 0, box-local in the coarse grid [length].
struct TransferPlace {
  std::array<double, 3> first{0, 0, 0};
  std::array<int, 3> nodes{0, 0, 0};
  bool operator==(const TransferPlace&) const = default;
};

/// Weights of a transfer between a fine grid over a part of the box and the coarse grid over all of the box. They pass
/// the spread values to the coarse grid and the coarse field back, as if the points had met the coarse grid directly. A
/// fine node passes its values on to the P nodes of the coarse window around it, direction by direction, with weights
/// t_j that satisfy
/// sum_j t_j exp(-i k (x_j - X)) = W_coarse(k)/W_fine(k)
/// in the least squares sense over the modes |k| < pi/h of the coarse grid. Each mode is weighted by gamma(k r_c)/(k
/// W_coarse(k)), the part that all modes of about this k have in the velocity. W is the sum over nodes of window times
/// exp(-i k x).
class TransferWeights {
 public:
  /// Computes the weights. split, cutoff_radius: those of the coarse grid.
  TransferWeights(const KaiserBessel& fine_window, double fine_spacing, const KaiserBessel& coarse_window,
                  double coarse_spacing, const EwaldSplit& split, double cutoff_radius);
  /// Weights t_0 .. t_{P-1} of one fine node. They belong to P successive coarse nodes; the first of these is the first
  /// node at or behind X - P h/2. phase: distance from X - P h/2 to that node, in coarse spacings, in [0, 1).
  std::vector<double> at(double phase) const;

 private:
  int points_;
  std::vector<double> angle_, wanted_;  ///< k h, and the weighted right side, of every mode
  std::vector<double> inverse_;  ///< (P, 2 modes): turns a right side into t; real parts come before imaginary parts
};

/// Passes the values that are spread on a fine grid on to the coarse grid by TransferWeights, and the coarse field
/// back.
template <class Space, class Real>
class GridTransfer {
 public:
  virtual ~GridTransfer() = default;

  /// Adds the transferred values of `fine` to `coarse`, for `components` components of both.
  virtual void restrict_to(const Space& space, const GridValues<Space, Real>& fine,
                           const GridValues<Space, Real>& coarse, int components) const = 0;
  /// Adds the coarse values at the nodes of `fine` to `fine`, for three components. Fills the fine halo.
  virtual void prolong_from(const Space& space, const GridValues<Space, Real>& coarse,
                            const GridValues<Space, Real>& fine) const = 0;

  /// Coarse nodes that take part in direction d: the place of the first one in the stored grid, before wrapping, and
  /// their number.
  std::pair<int, int> touched(int d) const { return {band_[d].first_stored, band_[d].coarse}; }

  /// The place for which this transfer was made.
  const TransferPlace& place() const { return place_; }

  // nvcc requires types that loops on a device use to be public. This concerns the types up to `protected`.
  using memory_space = typename Space::memory_space;
  using Numbers = Kokkos::View<Real*, memory_space>;
  using Integers = Kokkos::View<int*, memory_space>;
  /// Banded matrix of one direction. Coarse nodes are counted from the first that is touched.
  struct Band {
    int fine = 0, coarse = 0;  ///< nodes
    int first_stored = 0;      ///< place of coarse node 0 in the stored grid, before wrapping
    Integers first_coarse;     ///< (fine): first of the P coarse nodes
    Numbers down;              ///< (fine, P)
    /// (coarse), (coarse + 1): fine nodes that pass values on to a coarse node, and where their weights start
    Integers first_fine, row;
    Numbers up;
  };

 protected:
  GridTransfer(const EwaldParameters& fine, const FarGrid& fine_grid, const EwaldParameters& coarse,
               const FarGrid& coarse_grid, const EwaldSplit& coarse_split, const TransferPlace& place);

  FarGrid fine_, coarse_;
  TransferPlace place_;
  Band band_[3];
  /// Gathering multiplies by the volume of a node's cell. This factor replaces the coarse volume by the fine one.
  Real scale_ = 1;

 private:
  Band make_band(int d, const EwaldParameters& fine, const EwaldParameters& coarse, const EwaldSplit& split) const;
};

/// Form of the transfer for the host. Each thread works plane by plane in its cache. make() takes the split of the
/// coarse grid. It throws std::logic_error if the fine nodes reach more coarse nodes than a free direction has.
template <class Space, class Real>
struct PlaneTransfer {
  static std::unique_ptr<GridTransfer<Space, Real>> make(const EwaldParameters& fine, const FarGrid& fine_grid,
                                                         const EwaldParameters& coarse, const FarGrid& coarse_grid,
                                                         const EwaldSplit& coarse_split, const TransferPlace& place);
};
/// Form of the transfer for devices. It works direction by direction over the whole grid, with one thread for each row.
template <class Space, class Real>
struct RowTransfer {
  static std::unique_ptr<GridTransfer<Space, Real>> make(const EwaldParameters& fine, const FarGrid& fine_grid,
                                                         const EwaldParameters& coarse, const FarGrid& coarse_grid,
                                                         const EwaldSplit& coarse_split, const TransferPlace& place);
};

/// Bytes of memory that a transfer takes. nodes: number of fine nodes per direction. real: bytes of one number.
/// threads: number of threads of the host.
double transfer_memory(const FarGrid& fine, const std::array<int, 3>& nodes, const FarGrid& coarse, std::size_t real,
                       int threads);

/// Upper bound on the number of coarse nodes that receive values from so many fine nodes in direction d.
inline int touched_nodes(const FarGrid& fine, const FarGrid& coarse, int d, int nodes) {
  return static_cast<int>(std::ceil(nodes * fine.spacing[d] / coarse.spacing[d])) + coarse.window;
}

/// Index of a coarse node in the stored grid.
KOKKOS_INLINE_FUNCTION int stored_node(const FarGrid& g, int d, int node) {
  if (!g.periodic[d]) return node;
  const int n = g.total[d], m = node % n;
  return m < 0 ? m + n : m;
}

/// Returns how far apart two of `count` consecutive rows in direction d are if they are the same row of the stored
/// grid. Returns `count` if no two of them are the same row.
inline int rows_apart(const FarGrid& g, int d, int count) {
  return g.periodic[d] && g.total[d] < count ? g.total[d] : count;
}

}  // namespace slurry
