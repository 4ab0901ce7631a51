// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>
#include <vector>

#include "bodies/body_kind.hpp"

namespace slurry {

/// Functions of a model whose nodes bear forces that no load gives.  A solve finds these forces: with them the nodes
/// move as one rigid body.
struct UnknownForces {
  /// node_velocities += factor K (U, dn/dt): what a rigid motion gives the nodes.
  void (*add_rigid)(const BodyKind&, double factor, const double* velocity, const double* rate,
                    double* node_velocities);
  /// Forces on the nodes that would give them these velocities if the body were alone: the inverse of what one body
  /// does to itself.  Of a slip they bear no load.
  void (*answer)(const BodyKind&, double viscosity, const double* n, const double* node_velocities, double* forces);
  /// Turns forces on the nodes with the body, from one director to another.
  void (*turn)(const BodyKind&, const double* from, const double* to, double* forces);
};

/// A way to stand for a rigid body by nodes, finite point sources that bear forces and move with the fluid: a row of
/// the table.  n: director, not looked at where the model has none; vectors have three components, node after node.
///
/// expand and project are each other's transpose: with forces g that a solve finds, expand(F, T; g) . v is
/// (F, T x n) . project(v) + g . slip(v), where slip(v) is v less the rigid motion project(v).  That keeps the mobility
/// symmetric, (F, T x n) -> (U, dn/dt), whatever bodies there are.
struct RigidBodyModel {
  std::string_view name;
  void (*place)(const BodyKind&, const double* centre, const double* n, double* nodes);
  /// Forces on the nodes that bear the load.  Unknown forces: on entry any forces, on return the nearest to them that
  /// bear it (the viscosity is that scale's alone and cancels but for rounding).
  void (*expand)(const BodyKind&, double viscosity, const double* n, const double* force, const double* torque,
                 double* node_forces);
  /// Motion of the body is added to velocity and to rate = dn/dt.
  void (*project)(const BodyKind&, const double* n, const double* node_velocities, double* velocity, double* rate);
  /// Motion under its load that the nodes do not give; overwrites.
  void (*self)(const BodyKind&, double viscosity, const double* n, const double* force, const double* torque,
               double* velocity, double* rate);
  const UnknownForces* unknown = nullptr;
};

/// The row of a kind.
const RigidBodyModel& model_of(const BodyKind& kind);

/// Computes g = T x n, the load that turns a rod with the direction n, from the torque T.
inline void turning_load(const double* torque, const double* n, double* g) {
  g[0] = torque[1] * n[2] - torque[2] * n[1];
  g[1] = torque[2] * n[0] - torque[0] * n[2];
  g[2] = torque[0] * n[1] - torque[1] * n[0];
}

/// v without its part along n.
inline void remove_along(const double* n, double* v) {
  const double s = n[0] * v[0] + n[1] * v[1] + n[2] * v[2];
  for (int c = 0; c < 3; ++c) v[c] -= s * n[c];
}

}  // namespace slurry
