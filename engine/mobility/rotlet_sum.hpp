// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "base/views.hpp"
#include "mobility/body_sizes.hpp"
#include "mobility/point_mobility.hpp"
#include "slurry/options.hpp"
#include "summation/summation.hpp"

namespace slurry {

/// Rotation of spheres without torques: half the curl, at their centres, of the flow of point forces,
///   w(x) = sum_s sum_p f_s x r/|r|^3,   r = x - y_s + p   (no 1/(8 pi eta)),
/// without a source at the target itself.  Finite spheres have the same curl outside (sphere_turn.hpp).  In free space
/// all pairs are summed for a few thousand bodies.  Otherwise it is the antisymmetric part of a sum's velocity
/// gradient, by the usual engine, whose plan is kept from call to call while it serves.
class RotletSum {
 public:
  using Space = Kokkos::DefaultHostExecutionSpace;

  /// deterministic, memory_limit and rates are taken from here, as a mobility has them.
  explicit RotletSum(const EwaldOptions& options) : options_(options) {}

  /// sources, forces (N,3), targets (M,3) [length] -> out (M,3) [force/length^2].  Targets lie in the box as sources do
  /// (Summation::set_points).  Error, as predicted for forces without order: rms over the targets <= tolerance
  /// times the rms of out, or times least_scale where that is larger.  Throws RefusedError where the memory does not
  /// suffice.
  void at(const Box& box, ConstVectors<Space> sources, ConstVectors<Space> forces, ConstVectors<Space> targets,
          double tolerance, double least_scale, std::span<double> out);

 private:
  void by_engine(const Box& box, ConstVectors<Space> sources, ConstVectors<Space> forces, ConstVectors<Space> targets,
                 double tolerance, std::span<double> out);
  void make_plan(const Box& box, std::size_t sources, std::size_t targets, double forces2, double tolerance);

  EwaldOptions options_;
  std::unique_ptr<Summation<Space>> sum_;
  Box box_;                ///< box for which the sum was planned
  double unit_error_ = 0;  ///< error of the plan, for a sum with |f|^2 = 1
  double scale_ = 0;       ///< rms of the last answer
};

/// Options of the sums of a mobility.
EwaldOptions sum_options(const PointMobilitySetup& setup);

/// rms of |F|/a^2 over the bodies, forces (N,3): the angular velocity that stands for 3/4 mu0 F/a; 0 for points.
double least_turn(const BodySizes& sizes, std::span<const double> forces);

/// Corrects out (M,3), of `targets` among the bodies (indices), for pairs of spheres that overlap, in place of which
/// the sum has points.  positions, forces (N,3).
void correct_overlaps(const Domain& domain, std::span<const double> positions, std::span<const double> forces,
                      const BodySizes& sizes, std::span<const std::size_t> targets, std::span<double> out);

}  // namespace slurry
