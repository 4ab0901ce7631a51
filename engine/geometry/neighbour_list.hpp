// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Kokkos_Core.hpp>

#include <span>
#include <vector>

#include "geometry/cell_grid.hpp"
#include "geometry/periods.hpp"
#include "slurry/domain.hpp"

namespace slurry {

/// Lists for every body the bodies closer than a cutoff (nearest images). Each pair is in both lists. The order does
/// not depend on the number of threads. The lists are in host memory, where the bodies of a step are.
class NeighbourList {
 public:
  using Lists = Kokkos::View<int**, Kokkos::LayoutRight, Kokkos::HostSpace>;
  using Counts = Kokkos::View<int*, Kokkos::HostSpace>;

  explicit NeighbourList(const Domain& domain) : domain_(domain), periods_(Periods::of(domain)) {}

  /// Builds the lists. positions (N,3) [length], wrapped or not. The cost is O(N).
  void build(std::span<const double> positions, double cutoff);

  double cutoff() const { return cutoff_; }
  const Periods& periods() const { return periods_; }
  /// Lists of neighbours: those of body i are lists()(i, 0..counts()(i)). They are valid until the next build().
  const Lists& lists() const { return lists_; }
  const Counts& counts() const { return counts_; }

 private:
  CellGrid cells_for(std::span<const double> positions, double cutoff) const;
  double place(int axis, double x) const;
  void sort(std::span<const double> positions);
  int fill();

  Domain domain_;
  Periods periods_;
  double cutoff_ = 0;
  CellGrid cells_;
  std::vector<int> cell_of_body_, cell_start_, cursor_, order_;  ///< order_: sorted -> body
  std::vector<double> local_;  ///< (N,3) in the order of order_, relative to the cells' origin
  Lists lists_;
  Counts counts_;
};

}  // namespace slurry
