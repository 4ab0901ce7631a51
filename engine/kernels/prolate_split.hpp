// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "kernels/ewald_split.hpp"

namespace slurry {

/// Splits the Stokes kernels into an exactly compact near part and a smooth far part (theory/splits.md (S5), (S6)):
/// three even prolates of bandwidth c, truncated at Legendre degree 2 m, with mass 1, second moment 0 and eta(1) = 0.
/// Everything is computed on the host in extended precision and rounded once.
class ProlateSplit final : public EwaldSplit {
 public:
  /// Makes a split. c: bandwidth. m: degree in r^2 of the near-field polynomials; any m >= 2 gives an exact split.
  explicit ProlateSplit(double c, int m = 0);

  /// The degree ceil(0.67 c) + 1. It costs no accuracy (theory/splits.md).
  static int natural_degree(double c);

  double gamma_exact(double t) const override;

  /// The value eta(0) in units of 1/r_c. The self value of the far Stokeslet is 8 eta(0)/(3 r_c).
  double eta_at_zero() const;

  double tail_integral(double from, int power, double p = 0) const override;
  double energy() const override;

 private:
  std::vector<long double> legendre_;  // e_l, coefficient of P_2l
  long double eta(long double x) const;
};

/// Legendre coefficients (P_0, P_2, P_4, ...) of the lowest `count` even prolates of bandwidth c, one vector for each
/// prolate (theory/splits.md (S7)).
std::vector<std::vector<long double>> even_prolates(double c, int count);

}  // namespace slurry
