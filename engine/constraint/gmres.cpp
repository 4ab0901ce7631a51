// SPDX-License-Identifier: BSD-3-Clause
#include "constraint/gmres.hpp"

#include <algorithm>
#include <cmath>

#include "base/pace.hpp"
#include "constraint/vector_algebra.hpp"

namespace slurry {

namespace {

void add(double factor, std::span<const double> from, std::span<double> to) {
  for (std::size_t i = 0; i < to.size(); ++i) to[i] += factor * from[i];
}

/// Least squares of the Hessenberg matrix by Givens rotations, one column at a time.
class Hessenberg {
 public:
  Hessenberg(int most, double start) : rhs_{start} {
    columns_.reserve(static_cast<std::size_t>(most));
    rhs_.reserve(static_cast<std::size_t>(most) + 1);
  }
  /// column: entries 0 .. j + 1 of column j.
  void append(std::vector<double> column) {
    const std::size_t j = columns_.size();
    for (std::size_t i = 0; i < j; ++i) rotate(c_[i], s_[i], column[i], column[i + 1]);
    const double length = std::hypot(column[j], column[j + 1]);
    c_.push_back(length > 0 ? column[j] / length : 1);
    s_.push_back(length > 0 ? column[j + 1] / length : 0);
    column[j] = length;
    column.pop_back();
    columns_.push_back(std::move(column));
    rhs_.push_back(0);
    rotate(c_[j], s_[j], rhs_[j], rhs_[j + 1]);
  }
  double residual() const { return std::abs(rhs_.back()); }
  std::vector<double> solution() const {
    std::vector<double> y(columns_.size());
    for (std::size_t i = y.size(); i-- > 0;) {
      double sum = rhs_[i];
      for (std::size_t j = i + 1; j < y.size(); ++j) sum -= columns_[j][i] * y[j];
      y[i] = columns_[i][i] != 0 ? sum / columns_[i][i] : 0;
    }
    return y;
  }

 private:
  static void rotate(double c, double s, double& a, double& b) {
    const double t = c * a + s * b;
    b = c * b - s * a;
    a = t;
  }
  std::vector<std::vector<double>> columns_;
  std::vector<double> rhs_, c_, s_;
};

}  // namespace

SolveReport gmres(const LinearMap& a, std::span<const double> rhs, std::span<double> x, const GmresOptions& options) {
  SolveReport report;
  std::fill(x.begin(), x.end(), 0.0);
  std::vector<double> residual(rhs.begin(), rhs.end()), product(rhs.size());
  report.residual = std::sqrt(dot(residual, residual));
  while (report.residual > options.tolerance && report.iterations < options.most_iterations) {
    const double start = std::sqrt(dot(residual, residual));
    Hessenberg system(options.restart, start);
    std::vector<std::vector<double>> basis;
    basis.push_back(residual);
    for (double& r : basis[0]) r /= start;
    bool exhausted = false;
    for (int j = 0; j < options.restart && report.iterations < options.most_iterations; ++j) {
      may_stop();
      a(basis.back(), product);
      ++report.iterations;
      std::vector<double> column;
      const double before = std::sqrt(dot(product, product));
      for (const auto& v : basis) {
        column.push_back(dot(product, v));
        add(-column.back(), v, product);
      }
      const double length = std::sqrt(dot(product, product));
      column.push_back(length);
      system.append(std::move(column));
      report.residual = system.residual();
      exhausted = !(length > 1e-15 * before);
      if (report.residual <= options.tolerance || exhausted) break;
      basis.push_back(product);
      for (double& r : basis.back()) r /= length;
    }
    const std::vector<double> y = system.solution();
    for (std::size_t j = 0; j < y.size(); ++j) add(y[j], basis[j], x);
    if (report.residual <= options.tolerance || exhausted || report.iterations >= options.most_iterations) break;
    a(x, product);
    for (std::size_t i = 0; i < residual.size(); ++i) residual[i] = rhs[i] - product[i];
    report.residual = std::sqrt(dot(residual, residual));
  }
  report.converged = report.residual <= options.tolerance;
  return report;
}

}  // namespace slurry
