// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "bodies/spheroid.hpp"

namespace slurry {

/// The exact body whose resistances the spheres of a chain reproduce.
enum class ChainTarget { spheroid, cylinder };

/// A rod as a straight rigid chain of equal Rotne-Prager spheres (theory/rods.md (D4)).
struct RodChain {
  double half_length = 1;       ///< l [length]
  double aspect = 10;           ///< p: length over thickness
  double blob_radius = 0.1;     ///< beta b [length]
  std::vector<double> offsets;  ///< positions of the spheres along the director, from -kappa l to kappa l [length]
  double turning_aspect = 10;   ///< r_e: in shear the rod turns like a spheroid of this aspect ratio

  double thickness() const { return half_length / aspect; }
};

/// Inverse mobility matrices of a chain's spheres along and across the axis, and the friction of the whole chain. The
/// two directions do not couple, so these matrices hold for any director.
struct ChainFriction {
  std::vector<double> along, across;  ///< (nb, nb), row-major: velocities (times 8 pi eta) -> forces [length]
  double translation_along = 0;       ///< 1^T A 1: F = 8 pi eta (.) U
  double translation_across = 0;      ///< 1^T B 1
  double rotation = 0;                ///< s^T B s: T = 8 pi eta (.) omega

  /// Resistance in the units of SpheroidResistance. xc is 0, because a line of spheres without torques turns freely
  /// about itself.
  SpheroidResistance resistance(double half_length) const;
};

/// Throws Error if the mobility matrix of the spheres is not positive definite. This does not happen for real chains.
ChainFriction chain_friction(const RodChain& chain);

/// Makes the chain of `blobs` spheres with outermost centres at +-kappa l and radii beta b. Throws InputError.
RodChain make_rod_chain(double half_length, double aspect, int blobs, double kappa, double beta);

/// Makes a chain whose resistances fit the target. blobs = 0: the number of spheres is the rounded aspect ratio. kappa
/// and beta minimise the sum of the squared relative deviations of three resistances (along, across, turning) from
/// those of the target. Throws InputError as make_rod_line does, and for fewer than 2 spheres.
RodChain fit_rod_chain(double half_length, double aspect, ChainTarget target, int blobs = 0);

}  // namespace slurry
