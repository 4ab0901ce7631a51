// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>

#include "base/execution.hpp"
#include "base/loop_name.hpp"
#include "base/simd.hpp"
#include "base/text.hpp"
#include "base/views.hpp"
#include "geometry/cell_grid.hpp"
#include "slurry/error.hpp"

namespace slurry {

/// Smallest and largest coordinates of `count` points x. Eight points are taken together.
struct HostExtent {
  double low[3] = {1e300, 1e300, 1e300}, high[3] = {-1e300, -1e300, -1e300};
  double zero = 0;  ///< 0 if all coordinates are finite, otherwise not a number

  HostExtent(const double* x, int count) {
    using Vector = simd::Pack<double, 8>;
    constexpr int together = 24;
    Vector highest[3], lowest[3], none[3];  // lowest: largest coordinate times -1
    for (int v = 0; v < 3; ++v) {
      highest[v] = lowest[v] = -1e300;
      none[v] = 0.0;
    }
    int i = 0;
    for (; i + together <= 3 * count; i += together)
      for (int v = 0; v < 3; ++v) {
        const Vector c(x + i + 8 * v, simd::element_aligned);
        highest[v] = simd::max(highest[v], c);
        lowest[v] = simd::max(lowest[v], -c);
        none[v] += c * Vector(0.0);
      }
    for (int c = 0; c < together; ++c) {
      low[c % 3] = std::min<double>(low[c % 3], -lowest[c / 8][c % 8]);
      high[c % 3] = std::max<double>(high[c % 3], highest[c / 8][c % 8]);
      zero += none[c / 8][c % 8];
    }
    for (; i < 3 * count; ++i) {
      low[i % 3] = std::min(low[i % 3], x[i]);
      high[i % 3] = std::max(high[i % 3], x[i]);
      zero += x[i] * 0.0;
    }
  }
  /// Whether all coordinates are finite. Numbers that are too large to compute with count as not finite.
  bool finite() const {
    bool all = zero == 0;
    for (int d = 0; d < 3; ++d) all = all && low[d] >= -1e300 && high[d] <= 1e300;
    return all;
  }
};

/// Smallest and largest coordinates of sets of points. It also says whether all of them are finite.
struct PointExtent {
  double lower[3] = {1e300, 1e300, 1e300}, upper[3] = {-1e300, -1e300, -1e300};
  bool finite = true;

  template <class Space>
  void include(const Space& space, ConstVectors<Space> x) {
    double low[3], high[3];
    int bad = 0;
    const int count = static_cast<int>(x.extent(0));
    if constexpr (is_host_space<Space>) {
      constexpr int block = 4096;
      Kokkos::parallel_reduce(
          "slurry::geometry::extent"_loop, Kokkos::RangePolicy<Space>(space, 0, (count + block - 1) / block),
          [=](int b, double& lo0, double& lo1, double& lo2, double& hi0, double& hi1, double& hi2, int& wrong) {
            const HostExtent e(x.data() + 3 * std::size_t(block) * b, std::min(block, count - block * b));
            lo0 = std::min(lo0, e.low[0]);
            lo1 = std::min(lo1, e.low[1]);
            lo2 = std::min(lo2, e.low[2]);
            hi0 = std::max(hi0, e.high[0]);
            hi1 = std::max(hi1, e.high[1]);
            hi2 = std::max(hi2, e.high[2]);
            wrong += e.finite() ? 0 : 1;
          },
          Kokkos::Min<double>(low[0]), Kokkos::Min<double>(low[1]), Kokkos::Min<double>(low[2]),
          Kokkos::Max<double>(high[0]), Kokkos::Max<double>(high[1]), Kokkos::Max<double>(high[2]), bad);
    } else {
      device_extent(space, x, low, high, bad);
    }
    for (int d = 0; d < 3; ++d) {
      lower[d] = std::min(lower[d], low[d]);
      upper[d] = std::max(upper[d], high[d]);
    }
    finite = finite && bad == 0;
  }

  /// Finds the extent point by point, for devices; bad: number of coordinates that are not finite.
  template <class Space>
  static void device_extent(const Space& space, ConstVectors<Space> x, double (&low)[3], double (&high)[3], int& bad) {
    Kokkos::parallel_reduce(
        "slurry::geometry::extent"_loop, Kokkos::RangePolicy<Space>(space, 0, static_cast<int>(x.extent(0))),
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
  }

  /// Lays the cells around the points in free directions, with their origin at 0 or as near to it as they allow. Throws
  /// InputError when a position is not finite, or when the points span more than the box.
  void place(CellGrid& cells) const {
    if (!finite) throw InputError("a position is not a finite number");
    for (int d = 0; d < 3; ++d) {
      if (cells.periodic[d]) continue;
      if (upper[d] - lower[d] > cells.length[d] * (1 + 1e-9))
        throw InputError(text("the points span {} along free direction {}, more than the box length {}",
                              upper[d] - lower[d], d + 1, cells.length[d]));
      // If little or nothing is subtracted, coordinates keep their digits. A cluster has finer digits than the box.
      const double first = upper[d] - cells.length[d];
      cells.origin[d] = first < lower[d] ? std::clamp(0.0, first, lower[d]) : (first + lower[d]) / 2;
    }
  }
};

}  // namespace slurry
