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
    double low[3], high[3];
    int bad = 0;
    Kokkos::parallel_reduce(
        "slurry::summation::extent"_loop, Kokkos::RangePolicy<Space>(space, 0, static_cast<int>(x.extent(0))),
        KOKKOS_LAMBDA(int i, double& lo0, double& lo1, double& lo2, double& hi0, double& hi1, double& hi2, int& wrong) {
          const double v0 = x(i, 0), v1 = x(i, 1), v2 = x(i, 2);
          lo0 = v0 < lo0 ? v0 : lo0;
          lo1 = v1 < lo1 ? v1 : lo1;
          lo2 = v2 < lo2 ? v2 : lo2;
          hi0 = v0 > hi0 ? v0 : hi0;
          hi1 = v1 > hi1 ? v1 : hi1;
          hi2 = v2 > hi2 ? v2 : hi2;
          for (const double v : {v0, v1, v2}) wrong += v > -1e300 && v < 1e300 ? 0 : 1;
        },
        Kokkos::Min<double>(low[0]), Kokkos::Min<double>(low[1]), Kokkos::Min<double>(low[2]),
        Kokkos::Max<double>(high[0]), Kokkos::Max<double>(high[1]), Kokkos::Max<double>(high[2]), bad);
    for (int d = 0; d < 3; ++d) {
      lower[d] = std::min(lower[d], low[d]);
      upper[d] = std::max(upper[d], high[d]);
    }
    finite = finite && bad == 0;
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
