// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>

#include "base/loop_name.hpp"
#include "base/text.hpp"
#include "base/views.hpp"
#include "geometry/cell_grid.hpp"
#include "slurry/error.hpp"

namespace slurry {

/// Smallest and largest coordinates of sets of points, and whether all are finite.
struct PointExtent {
  double lower[3] = {1e300, 1e300, 1e300}, upper[3] = {-1e300, -1e300, -1e300};
  bool finite = true;

  template <class Space>
  void include(const Space& space, ConstVectors<Space> x) {
    for (int d = 0; d < 3; ++d) {
      double low = 1e300, high = -1e300;
      int bad = 0;
      Kokkos::parallel_reduce(
          "slurry::summation::extent"_loop, Kokkos::RangePolicy<Space>(space, 0, static_cast<int>(x.extent(0))),
          KOKKOS_LAMBDA(int i, double& lo, double& hi, int& wrong) {
            const double v = x(i, d);
            lo = v < lo ? v : lo;
            hi = v > hi ? v : hi;
            if (!(v > -1e300 && v < 1e300)) ++wrong;
          },
          Kokkos::Min<double>(low), Kokkos::Max<double>(high), bad);
      lower[d] = std::min(lower[d], low);
      upper[d] = std::max(upper[d], high);
      finite = finite && bad == 0;
    }
  }

  /// Centres the cells on the points in free directions.  Throws InputError when a position is not finite, or when the
  /// points span more than the box.
  void centre(CellGrid& cells) const {
    if (!finite) throw InputError("a position is not a finite number");
    for (int d = 0; d < 3; ++d) {
      if (cells.periodic[d]) continue;
      if (upper[d] - lower[d] > cells.length[d] * (1 + 1e-9))
        throw InputError(text("the points span {} along free direction {}, more than the box length {}",
                              upper[d] - lower[d], d + 1, cells.length[d]));
      cells.origin[d] = (lower[d] + upper[d] - cells.length[d]) / 2;
    }
  }
};

}  // namespace slurry
