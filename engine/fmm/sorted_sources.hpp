// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <vector>

namespace slurry::fmm {

/// Kinds of sums. spheres: forces on spheres with a radius each, by the Rotne-Prager tensor.
enum class Kernel { charges, single_layer, double_layer, combined, spheres };
constexpr bool has_forces(Kernel k) {
  return k == Kernel::single_layer || k == Kernel::combined || k == Kernel::spheres;
}
constexpr bool has_dipoles(Kernel k) {
  return k == Kernel::double_layer || k == Kernel::combined;
}
/// Number of expansions per box: one of 1/r for charges, otherwise A_1, A_2, A_3 and B (theory/fast-multipole.md
/// (M11)).
constexpr int sets_of(Kernel k) {
  return k == Kernel::charges ? 1 : 4;
}

/// Count of numbers behind the last point that may be read.
inline constexpr std::size_t point_padding = 16;

/// Sources in the order of the tree's leaves, one array per number.
struct SortedSources {
  Kernel kernel = Kernel::single_layer;
  std::size_t count = 0;
  std::vector<double> x[3];  ///< [length]
  std::vector<double> f[3];  ///< forces; f[0] alone: charges
  std::vector<double> q[3], n[3];
  std::vector<double> radius;  ///< radii of spheres [length]
};

}  // namespace slurry::fmm
