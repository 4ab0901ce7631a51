// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>

#include "base/views.hpp"
#include "near_field/field_p2p.hpp"
#include "slurry/report.hpp"

namespace slurry {

/// Spectral Ewald sum of the Rotne-Prager tensor of spheres, every one with a radius of its own, 0 to 3 periodic
/// directions: u_i = sum_j sum_p (1 + (a_i^2 + a_j^2)/6 Lap) G(x_i - x_j + p) f_j, regularised where spheres overlap or
/// one holds the other, the full self-mobility 4/(3 a_i) f_i included; no 1/(8 pi eta).  Six grid components in, six
/// out, whatever the number of different radii (ewald-recipe.md section 7).  A radius 0 is a point (its own term is
/// left out). fp64; gauge as in SpectralEwald.
template <class Space>
class RotnePragerEwald {
 public:
  using Radii = Kokkos::View<const double*, typename Space::memory_space>;

  /// parameters: of the single layer with SumCounts::largest_radius, both sides.  Throws InputError for other ones.
  RotnePragerEwald(const Space& space, const EwaldParameters& parameters);
  ~RotnePragerEwald();
  RotnePragerEwald(RotnePragerEwald&&) noexcept;
  RotnePragerEwald& operator=(RotnePragerEwald&&) noexcept;

  /// centres (N,3), radii (N) [length].  Throws InputError when the cutoff does not exceed twice the largest radius, or
  /// for positions as in SpectralEwald::set_points.
  void set_spheres(ConstVectors<Space> centres, Radii radii);

  /// forces (N,3) -> velocities (N,3), overwritten.
  void apply(ConstVectors<Space> forces, const Vectors<Space>& velocities);

  StageTimes take_stage_times();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace slurry
