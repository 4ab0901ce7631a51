// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <vector>

#include "base/views.hpp"
#include "slurry/report.hpp"
#include "summation/point_sets.hpp"

namespace slurry {

/// Spectral Ewald sum of the Rotne-Prager tensor of spheres, every one with a radius of its own, 0 to 3 periodic
/// directions: u_i = sum_j sum_p (1 + (a_i^2 + a_j^2)/6 Lap) G(x_i - x_j + p) f_j, regularised where spheres overlap or
/// one holds the other, the full self-mobility 4/(3 a_i) f_i included; no 1/(8 pi eta).  At most six grid components in
/// and six out, whatever the number of different radii, three where a side consists of points
/// (theory/rotne-prager.md (R6)).  A radius 0 is a point (its own term is left out). fp64; gauge as in SpectralEwald.
template <class Space>
class RotnePragerEwald {
 public:
  /// parameters: of the single layer with SumCounts::largest_radius.  Throws InputError for other ones.
  RotnePragerEwald(const Space& space, const EwaldParameters& parameters);
  ~RotnePragerEwald();
  RotnePragerEwald(RotnePragerEwald&&) noexcept;
  RotnePragerEwald& operator=(RotnePragerEwald&&) noexcept;

  const EwaldParameters& parameters() const;

  /// Throws InputError when the cutoff does not exceed the sum of two radii, for a negative radius, a wrong number of
  /// them, or for positions as in SpectralEwald::set_points.
  void set_points(const SourceSet<Space>& sources, const std::vector<TargetSet<Space>>& targets);

  /// forces (N,3) -> velocities[k] (M_k,3), overwritten.
  void apply(ConstVectors<Space> forces, const std::vector<Vectors<Space>>& velocities);

  /// Expected rms over targets of |error| for sum |f|^2 (theory/rotne-prager.md, errors), of the target set that errs
  /// most: with the mean square over the pairs of (a^2 + b^2)/6, the forces being independent of the radii.
  double predicted_rms_error(double squared_force_sum) const;

  /// Components spread and gathered by the last apply().
  struct Work {
    int spread_components = 0, gathered_components = 0;
  };
  Work last_work() const;

  StageTimes take_stage_times();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace slurry
