// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "geometry/periods.hpp"

namespace slurry {

/// Bodies in cells, on the host, added one by one. Use it for placing bodies and for checking given positions, not for
/// every step.
class BodyCells {
 public:
  /// Makes cells for queries within `cutoff` [length] in the whole of a domain. Open axes span the pipe, or
  /// -extent..extent.
  BodyCells(const Domain& domain, double cutoff, double extent, std::size_t expected);
  /// Makes cells with bodies at positions (N,3) [length]. Open axes span the positions.
  BodyCells(const Domain& domain, double cutoff, std::span<const double> positions);

  void insert(const double* xyz);
  std::size_t size() const { return next_.size(); }

  /// Calls visit(j, distance) for every body that is closer to xyz than the cutoff. If xyz is the place of a body in
  /// the cells, that body is visited too.
  template <class Visit>
  void for_near(const double* xyz, Visit&& visit) const {
    const std::array<int, 3> at = cell_of(xyz);
    std::array<std::array<int, 3>, 3> range;
    std::array<int, 3> count;
    for (int a = 0; a < 3; ++a) count[a] = neighbours(a, at[a], range[a]);
    for (int i = 0; i < count[0]; ++i)
      for (int j = 0; j < count[1]; ++j)
        for (int k = 0; k < count[2]; ++k)
          for (int b = head_[index(range[0][i], range[1][j], range[2][k])]; b >= 0; b = next_[b]) {
            double d2 = 0;
            for (int a = 0; a < 3; ++a) {
              const double d = periods_.nearest(a, xyz[a] - positions_[3 * b + a]);
              d2 += d * d;
            }
            if (d2 < cutoff_ * cutoff_) visit(static_cast<std::size_t>(b), std::sqrt(d2));
          }
  }

 private:
  void size_cells(std::size_t expected);
  std::array<int, 3> cell_of(const double* xyz) const;
  int neighbours(int axis, int cell, std::array<int, 3>& out) const;
  std::size_t index(int i, int j, int k) const { return (static_cast<std::size_t>(i) * cells_[1] + j) * cells_[2] + k; }

  Periods periods_;
  double cutoff_;
  std::array<double, 3> lower_{}, extent_{};
  std::array<int, 3> cells_{1, 1, 1};
  std::vector<int> head_, next_;
  std::vector<double> positions_;
};

}  // namespace slurry
