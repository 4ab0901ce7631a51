// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <vector>

#include "base/chebyshev.hpp"
#include "slurry/report.hpp"

namespace slurry {

/// Splits r, the function from which all kernels are derived, into a smooth far part and a near part. The far part has
/// the Fourier factor gamma. The near part is zero, or nearly zero, beyond r_c. Lengths are in units of r_c, and t = k
/// r_c. The derivatives of the far part, beta_i = ((1/r) d/dr)^i, are functions of r^2. Both parts use them as
/// polynomials in v = 2 (r/r_c)^2 - 1, so that every split has the same code for the near field (theory/splits.md).
class EwaldSplit {
 public:
  virtual ~EwaldSplit() = default;

  /// Shape parameter of the split: the bandwidth c (prolate) or xi r_c (Hasimoto).
  double shape() const { return shape_; }
  /// Degree m of beta_1 as a polynomial in v. beta_i has the degree m + 1 - i.
  int degree() const { return m_; }

  /// Fourier factor of the far part. Small t are looked up in a table; beyond its end the factor is computed.
  double gamma(double t) const { return t < table_end_ ? table_(t) : gamma_exact(t); }
  virtual double gamma_exact(double t) const = 0;

  /// Integral of a tail: int_from^inf gamma^2 t^power (1 - p t^2)^2 dt (theory/splits.md (S8)). For Rotne-Prager p =
  /// a^2/(3 r_c^2).
  virtual double tail_integral(double from, int power, double p = 0) const = 0;
  /// The integral int_0^inf gamma^2 dt.
  virtual double energy() const = 0;

  /// Squares of the rms errors from leaving out the near field beyond r_c. Multiply them by Q_S r_c/V for the single
  /// layer, and by kappa/(V r_c) for the double layer (names of ErrorEstimate).
  struct NearTruncation {
    double single = 0, dipole = 0;
  };
  virtual NearTruncation near_truncation() const { return {}; }

  /// Far part of the pair tensor (1 + g Lap) G as X I + Y r r^T on 0 <= r <= r_c. X [1/length] and Y [1/length^3] are
  /// polynomials in v = 2 (r/r_c)^2 - 1 of degree m and m - 1, with coefficients of v^0, v^1, ...
  struct FarPair {
    std::vector<double> x, y;
  };
  FarPair far_pair(double cutoff_radius, double g) const;

  /// Coefficients of beta_i of the far part for i = 1..4, as a polynomial in v of degree m + 1 - i [1/length^(2i-1)].
  std::vector<double> beta(int i, double cutoff_radius) const;

 protected:
  EwaldSplit(double shape, int degree) : shape_(shape), m_(degree) {}
  /// Takes the Chebyshev series in v of beta_1..beta_4 and cuts them to their degrees.
  void set_betas(std::vector<std::vector<long double>> series);
  /// Tabulates gamma_exact on [0, end].
  void make_table(double end);

  double shape_;
  int m_;
  double table_end_ = 0;

 private:
  std::vector<std::vector<long double>> beta_;  // Chebyshev series in v of beta_1..beta_4, r_c = 1
  PiecewiseChebyshev table_;
};

/// Makes the split that the parameters name.
std::unique_ptr<const EwaldSplit> make_split(const EwaldParameters& parameters);

/// Distance beyond which the far part equals the plain kernel within the tolerance [length]. Margins of free directions
/// are derived from it. For the prolate split it is r_c, because the far part is exact there. For Hasimoto's split it
/// is t/xi with t^2 = ln((xi R)^3/eps) (theory/splits.md).
double far_reach(const EwaldParameters& parameters);

/// Bandwidth of the prolate split for the same tolerance. It sets the width of smooth cut-offs.
double equivalent_bandwidth(const EwaldParameters& parameters);

}  // namespace slurry
