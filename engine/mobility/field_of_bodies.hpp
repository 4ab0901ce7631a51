// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "bodies/body_interior.hpp"
#include "slurry/mobility.hpp"

namespace slurry {

/// Places and motions of bodies. All arrays are (N,3).
struct FieldMotion {
  std::span<const double> centres, directors;
  std::span<const double> velocities;
  std::span<const double> rates;    ///< dn/dt of rods; empty if there is no rod
  std::span<const double> angular;  ///< angular velocities of spheres, NaN if not known; empty if none is known
};

/// Whether a point (3) [length] lies outside of the domain's pipe. A point on the wall does not.
bool is_outside_of_pipe(const Domain& domain, const double* point);

/// Velocity at any points. Between bodies it is that of the fluid; inside a body it is the motion of the body.
class FieldOfBodies {
 public:
  using OfFluid = std::function<void(std::span<const double> points, std::span<double> u)>;
  using Turning = std::function<void(std::span<const std::size_t> bodies, std::span<double> turn)>;

  /// Keeps references to its arguments, which must outlive it.
  FieldOfBodies(const Domain& domain, const BodyPoints& bodies, const FieldMotion& motion, InsideBodies inside)
      : domain_(domain),
        bodies_(bodies),
        motion_(motion),
        inside_(inside),
        interior_(domain, bodies, {motion.centres, motion.directors}) {}

  /// Computes the velocities u (M,3) at the points (M,3). Returns for each point the number of the body in which it
  /// lies, or -1. of_fluid is called for the points in the fluid, in their order. turning is called for spheres that
  /// contain points and whose angular velocity is not known. Points outside of a pipe get NaN and lie in no body.
  std::vector<std::int32_t> evaluate(std::span<const double> points, std::span<double> u, const OfFluid& of_fluid,
                                     const Turning& turning) const;

  const BodyInterior& interior() const { return interior_; }
  bool outside_of_pipe(const double* point) const;
  /// Angular velocities (N,3) of the bodies that contain a point.
  std::vector<double> turns(std::span<const std::int32_t> inside, const Turning& turning) const;

 private:
  const Domain& domain_;
  const BodyPoints& bodies_;
  FieldMotion motion_;
  InsideBodies inside_;
  BodyInterior interior_;
};

}  // namespace slurry
