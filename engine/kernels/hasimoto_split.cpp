// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/hasimoto_split.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/quadrature.hpp"

namespace slurry {

int HasimotoSplit::natural_degree(double xi_rc) {
  // Chebyshev coefficients of exp(-z (1 + v)), z = (xi r_c)^2/2, fall below exp(-2 z) at k = 2.24 z
  return static_cast<int>(std::ceil(1.12 * xi_rc * xi_rc)) + 3;
}

HasimotoSplit::HasimotoSplit(double xi_rc, int m) : EwaldSplit(xi_rc, m > 0 ? m : natural_degree(xi_rc)) {
  // beta_{1+j} = (2 xi/sqrt(pi)) (-2 xi^2)^j int_0^1 u^2j exp(-xi^2 r^2 u^2) du: each by itself, since differentiating
  // a series loses digits
  const long double xi = xi_rc;
  const auto rule = gauss_legendre<long double>(48);
  std::vector<std::vector<long double>> beta;
  long double factor = xi * 2 * std::numbers::inv_sqrtpi_v<long double>;
  for (int j = 0; j < 4; ++j, factor *= -2 * xi * xi)
    beta.push_back(chebyshev_fit<long double>(
        [&](long double v) {
          long double sum = 0;
          for (std::size_t i = 0; i < rule.nodes.size(); ++i) {
            const long double u = (rule.nodes[i] + 1) / 2, u2 = u * u;
            sum += rule.weights[i] / 2 * std::pow(u2, j) * std::exp(-xi * xi * u2 * (v + 1) / 2);
          }
          return factor * sum;
        },
        std::max(m_, natural_degree(xi_rc)) + 6));
  set_betas(std::move(beta));
  make_table(2 * xi_rc * 6.7);  // gamma = 1e-18 there
}

double HasimotoSplit::gamma_exact(double t) const {
  const double tau = t * t / (4 * shape_ * shape_);
  return (1 + tau) * std::exp(-tau);
}

double HasimotoSplit::tail_integral(double from, int power, double p) const {
  // gamma^2 falls by exp(-40) on the way
  const double end = std::sqrt(from * from + 80 * shape_ * shape_);
  const auto rule = gauss_legendre<double>(120);
  double sum = 0;
  for (std::size_t i = 0; i < rule.nodes.size(); ++i) {
    const double t = from + (end - from) * (rule.nodes[i] + 1) / 2, g = gamma_exact(t), factor = 1 - p * t * t;
    sum += rule.weights[i] * (end - from) / 2 * g * g * std::pow(t, power) * factor * factor;
  }
  return sum;
}

double HasimotoSplit::energy() const {
  // int_0^inf (1 + y^2)^2 exp(-2 y^2) dy = 27/32 sqrt(pi/2), y = t/(2 xi)
  return 2 * shape_ * 27.0 / 32 * std::sqrt(std::numbers::pi / 2);
}

EwaldSplit::NearTruncation HasimotoSplit::near_truncation() const {
  const double s2 = shape_ * shape_, decay = std::exp(-2 * s2);
  return {8.0 / 3 * decay, 16 * s2 * s2 * decay};
}

}  // namespace slurry
