// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "bodies/body_kind.hpp"

// One rigid chain of spheres (theory/rods.md (D4)), a row of body_model.  With the forces f of the blobs, their
// velocities w (everything that moves them), the motion V = (U, dn/dt) and K V = U + s_i dn/dt,
//   w = K V,   K^T f = (F, T x n);
// a spin about the director moves no blob.  What the chain does to itself (M_b) is inverted in its own frame, where the
// directions along and across separate.
namespace slurry::chain_model {

/// f += what brings K^T f to the load with the least change in the norm of M_b.
void expand(const BodyKind& b, double viscosity, const double* n, const double* force, const double* torque, double* f);

/// The motion nearest to velocities v of the blobs, (K^T M_b^-1 K)^-1 K^T M_b^-1 v, is added.
void project(const BodyKind& b, const double* n, const double* v, double* velocity, double* rate);

/// v += factor K V.
void add_rigid(const BodyKind& b, double factor, const double* velocity, const double* rate, double* v);

/// f = M_b^-1 v.
void answer(const BodyKind& b, double viscosity, const double* n, const double* v, double* f);

/// f turned by the shortest way from one director to another; by large angles it stays.
void turn(const BodyKind& b, const double* from, const double* to, double* f);

}  // namespace slurry::chain_model
