// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>
#include <vector>

#include "bodies/body_kind.hpp"

namespace slurry {

/// Functions of a model whose node forces do not follow from the load. A solve finds the forces for which the nodes
/// move as a rigid body.
struct UnknownForces {
  /// node_velocities += factor K (U, dn/dt), the velocities of the nodes in a rigid motion.
  void (*add_rigid)(const BodyKind&, double factor, const double* velocity, const double* rate,
                    double* node_velocities);
  /// Returns the forces on the nodes that would give them these velocities if the body were alone. This is the inverse
  /// of the mobility of a single body. For a slip, the forces have no resultant load.
  void (*answer)(const BodyKind&, double viscosity, const double* n, const double* node_velocities, double* forces);
  /// Rotates the forces on the nodes with the body, from one director to another.
  void (*turn)(const BodyKind&, const double* from, const double* to, double* forces);
};

/// A model of a rigid body by nodes. Nodes are finite point sources that bear forces and move with the fluid. A model
/// is a row of the table. n: director, ignored if the model has none. Vectors have three components, node after node.
///
/// expand and project are transposes of each other. With forces g that a solve finds, expand(F, T; g) . v = (F, T x n)
/// . project(v) + g . slip(v), where slip(v) is v minus the rigid motion project(v). The mobility (F, T x n) -> (U,
/// dn/dt) is therefore symmetric for all bodies.
struct RigidBodyModel {
  std::string_view name;
  void (*place)(const BodyKind&, const double* centre, const double* n, double* nodes);
  /// Computes forces on the nodes that have the given load as resultant. Unknown forces: on entry they may be any
  /// forces; on return they are the nearest forces with this resultant. The viscosity only sets the scale of the norm
  /// and cancels up to rounding.
  void (*expand)(const BodyKind&, double viscosity, const double* n, const double* force, const double* torque,
                 double* node_forces);
  /// Adds the motion of the body to velocity and to rate = dn/dt.
  void (*project)(const BodyKind&, const double* n, const double* node_velocities, double* velocity, double* rate);
  /// Computes the motion under the body's own load that the nodes do not describe. The output is overwritten.
  void (*self)(const BodyKind&, double viscosity, const double* n, const double* force, const double* torque,
               double* velocity, double* rate);
  const UnknownForces* unknown = nullptr;
};

/// Returns the model of a kind of body.
const RigidBodyModel& model_of(const BodyKind& kind);

/// Computes g = T x n, the load that turns a rod with the direction n, from the torque T.
inline void turning_load(const double* torque, const double* n, double* g) {
  g[0] = torque[1] * n[2] - torque[2] * n[1];
  g[1] = torque[2] * n[0] - torque[0] * n[2];
  g[2] = torque[0] * n[1] - torque[1] * n[0];
}

/// Removes the component of v along n.
inline void remove_along(const double* n, double* v) {
  const double s = n[0] * v[0] + n[1] * v[1] + n[2] * v[2];
  for (int c = 0; c < 3; ++c) v[c] -= s * n[c];
}

}  // namespace slurry
