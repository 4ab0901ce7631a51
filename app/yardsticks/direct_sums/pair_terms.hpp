// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Kokkos_Core.hpp>

#include <cmath>
#include <type_traits>

// Velocity of a sphere from the force on another one. Lengths are in radii a, and velocities in mu0 times a force with
// mu0 = 1/(6 pi eta a).
namespace slurry::direct_sums {

/// Mobility mu/mu0 = across I + along dd, where d is the difference of the centres.
template <class Real>
struct PairMobility {
  Real across, along;

  KOKKOS_INLINE_FUNCTION void apply(const Real (&d)[3], const Real (&f)[3], Real (&u)[3]) const {
    const Real shared = along * (d[0] * f[0] + d[1] * f[1] + d[2] * f[2]);
    for (int c = 0; c < 3; ++c) u[c] = across * f[c] + shared * d[c];
  }
};

/// Point forces: 3a/(4r) (I + rr).
struct OseenPair {
  template <class Real>
  KOKKOS_INLINE_FUNCTION static PairMobility<Real> mobility(const Real (&d)[3]) {
    using std::sqrt;
    const Real inverse = Real(1) / sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    const Real first = Real(0.75) * inverse;
    return {first, first * inverse * inverse};
  }
};

/// Rotne and Prager, r >= 2a: 3a/(4r) [(1 + 2a^2/3r^2) I + (1 - 2a^2/r^2) rr]. Their formula for overlapping spheres is
/// left out, as in the published kernels.
struct RotnePragerPair {
  template <class Real>
  KOKKOS_INLINE_FUNCTION static PairMobility<Real> mobility(const Real (&d)[3]) {
    using std::sqrt;
    const Real inverse = Real(1) / sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    const Real square = inverse * inverse, first = Real(0.75) * inverse;
    return {first * (Real(1) + Real(2.0 / 3) * square), first * square * (Real(1) - Real(2) * square)};
  }
};

/// No arithmetic of a pair. The data are added up, so that they must be read.
struct MemoryAlone {};

/// Computes u = mu f for Pair.
template <class Pair, class Real>
KOKKOS_INLINE_FUNCTION void pair_velocity(const Real (&d)[3], const Real (&f)[3], Real (&u)[3]) {
  if constexpr (std::is_same_v<Pair, MemoryAlone>) {
    for (int c = 0; c < 3; ++c) u[c] = d[c] + f[c];
  } else {
    Pair::mobility(d).apply(d, f, u);
  }
}

/// Returns the nearest image of a difference. inverse_length 0: free space.
template <class Real>
KOKKOS_INLINE_FUNCTION Real nearest_image(Real difference, Real length, Real inverse_length) {
  using std::rint;
  return difference - length * rint(difference * inverse_length);
}

}  // namespace slurry::direct_sums
