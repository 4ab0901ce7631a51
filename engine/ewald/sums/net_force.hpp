// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Kokkos_Core.hpp>

#include <array>

#include "base/loop_name.hpp"
#include "base/views.hpp"

namespace slurry {

/// Sum of the forces (N,3), times a factor for each component. The zero mode leaves this velocity out.
template <class Space>
std::array<double, 3> scaled_net_force(const Space& space, const std::array<double, 3>& factor,
                                       const ConstVectors<Space>& f) {
  if (factor[0] == 0 && factor[1] == 0 && factor[2] == 0) return {};
  double x = 0, y = 0, z = 0;
  Kokkos::parallel_reduce(
      "slurry::summation::net_force"_loop, Kokkos::RangePolicy<Space>(space, 0, static_cast<int>(f.extent(0))),
      KOKKOS_LAMBDA(int i, double& sx, double& sy, double& sz) {
        sx += f(i, 0);
        sy += f(i, 1);
        sz += f(i, 2);
      },
      x, y, z);
  return {factor[0] * x, factor[1] * y, factor[2] * z};
}

/// Adds the constant c to u. The zero mode requires it for a net force.
template <class Space>
void add_constant(const Space& space, const std::array<double, 3>& c, const Vectors<Space>& u) {
  const double c0 = c[0], c1 = c[1], c2 = c[2];
  if (c0 == 0 && c1 == 0 && c2 == 0) return;
  Kokkos::parallel_for(
      "slurry::summation::constant"_loop, Kokkos::RangePolicy<Space>(space, 0, static_cast<int>(u.extent(0))),
      KOKKOS_LAMBDA(int i) {
        u(i, 0) += c0;
        u(i, 1) += c1;
        u(i, 2) += c2;
      });
}

template <class Space>
double net_charge(const Space& space, const PointCharges<Space>& charges) {
  double total = 0;
  Kokkos::parallel_reduce(
      "slurry::summation::net_charge"_loop, Kokkos::RangePolicy<Space>(space, 0, static_cast<int>(charges.extent(0))),
      KOKKOS_LAMBDA(int i, double& sum) { sum += charges(i); }, total);
  return total;
}

/// Adds c times the charges to phi. The grid drops this part of a charge's potential at itself.
template <class Space>
void add_charges(const Space& space, double c, const PointCharges<Space>& charges, const FieldScalars<Space>& phi) {
  Kokkos::parallel_for(
      "slurry::summation::own_charges"_loop, Kokkos::RangePolicy<Space>(space, 0, static_cast<int>(phi.extent(0))),
      KOKKOS_LAMBDA(int i) { phi(i) += c * charges(i); });
}

/// Adds the constant c to phi. The zero mode requires it for a net charge.
template <class Space>
void add_constant(const Space& space, double c, const FieldScalars<Space>& phi) {
  if (c == 0) return;
  Kokkos::parallel_for(
      "slurry::summation::constant"_loop, Kokkos::RangePolicy<Space>(space, 0, static_cast<int>(phi.extent(0))),
      KOKKOS_LAMBDA(int i) { phi(i) += c; });
}

}  // namespace slurry
