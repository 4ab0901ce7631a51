// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "bodies/body_kind.hpp"

// One rigid chain of spheres (theory/rods.md (D4)), a row of body_model. Notation: forces f of the spheres, their
// velocities w from all causes, the motion V = (U, dn/dt), and K V = U + s_i dn/dt. The equations are w = K V and K^T f
// = (F, T x n). A spin about the director moves no sphere. The mobility M_b of the single chain is inverted in the body
// frame, where the directions along and across the axis decouple.
namespace slurry::chain_model {

/// Changes f so that K^T f equals the load (F, T x n). Of all such changes df it takes the one with the least df^T M_b
/// df.
void expand(const BodyKind& b, double viscosity, const double* n, const double* force, const double* torque, double* f);

/// Adds the motion nearest to velocities v of the spheres: (K^T M_b^-1 K)^-1 K^T M_b^-1 v.
void project(const BodyKind& b, const double* n, const double* v, double* velocity, double* rate);

/// Adds factor K V to v.
void add_rigid(const BodyKind& b, double factor, const double* velocity, const double* rate, double* v);

/// Computes f = M_b^-1 v.
void answer(const BodyKind& b, double viscosity, const double* n, const double* v, double* f);

/// Rotates f by the shortest rotation from one director to another. For large angles f is left unchanged.
void turn(const BodyKind& b, const double* from, const double* to, double* f);

}  // namespace slurry::chain_model
