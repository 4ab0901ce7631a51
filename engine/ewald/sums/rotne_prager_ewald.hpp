// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "base/point_sets.hpp"
#include "base/views.hpp"
#include "ewald/accuracy/ewald_stages.hpp"
#include "ewald/far/far_field.hpp"
#include "ewald/near/near_field.hpp"
#include "ewald/sums/sphere_loops.hpp"
#include "geometry/point_layouts.hpp"
#include "slurry/report.hpp"

namespace slurry {

/// Spectral Ewald sum of the Rotne-Prager tensor for spheres with a radius each, with 0 to 3 periodic directions: u_i =
/// sum_j sum_p (1 + (a_i^2 + a_j^2)/6 Lap) G(x_i - x_j + p) f_j, without 1/(8 pi eta). It is regularised for spheres
/// that overlap or contain each other, and includes the full self-mobility 4/(3 a_i) f_i. A radius 0 is a point; its
/// own term is left out. The sum needs at most six grid components in and six out, whatever the number of different
/// radii, and three on a side that consists of points (theory/rotne-prager.md (R6)). It works in double precision. The
/// gauge is that of SpectralEwald.
template <class Space>
class RotnePragerEwald {
 public:
  /// Makes a sum. parameters: for the single layer, selected with SumCounts::largest_radius. Throws InputError for
  /// other parameters.
  RotnePragerEwald(const Space& space, const EwaldParameters& parameters);

  const EwaldParameters& parameters() const { return p_; }

  /// Sets the points. Throws InputError if the cutoff does not exceed the sum of two radii, for a negative radius or a
  /// wrong number of radii, and for positions as SpectralEwald::set_points does.
  void set_points(const SourceSet<Space>& sources, const std::vector<TargetSet<Space>>& targets);

  /// Computes velocities[k] (M_k,3) from the forces (N,3). The velocities are overwritten.
  void apply(ConstVectors<Space> forces, const std::vector<Vectors<Space>>& velocities);

  /// Expected rms over targets of |error| for sum |f|^2 (theory/rotne-prager.md, errors), of the target set with the
  /// largest error. It uses the mean square over the pairs of (a^2 + b^2)/6, and assumes forces that are independent of
  /// the radii.
  double predicted_rms_error(double squared_force_sum) const;

  /// Numbers of components that the last apply() spread and gathered.
  struct Work {
    int spread_components = 0, gathered_components = 0;
  };
  Work last_work() const { return work_; }

  StageTimes take_stage_times() { return std::exchange(times_, StageTimes(ewald_stages)); }

 private:
  /// Radii of a set in sorted order, and their moments over its members.
  struct Radii {
    SphereNumbers<Space> sorted;
    RadiiMoments moments;
  };
  struct Target {
    Radii radii;           // empty if the targets are the sources
    Vectors<Space> bent;   // only if the targets have a size
    double pair_size = 0;  // root of the mean square over the pairs of (a^2 + b^2)/6
  };
  const Radii& radii_of(int set) const { return points_.are_sources(set) ? source_radii_ : targets_[set].radii; }
  void set_radii(int set, double radius, const SphereRadii<Space>& radii, Radii& result) const;

  Space space_;
  EwaldParameters p_;
  std::unique_ptr<const EwaldSplit> split_;
  PointLayouts<Space> points_;
  std::unique_ptr<NearField<Space>> near_;
  std::unique_ptr<FarField<Space>> far_;
  Radii source_radii_;
  PackedSources<Space> packed_;
  Vectors<Space> weighted_;
  std::vector<Target> targets_;
  FiniteSides sides_;
  StageTimes times_{ewald_stages};
  Work work_;
};

}  // namespace slurry
