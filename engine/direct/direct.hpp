// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <vector>

#include "base/point_sets.hpp"
#include "base/views.hpp"
#include "slurry/options.hpp"
#include "slurry/report.hpp"

namespace slurry {

/// Relative rounding error of a direct sum with terms in single precision.
inline constexpr double single_terms_floor = 2e-7;
/// Smallest tolerance of body velocities for a sum with terms in single precision. If forces cancel, their rounding
/// errors remain, and may be ten times as large relative to the velocity.
inline constexpr double tightest_single_terms = 10 * single_terms_floor;

/// Direct sum over all pairs, in free space (periodicity 0) and over the images along x (periodicity 1):
///   u(x) = sum_s sum_p (1 + (a_t^2 + a_s^2)/6 Lap) G(x - y_s + p) f_s   (no 1/(8 pi eta)),
/// regularised like Rotne-Prager where both radii are positive.  The same conventions, target sets and gauge as
/// SpectralEwald; a target that coincides with a source gets the self-mobility (spheres) or nothing (points) from it.
///
/// Gauge of the 1-periodic sum (theory/conventions-and-gauges.md (C8)): the k = 0 mode is (1/L) times -4 ln rho - 4
/// axially and -(2 ln rho + 3) I + 2 rho rho/rho^2 across.  The gauge of pipe_reference.h5 is
/// G_there = G_here + diag(4,3,3)/L.
///
/// Error: rounding, about 1e-15 relative to the largest term (free space); the truncation of the image series is below
/// `tolerance` relative to 1/L times sum |f|.  In free space on a host the terms may be computed in single precision
/// and added up in double: rounding then is at most about single_terms_floor of the sum.
template <class Space>
class DirectSum {
 public:
  /// box: lengths[0] is the period if the periodicity is 1; the other lengths are not used. Throws InputError for
  /// periodicity 2 and 3 and for a period that is not positive. terms: precision of the single terms. Throws InputError
  /// for fp32, except in free space on a host.
  DirectSum(const Space& space, const Box& box, double tolerance = 1e-15, Precision terms = Precision::fp64);
  ~DirectSum();
  DirectSum(DirectSum&&) noexcept;
  DirectSum& operator=(DirectSum&&) noexcept;

  /// Sets sources and targets with one common radius or one radius per point. Targets that are sources use the radii of
  /// the sources. The views are kept, not copied. Throws InputError for a wrong number of radii.
  void set_points(const SourceSet<Space>& sources, const std::vector<TargetSet<Space>>& targets);
  /// Sets sources (N,3) [length] that all have the same radius.
  void set_points(ConstVectors<Space> sources, double source_radius, const std::vector<TargetSet<Space>>& targets);

  /// Computes velocities[k] (M_k,3) from forces (N,3). Throws InputError for a wrong number of forces.
  void apply(ConstVectors<Space> forces, const std::vector<Vectors<Space>>& velocities);

  StageTimes take_stage_times();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace slurry
