// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "base/chebyshev.hpp"

namespace slurry {

/// Splits the Stokes kernels into an exactly compact near part and a smooth far part (ewald-recipe.md section 1):
/// three even prolates of bandwidth c, truncated at Legendre degree 2 m, with mass 1, second moment 0 and eta(1) = 0.
/// Everything is computed on the host in extended precision and rounded once.
class ProlateSplit {
 public:
  /// c: bandwidth; m: degree in r^2 of the near-field polynomials, any m >= 2 gives an exact split.
  explicit ProlateSplit(double c, int m = 0);

  /// ceil(0.67 c) + 1, which loses nothing (recipe, section 1).
  static int natural_degree(double c);

  double shape() const { return c_; }
  int degree() const { return m_; }

  /// gamma(t), t = k r_c: the Fourier factor of the far part; from a table up to table_end(), exact beyond.
  double gamma(double t) const { return t < table_end_ ? table_(t) : gamma_exact(t); }
  double gamma_exact(double t) const;
  double table_end() const { return table_end_; }

  /// eta(0) in units of 1/r_c: the self value of the far Stokeslet is 8 eta(0)/(3 r_c).
  double eta_at_zero() const;

  /// int_from^inf gamma^2 t^power (1 - p t^2)^2 dt  (recipe, section 6; p = a^2/(3 r_c^2) for Rotne-Prager).
  double tail_integral(double from, int power, double p = 0) const;
  /// int_0^inf gamma^2 dt.
  double energy() const;

  /// Far part of the pair tensor (1 + g Lap) G as X I + Y r r^T, on 0 <= r <= r_c:  polynomials in
  /// v = 2 (r/r_c)^2 - 1, degree m (X) and m - 1 (Y), coefficients of v^0, v^1, ...  [1/length], [1/length^3].
  struct FarPair {
    std::vector<double> x, y;
  };
  FarPair far_pair(double cutoff_radius, double g) const;

  /// beta_i of the far part, i = 1..4, as a polynomial in v of degree m + 1 - i  [1/length^(2i-1)].
  std::vector<double> beta(int i, double cutoff_radius) const;

 private:
  double c_;
  int m_;
  std::vector<long double> legendre_;           // e_l, coefficient of P_2l
  std::vector<std::vector<long double>> beta_;  // Chebyshev series in v of beta_1..beta_4, r_c = 1
  PiecewiseChebyshev table_;
  double table_end_ = 0;
  long double eta(long double x) const;
};

/// Coefficients of P_0, P_2, P_4, ... of the lowest `count` even prolates of bandwidth c, one vector each
/// (prolate-split.md section 5).
std::vector<std::vector<long double>> even_prolates(double c, int count);

}  // namespace slurry
