// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/prolate_split.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/dense_solves.hpp"
#include "base/quadrature.hpp"

namespace slurry {
namespace {

long double even_legendre_sum(const std::vector<long double>& e, long double x) {
  long double p0 = 1, p1 = x, sum = e.empty() ? 0 : e[0];
  for (std::size_t l = 1; l < e.size(); ++l) {
    for (int half = 0; half < 2; ++half) {
      const long double k = 2.0L * l - 1 + half;  // next degree is k + half-step
      const long double n = k;                    // p1 has degree n
      const long double p2 = ((2 * n + 1) * x * p1 - n * p0) / (n + 1);
      p0 = p1;
      p1 = p2;
      if (half == 0) sum += e[l] * p1;
    }
  }
  return sum;
}

}  // namespace

std::vector<std::vector<long double>> even_prolates(double c, int count) {
  const int n = static_cast<int>(c / 2) + 30;
  std::vector<long double> diagonal(n), off(n - 1);
  const long double c2 = static_cast<long double>(c) * c;
  for (int i = 0; i < n; ++i) {
    const long double k = 2.0L * i;
    diagonal[i] = k * (k + 1) + (2 * k * (k + 1) - 1) / ((2 * k + 3) * (2 * k - 1)) * c2;
    if (i + 1 < n) off[i] = (k + 2) * (k + 1) / ((2 * k + 3) * std::sqrt((2 * k + 1) * (2 * k + 5))) * c2;
  }
  std::vector<std::vector<long double>> out = tridiagonal_eigenvectors(diagonal, off);
  out.resize(count);
  for (int j = 0; j < count; ++j)
    for (int i = 0; i < n; ++i) out[j][i] *= std::sqrt(2.0L * i + 0.5L);
  return out;
}

int ProlateSplit::natural_degree(double c) {
  return static_cast<int>(std::ceil(0.67 * c)) + 1;
}

ProlateSplit::ProlateSplit(double c, int m) : EwaldSplit(c, m > 0 ? m : natural_degree(c)) {
  const auto psi = even_prolates(c, 3);
  std::array<std::array<long double, 3>, 3> conditions{};
  const int terms = std::min<int>(m_ + 1, static_cast<int>(psi[0].size()));
  for (int j = 0; j < 3; ++j) {
    conditions[0][j] = psi[j][0];
    conditions[1][j] = psi[j][1];
    for (int l = 0; l < terms; ++l) conditions[2][j] += psi[j][l];
  }
  const std::array<long double, 3> a = solve_3x3(conditions, {0.5L, -1.25L, 0.0L});
  legendre_.assign(terms, 0.0L);
  for (int l = 0; l < terms; ++l)
    for (int j = 0; j < 3; ++j) legendre_[l] += a[j] * psi[j][l];
  legendre_[0] = 0.5L;
  legendre_[1] = -1.25L;

  // beta_1(r) = 2 int_0^1 eta(r u) (1 - u^2) du is a polynomial of degree m in v; the rule is exact
  const auto rule = gauss_legendre<long double>(m_ + 4);
  std::vector<std::vector<long double>> beta(1);
  beta[0] = chebyshev_fit<long double>(
      [&](long double v) {
        const long double r = std::sqrt(std::max(0.0L, (v + 1) / 2));
        long double sum = 0;
        for (std::size_t i = 0; i < rule.nodes.size(); ++i) {
          const long double u = (rule.nodes[i] + 1) / 2;
          sum += rule.weights[i] / 2 * eta(r * u) * (1 - u * u);
        }
        return 2 * sum;
      },
      m_);
  for (int i = 1; i < 4; ++i) {  // beta_{i+1} = 2 d beta_i/ds, s = (v + 1)/2
    auto d = chebyshev_derivative(beta.back());
    for (auto& x : d) x *= 4;
    beta.push_back(d);
  }
  set_betas(std::move(beta));
  make_table(2.2 * c + 10);
}

long double ProlateSplit::eta(long double x) const {
  return even_legendre_sum(legendre_, x);
}
double ProlateSplit::eta_at_zero() const {
  return static_cast<double>(eta(0));
}

double ProlateSplit::gamma_exact(double t) const {
  // in steps of 32, so that few rules serve all t: they cost more than the sums
  const int n = (2 * (40 + static_cast<int>(t / 4) + m_) + 31) / 32 * 32;
  // even integrand: the positive half of an even rule; eta at these nodes is shared by neighbouring t
  thread_local int cached_n = 0;
  thread_local const ProlateSplit* cached_for = nullptr;
  thread_local std::vector<double> nodes, values;
  thread_local double cached_c = 0;
  thread_local int cached_m = 0;
  if (cached_n != n || cached_for != this || cached_c != shape_ || cached_m != m_) {
    const auto rule = gauss_legendre<long double>(n);
    nodes.clear();
    values.clear();
    for (int i = 0; i < n; ++i) {
      if (rule.nodes[i] <= 0) continue;
      nodes.push_back(static_cast<double>(rule.nodes[i]));
      values.push_back(static_cast<double>(2 * rule.weights[i] * eta(rule.nodes[i])));
    }
    cached_n = n;
    cached_for = this;
    cached_c = shape_;
    cached_m = m_;
  }
  double sum = 0;
  for (std::size_t i = 0; i < nodes.size(); ++i) sum += values[i] * std::cos(t * nodes[i]);
  return sum;
}

double ProlateSplit::tail_integral(double from, int power, double p) const {
  const int n = 5000;
  const double length = 250, dt = length / n;
  std::vector<double> v(n + 1);
  for (int i = 0; i <= n; ++i) {
    const double t = from + i * dt, g = gamma(t), factor = 1 - p * t * t;
    v[i] = g * g * std::pow(t, power) * factor * factor;
  }
  double sum = 0, mean = 0;
  for (int i = 0; i < n; ++i) sum += (v[i] + v[i + 1]) / 2 * dt;
  for (int i = n - 1255; i <= n; ++i) mean += v[i] / 1256;
  const double decay = 4 - power - (p != 0 ? 4 : 0) - 1.0;  // gamma^2 ~ t^-4: the remainder of a power law
  if (decay > 0) sum += mean * (from + length - 31) / decay;
  return sum;
}

double ProlateSplit::energy() const {
  const int n = 4000;
  const double end = table_end_, dt = end / n;
  double sum = 0;
  for (int i = 0; i <= n; ++i) {
    const double g = gamma(std::min(i * dt, end * (1 - 1e-15)));
    sum += (i == 0 || i == n ? 0.5 : 1.0) * g * g * dt;
  }
  return sum;
}

}  // namespace slurry
