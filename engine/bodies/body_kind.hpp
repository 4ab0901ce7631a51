// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "bodies/rod_chain.hpp"
#include "bodies/rod_line.hpp"

namespace slurry {

/// Properties of a body that the hydrodynamics needs: finite point sources along its director, and its own mobility in
/// free space.
struct BodyKind {
  /// Selects the row of the body models (body_model.hpp) for this kind.
  enum class Shape {
    sphere,    ///< one source, Rotne-Prager
    point,     ///< one source without size; alone, it moves like the sphere for which it stands
    rod_line,  ///< RodLine: the forces on the sources follow from the load
    rod_chain  ///< RodChain: the forces on the sources are unknowns of a solve
  };
  Shape shape = Shape::sphere;
  double radius = 1;  ///< radius of a sphere, or of the sphere for which a point stands; for a rod, its largest half
                      ///< thickness b [length]
  double half_length = 0;          ///< half length of a rod [length]
  std::vector<double> offsets{0};  ///< positions of the sources along the director [length]
  std::vector<double> sizes{1};    ///< radii a of the sources in (1 + a^2/6 Lap) [length]
  std::vector<double> weights;     ///< line: weights from force to sources and from sources to velocity; their sum is 1
  std::vector<double> turn_weights;  ///< line: weights from T x n to sources and from sources to dn/dt [1/length]
  double turning_aspect = 1;         ///< r_e in dn/dt = W n + B (I - nn) E n with B = (r_e^2 - 1)/(r_e^2 + 1)
  ChainFriction friction;            ///< friction of a chain
  double along = 0, across = 0;      ///< mobility in free space, times 8 pi eta [1/length]
  double turn = 0;                   ///< mobility of dn/dt from T x n, times 8 pi eta [1/length^3]
  /// line: motion that the sources give themselves, in the same units
  double own_along = 0, own_across = 0, own_turn = 0;

  bool is_rod() const { return shape == Shape::rod_line || shape == Shape::rod_chain; }
  std::size_t points() const { return offsets.size(); }

  /// A sphere with radius > 0. Throws InputError.
  static BodyKind of_sphere(double radius);
  static BodyKind of_point(double radius);
  static BodyKind of(const RodLine& rod);
  static BodyKind of(const RodChain& rod);
};

}  // namespace slurry
