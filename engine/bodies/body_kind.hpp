// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "bodies/rod_chain.hpp"
#include "bodies/rod_line.hpp"

namespace slurry {

/// Properties of a body that hydrodynamics must know: finite point sources along its director, and its own mobility in
/// free space.
struct BodyKind {
  /// Row of the body models (body_model.hpp) for this kind.
  enum class Shape {
    sphere,    ///< one source, Rotne-Prager
    point,     ///< one source without a size, that moves by itself as its sphere would alone
    rod_line,  ///< RodLine: forces on the sources follow from the load
    rod_chain  ///< RodChain: forces on the sources are unknowns
  };
  Shape shape = Shape::sphere;
  double radius = 1;  ///< radius of a sphere, or of the sphere for which a point stands; for a rod, its largest half
                      ///< thickness b [length]
  double half_length = 0;            ///< half length of a rod [length]
  std::vector<double> offsets{0};    ///< places of the sources along the director [length]
  std::vector<double> sizes{1};      ///< radii a of the sources, (1 + a^2/6 Lap) [length]
  std::vector<double> weights;       ///< line: force -> sources, sources -> velocity; sum 1
  std::vector<double> turn_weights;  ///< line: T x n -> sources, sources -> dn/dt [1/length]
  double turning_aspect = 1;         ///< r_e in dn/dt = W n + B (I - nn) E n, B = (r_e^2 - 1)/(r_e^2 + 1)
  ChainFriction friction;            ///< chain
  double along = 0, across = 0;      ///< mobility in free space, times 8 pi eta [1/length]
  double turn = 0;                   ///< mobility of dn/dt from T x n, times 8 pi eta [1/length^3]
  double own_along = 0, own_across = 0, own_turn = 0;  ///< line: what its sources do to themselves, same units

  bool is_rod() const { return shape == Shape::rod_line || shape == Shape::rod_chain; }
  std::size_t points() const { return offsets.size(); }

  /// radius > 0.  Throws InputError.
  static BodyKind of_sphere(double radius);
  static BodyKind of_point(double radius);
  static BodyKind of(const RodLine& rod);
  static BodyKind of(const RodChain& rod);
};

}  // namespace slurry
