// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "base/loop_name.hpp"
#include "base/sphere_radii.hpp"
#include "base/text.hpp"
#include "base/views.hpp"
#include "ewald/near/radii_p2p.hpp"
#include "geometry/sorted_points.hpp"
#include "slurry/error.hpp"
#include "slurry/report.hpp"

// Loops over spheres with a radius each, for the sum of one process and for that of several.
namespace slurry {

template <class Space>
using SphereNumbers = Kokkos::View<double*, typename Space::memory_space>;

/// Moments of the radii of a set: the largest one, and the means of a^2 and a^4 [length, ^2, ^4].
struct RadiiMoments {
  double largest = 0, square = 0, fourth = 0;

  /// Root of the mean square of (a^2 + b^2)/6 over the pairs of two sets [length^2].
  double pair_size(const RadiiMoments& b) const { return std::sqrt(fourth + 2 * square * b.square + b.fourth) / 6; }
};

/// radii: one per sphere, or empty if all have the same radius. Throws InputError for a negative radius, and if the
/// number of radii is not `count`.
template <class Space>
RadiiMoments moments_of_radii(const Space& space, std::size_t count, double radius, const SphereRadii<Space>& radii) {
  if (radii.extent(0) == 0) {
    if (radius < 0) throw InputError(text("a radius is {}; it must not be negative", radius));
    return {radius, radius * radius, std::pow(radius, 4)};
  }
  if (radii.extent(0) != count) throw InputError(text("{} radii were given for {} points", radii.extent(0), count));
  double most = 0, least = 0, square = 0, fourth = 0;
  const Kokkos::RangePolicy<Space> all(space, 0, static_cast<int>(count));
  Kokkos::parallel_reduce(
      "slurry::summation::largest_radius"_loop, all,
      KOKKOS_LAMBDA(int i, double& m) { m = radii(i) > m ? radii(i) : m; }, Kokkos::Max<double>(most));
  Kokkos::parallel_reduce(
      "slurry::summation::smallest_radius"_loop, all,
      KOKKOS_LAMBDA(int i, double& m) { m = radii(i) < m ? radii(i) : m; }, Kokkos::Min<double>(least));
  Kokkos::parallel_reduce(
      "slurry::summation::squared_radii"_loop, all, KOKKOS_LAMBDA(int i, double& s) { s += radii(i) * radii(i); },
      square);
  Kokkos::parallel_reduce(
      "slurry::summation::fourth_radii"_loop, all,
      KOKKOS_LAMBDA(int i, double& s) {
        const double a2 = radii(i) * radii(i);
        s += a2 * a2;
      },
      fourth);
  if (least < 0) throw InputError(text("a radius is {}; it must not be negative", least));
  const double n = std::max(1.0, static_cast<double>(count));
  return {most, square / n, fourth / n};
}

/// Throws InputError for parameters by which no such sum can be made.
inline void require_spheres(const EwaldParameters& p) {
  if (p.layer != Layer::single || p.precision != Precision::fp64)
    throw InputError("spheres of different radii are supported only by the single layer in fp64");
}

/// Throws InputError if spheres could touch beyond the cutoff [length].
inline void check_radii(double cutoff_radius, double largest_target, double largest_source) {
  if (largest_target > 0 && largest_source > 0 && largest_target + largest_source >= cutoff_radius)
    throw InputError(text("the cutoff radius {} must exceed the sum of the largest radii, {} and {}", cutoff_radius,
                          largest_target, largest_source));
}

/// Radii in the order of the sorted points. The memory of `sorted` only grows.
template <class Space>
void sort_radii(const Space& space, const SortedPoints<Space>& points, double radius, const SphereRadii<Space>& radii,
                SphereNumbers<Space>& sorted) {
  if (sorted.extent(0) < points.count)
    sorted =
        SphereNumbers<Space>(Kokkos::view_alloc("slurry::radii::sorted", Kokkos::WithoutInitializing), points.count);
  const auto order = points.order;
  const auto out = sorted;
  const bool each = radii.extent(0) > 0;
  Kokkos::parallel_for(
      "slurry::summation::sort_radii"_loop, Kokkos::RangePolicy<Space>(space, 0, static_cast<int>(points.count)),
      KOKKOS_LAMBDA(int k) { out(k) = each ? radii(order(k)) : radius; });
}

/// Fills a row x, y, z, f, radius for each sorted sphere. weighted: receives the forces times a^2/6 in the original
/// order; empty: they are not wanted.
template <class Space>
void pack_spheres(const Space& space, const SortedPoints<Space>& points, const SphereNumbers<Space>& radii,
                  const ConstVectors<Space>& f, const PackedSources<Space>& row, const Vectors<Space>& weighted) {
  const auto order = points.order;
  const auto local = points.local;
  const bool finite = weighted.extent(0) > 0;
  Kokkos::parallel_for(
      "slurry::near_field::pack_spheres"_loop, Kokkos::RangePolicy<Space>(space, 0, static_cast<int>(points.count)),
      KOKKOS_LAMBDA(int k) {
        const int i = order(k);
        const double a = radii(k);
        for (int d = 0; d < 3; ++d) {
          row(k, d) = local(k, d);
          row(k, 3 + d) = f(i, d);
          if (finite) weighted(i, d) = a * a / 6 * f(i, d);
        }
        row(k, 6) = a;
      });
}

}  // namespace slurry
