// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/ewald_split.hpp"

#include <algorithm>
#include <cmath>

#include "kernels/hasimoto_split.hpp"
#include "kernels/prolate_split.hpp"

namespace slurry {

void EwaldSplit::set_betas(std::vector<std::vector<long double>> series) {
  beta_ = std::move(series);
  for (int i = 0; i < 4; ++i) beta_[i].resize(m_ + 1 - i, 0.0L);
}

void EwaldSplit::make_table(double end) {
  table_end_ = end;
  table_ = PiecewiseChebyshev([&](double t) { return gamma_exact(t); }, end, static_cast<int>(end) + 1);
}

EwaldSplit::FarPair EwaldSplit::far_pair(double rc, double g) const {
  const auto scaled = [](std::vector<long double> a, long double f) {
    for (auto& x : a) x *= f;
    return a;
  };
  const auto plus = [](std::vector<long double> a, const std::vector<long double>& b) {
    if (a.size() < b.size()) a.resize(b.size(), 0.0L);
    for (std::size_t i = 0; i < b.size(); ++i) a[i] += b[i];
    return a;
  };
  const auto times_s = [&](const std::vector<long double>& a) {  // s = (v + 1)/2
    return scaled(plus(chebyshev_times_v(a), a), 0.5L);
  };
  const auto &b1 = beta_[0], &b2 = beta_[1], &b3 = beta_[2], &b4 = beta_[3];
  const auto c1 = plus(scaled(b2, 5), times_s(b3)), c2 = plus(scaled(b3, 7), times_s(b4));
  const long double r = rc, r3 = r * r * r, r5 = r3 * r * r;
  auto x = scaled(plus(scaled(b1, 2), times_s(b2)), 1 / r);
  x = plus(x, scaled(plus(scaled(c1, 2), times_s(c2)), g / r3));
  auto y = plus(scaled(b2, -1 / r3), scaled(c2, -g / r5));
  const auto round = [](const std::vector<long double>& a, std::size_t n) {
    auto m = chebyshev_to_monomial(a);
    m.resize(n, 0.0L);
    return std::vector<double>(m.begin(), m.end());
  };
  return {round(x, m_ + 1), round(y, m_)};
}

std::vector<double> EwaldSplit::beta(int i, double rc) const {
  auto series = beta_[i - 1];
  for (auto& x : series) x *= std::pow(static_cast<long double>(rc), -(2 * i - 1));
  const auto m = chebyshev_to_monomial(series);
  return {m.begin(), m.end()};
}

std::unique_ptr<const EwaldSplit> make_split(const EwaldParameters& p) {
  if (p.split == Split::hasimoto) return std::make_unique<HasimotoSplit>(p.shape, p.near_degree);
  return std::make_unique<ProlateSplit>(p.shape, p.near_degree);
}

double far_reach(const EwaldParameters& p) {
  if (p.split == Split::prolate) return p.cutoff_radius;
  const double xi = p.shape / p.cutoff_radius;
  double diagonal = 0;
  for (int d = p.box.periodicity; d < 3; ++d) diagonal += p.box.lengths[d] * p.box.lengths[d];
  const double x = std::max(1.0, xi * std::sqrt(diagonal));
  return std::sqrt(std::log(x * x * x / p.tolerance_relative)) / xi;
}

double equivalent_bandwidth(const EwaldParameters& p) {
  // double layer, theory/error-control.md, presets: c = 11.0, 18.7, 26.1, 33.3 at 1e-3, 1e-6, 1e-9, 1e-12
  return p.split == Split::prolate ? p.shape : 3.9 - 1.075 * std::log(p.tolerance_relative);
}

}  // namespace slurry
