// SPDX-License-Identifier: BSD-3-Clause
#include "direct/direct_layers.hpp"

#include "base/execution.hpp"

namespace slurry::direct {
namespace {

struct LayerSum {
  double u[3] = {0, 0, 0}, gradient[9] = {}, pressure = 0;
};

/// G f and its derivatives at r = d.
KOKKOS_INLINE_FUNCTION void add_force(const double d[3], double i, const double f[3], LayerSum& sum) {
  const double i3 = i * i * i, i5 = i3 * i * i, rf = d[0] * f[0] + d[1] * f[1] + d[2] * f[2];
  for (int c = 0; c < 3; ++c) {
    sum.u[c] += i * f[c] + i3 * rf * d[c];
    for (int l = 0; l < 3; ++l) sum.gradient[3 * c + l] += i3 * (d[c] * f[l] - f[c] * d[l]) - 3 * i5 * rf * d[c] * d[l];
    sum.gradient[4 * c] += i3 * rf;
  }
  sum.pressure += 2 * i3 * rf;
}

/// T q n and its derivatives.
KOKKOS_INLINE_FUNCTION void add_dipole(const double d[3], double i, const double q[3], const double n[3],
                                       LayerSum& sum) {
  const double i3 = i * i * i, i5 = i3 * i * i, rq = d[0] * q[0] + d[1] * q[1] + d[2] * q[2];
  const double rn = d[0] * n[0] + d[1] * n[1] + d[2] * n[2], qn = q[0] * n[0] + q[1] * n[1] + q[2] * n[2];
  const double both = 6 * i5 * rq * rn, slope = 5 * both * i * i;
  for (int c = 0; c < 3; ++c) {
    sum.u[c] -= both * d[c];
    for (int l = 0; l < 3; ++l)
      sum.gradient[3 * c + l] += slope * d[c] * d[l] - 6 * i5 * d[c] * (q[l] * rn + n[l] * rq);
    sum.gradient[4 * c] -= both;
  }
  sum.pressure += 4 * qn * i3 - 2 * both;
}

}  // namespace

template <class Space>
void free_space_layers(const Space& space, ConstVectors<Space> targets, ConstVectors<Space> sources,
                       const Density<Space>& density, const Vectors<Space>& velocities,
                       const TargetFields<Space>& fields) {
  const auto count = static_cast<int>(sources.extent(0));
  const bool single = density.single(), dipoles = density.double_layer();
  const bool with_gradient = fields.gradient.extent(0) > 0, with_pressure = fields.pressure.extent(0) > 0;
  const auto gradient = fields.gradient;
  const auto pressure = fields.pressure;
  Kokkos::parallel_for(
      "slurry::summation::direct_layers", Kokkos::RangePolicy<Space>(space, 0, static_cast<int>(targets.extent(0))),
      KOKKOS_LAMBDA(int t) {
        LayerSum sum;
        for (int j = 0; j < count; ++j) {
          double d[3], s = 0, f[3], q[3], n[3];
          for (int c = 0; c < 3; ++c) {
            d[c] = targets(t, c) - sources(j, c);
            s += d[c] * d[c];
          }
          if (s == 0) continue;
          const double i = 1 / ::sqrt(s);
          if (single) {
            for (int c = 0; c < 3; ++c) f[c] = density.forces(j, c);
            add_force(d, i, f, sum);
          }
          if (dipoles) {
            for (int c = 0; c < 3; ++c) {
              q[c] = density.dipoles(j, c);
              n[c] = density.normals(j, c);
            }
            add_dipole(d, i, q, n, sum);
          }
        }
        for (int c = 0; c < 3; ++c) velocities(t, c) = sum.u[c];
        if (with_gradient)
          for (int c = 0; c < 9; ++c) gradient(t, c) = sum.gradient[c];
        if (with_pressure) pressure(t) = sum.pressure;
      });
}

template <class Space>
void free_space_charges(const Space& space, ConstVectors<Space> targets, ConstVectors<Space> sources,
                        Kokkos::View<const double*, typename Space::memory_space> charges,
                        const FieldScalars<Space>& potential, const FieldGradients<Space>& gradient) {
  const auto count = static_cast<int>(sources.extent(0));
  const bool with_gradient = gradient.extent(0) > 0;
  Kokkos::parallel_for(
      "slurry::summation::direct_charges", Kokkos::RangePolicy<Space>(space, 0, static_cast<int>(targets.extent(0))),
      KOKKOS_LAMBDA(int t) {
        double phi = 0, slope[3] = {0, 0, 0};
        for (int j = 0; j < count; ++j) {
          double d[3], s = 0;
          for (int c = 0; c < 3; ++c) {
            d[c] = targets(t, c) - sources(j, c);
            s += d[c] * d[c];
          }
          if (s == 0) continue;
          const double i = 1 / ::sqrt(s), value = charges(j) * i;
          phi += value;
          for (int c = 0; c < 3; ++c) slope[c] -= value * i * i * d[c];
        }
        potential(t) = phi;
        if (with_gradient)
          for (int c = 0; c < 3; ++c) gradient(t, c) = slope[c];
      });
}

#define SLURRY_INSTANTIATE(Space)                                                                                   \
  template void free_space_layers<Space>(const Space&, ConstVectors<Space>, ConstVectors<Space>,                    \
                                         const Density<Space>&, const Vectors<Space>&, const TargetFields<Space>&); \
  template void free_space_charges<Space>(const Space&, ConstVectors<Space>, ConstVectors<Space>,                   \
                                          Kokkos::View<const double*, typename Space::memory_space>,                \
                                          const FieldScalars<Space>&, const FieldGradients<Space>&);
SLURRY_FOR_EACH_SPACE(SLURRY_INSTANTIATE)
#undef SLURRY_INSTANTIATE

}  // namespace slurry::direct
