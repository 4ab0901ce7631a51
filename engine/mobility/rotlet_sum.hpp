// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <memory>
#include <span>
#include <vector>

#include "base/views.hpp"
#include "mobility/body_sizes.hpp"
#include "mobility/point_mobility.hpp"
#include "slurry/options.hpp"
#include "summation/summation.hpp"

namespace slurry {

/// Rotation of spheres without torques. It is half the curl, at their centres, of the flow of point forces,
///   w(x) = sum_s sum_p f_s x r/|r|^3,   r = x - y_s + p   (no 1/(8 pi eta)),
/// without a source at the target itself. Finite spheres have the same curl outside (sphere_turn.hpp). In free space,
/// all pairs are summed for up to a few thousand bodies. Otherwise the rotation is the antisymmetric part of the
/// velocity gradient of a sum by the usual engine. The plan of that sum is kept for later calls while it suits them.
/// The bits of a deterministic sum depend on the call's points alone: what is planned then follows from the box and
/// from the power of two below the error that is allowed, and not from earlier calls.
class RotletSum {
 public:
  using Space = Kokkos::DefaultHostExecutionSpace;

  /// options: those of a mobility, such as deterministic, memory_limit and rates. Tolerance, gradient and device are
  /// set by this class.
  explicit RotletSum(const EwaldOptions& options) : options_(options) {}

  /// Computes the rotation at targets: sources, forces (N,3), targets (M,3) [length] -> out (M,3) [force/length^2].
  /// Targets lie in the box as sources do (Summation::set_points). The error is predicted for forces without order: its
  /// rms over the targets is at most the tolerance times the rms of out, or times least_scale if that is larger. Throws
  /// RefusedError if the memory does not suffice.
  void at(const Box& box, ConstVectors<Space> sources, ConstVectors<Space> forces, ConstVectors<Space> targets,
          double tolerance, double least_scale, std::span<double> out);

 private:
  struct Planned {
    std::unique_ptr<Summation<Space>> sum;
    double unit_error = 0;  ///< error of the plan, for a sum with |f|^2 = 1
  };

  void by_engine(const Box& box, ConstVectors<Space> sources, ConstVectors<Space> forces, ConstVectors<Space> targets,
                 double tolerance, std::span<double> out);
  Planned plan(const Box& box, std::size_t sources, std::size_t targets, double forces2, double tolerance) const;
  Planned& planned_for(const Box& box, std::size_t sources, std::size_t targets, double forces2, double tolerance);

  EwaldOptions options_;
  Box box_;  ///< box for which the sums were planned
  /// Planned sums. For deterministic sums the key is the exponent of the allowed error at |f|^2 = 1. Otherwise there is
  /// one sum, with the key 0.
  std::map<int, Planned> planned_;
  double scale_ = 0;  ///< rms of the last answer
};

/// Returns the options of the sums of a mobility.
EwaldOptions sum_options(const PointMobilitySetup& setup);

/// The rms of |F|/a^2 over the bodies, forces (N,3). This is the angular velocity 3/4 mu0 F/a in the units of the sum.
/// It is 0 for points.
double least_turn(const BodySizes& sizes, std::span<const double> forces);

/// Corrects out (M,3) of `targets`, which are bodies (indices), for pairs of spheres that overlap. The sum treats these
/// spheres as points. positions, forces (N,3).
void correct_overlaps(const Domain& domain, std::span<const double> positions, std::span<const double> forces,
                      const BodySizes& sizes, std::span<const std::size_t> targets, std::span<double> out);

}  // namespace slurry
