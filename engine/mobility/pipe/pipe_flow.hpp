// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <numbers>

#include "geometry/pipe.hpp"
#include "mobility/point_mobility.hpp"
#include "slurry/options.hpp"

// Mean flow through a pipe in closed form (theory/pipe-wall.md (P5)-(P7)).
namespace slurry::pipe_flow {

/// Flux that is driven by a force f_x on a sphere of radius a (0: a point) at distance r from the axis, if the mean
/// pressure gradient is zero. The result is exact, by the reciprocal theorem.
inline double flux_of_force(const Pipe& pipe, double viscosity, double f_x, double r2, double a) {
  return f_x * (pipe.radius * pipe.radius - r2 - 2 * a * a / 3) / (4 * viscosity * pipe.length);
}

/// Poiseuille velocity of unit flux, averaged over a sphere of radius a with Faxen's term.
inline double unit_flux_velocity(const Pipe& pipe, double r2, double a) {
  const double r_squared = pipe.radius * pipe.radius;
  return 2 / (std::numbers::pi * r_squared * r_squared) * (r_squared - r2 - 2 * a * a / 3);
}

/// Axial force on the wall over one period, for Poiseuille flow with the given flux. It is 2 pi R L eta times the shear
/// rate at the wall.
inline double drag_of_flux(const Pipe& pipe, double viscosity, double flux) {
  return 8 * viscosity * pipe.length * flux / (pipe.radius * pipe.radius);
}

/// Flux and mean pressure gradient. zero_gradient_flux: sum of flux_of_force over the bodies.
inline MeanFlow mean_flow(const Pipe& pipe, double viscosity, const NetFlow& asked, double zero_gradient_flux) {
  const double r4 = pipe.radius * pipe.radius * pipe.radius * pipe.radius;
  const double resistance = 8 * viscosity / (std::numbers::pi * r4);  // -(dp/dx) per unit flux
  switch (asked.kind) {
    case NetFlowKind::zero_gradient:
      return {zero_gradient_flux, 0};
    case NetFlowKind::gradient:
      return {zero_gradient_flux - asked.value / resistance, asked.value};
    case NetFlowKind::flux:
      return {asked.value, resistance * (zero_gradient_flux - asked.value)};
    case NetFlowKind::zero_flux:
      break;
  }
  return {0, resistance * zero_gradient_flux};
}

}  // namespace slurry::pipe_flow
