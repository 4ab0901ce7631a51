// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "bodies/spheroid.hpp"

namespace slurry {

/// The body to whose resistances the blobs of a chain are fitted.
enum class ChainTarget { spheroid, cylinder };

/// A rod as a straight rigid chain of equal spheres of Rotne and Prager (theory/rods.md (D4)).
struct RodChain {
  double half_length = 1;       ///< l [length]
  double aspect = 10;           ///< p: l over the thickness b
  double blob_radius = 0.1;     ///< beta b [length]
  std::vector<double> offsets;  ///< places of the blobs along the director, from -kappa l to kappa l [length]
  double turning_aspect = 10;   ///< r_e: in shear the rod turns like a spheroid of this aspect ratio

  double thickness() const { return half_length / aspect; }
};

/// Inverse mobilities of a chain's blobs along and across it, and what follows for the whole chain.  The two directions
/// do not couple, so these matrices are all there is, whatever the director.
struct ChainFriction {
  std::vector<double> along, across;  ///< (nb, nb), row-major: velocities (times 8 pi eta) -> forces [length]
  double translation_along = 0;       ///< 1^T A 1: F = 8 pi eta (.) U
  double translation_across = 0;      ///< 1^T B 1
  double rotation = 0;                ///< s^T B s: T = 8 pi eta (.) omega

  /// Resistance in the units of SpheroidResistance. xc is 0, because a line of spheres without torques turns freely
  /// about itself.
  SpheroidResistance resistance(double half_length) const;
};

/// Throws Error when the mobility of the blobs is not positive definite (never for a real chain).
ChainFriction chain_friction(const RodChain& chain);

/// The chain of `blobs` spheres with these proportions: outermost centres at +-kappa l, radii beta b.  Throws
/// InputError.
RodChain make_rod_chain(double half_length, double aspect, int blobs, double kappa, double beta);

/// blobs = 0: as many as the aspect ratio, rounded.  kappa and beta are fitted: the sum of the squares of the relative
/// deviations of the three resistances (along, across, turning) from the target's is smallest.  Throws InputError as
/// make_rod_line, and for fewer than 2 blobs.
RodChain fit_rod_chain(double half_length, double aspect, ChainTarget target, int blobs = 0);

}  // namespace slurry
