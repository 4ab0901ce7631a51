// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/ewald_split.hpp"

namespace slurry {

/// Hasimoto's split (J. Fluid Mech. 5 (1959) 317; theory/splits.md (S9)): gamma = (1 + tau) exp(-tau) with tau = k^2/(4
/// xi^2), and beta_1 = erf(xi r)/r. Its near field decays like exp(-xi^2 r^2) and is cut at r_c.
class HasimotoSplit final : public EwaldSplit {
 public:
  /// Makes a split. xi_rc: split parameter times the cutoff. m: degree in r^2 of the polynomials that approximate
  /// beta_1.
  explicit HasimotoSplit(double xi_rc, int m = 0);

  /// Degree at which the error of the polynomials is below a sixth of the error from the cut at r_c.
  static int natural_degree(double xi_rc);

  double gamma_exact(double t) const override;
  double tail_integral(double from, int power, double p = 0) const override;
  double energy() const override;
  /// Squared rms errors of leaving out the near field beyond r_c, from theory/splits.md (S12).
  NearTruncation near_truncation() const override;
};

}  // namespace slurry
