// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

namespace slurry {

/// Coefficients of T_0 .. T_degree of the interpolant in the Chebyshev nodes of [-1, 1].
template <class T, class F>
std::vector<T> chebyshev_fit(F&& f, int degree) {
  const T pi = std::acos(T(-1));
  const int n = degree + 1;
  std::vector<T> values(n), c(n, T(0));
  for (int j = 0; j < n; ++j) values[j] = f(std::cos(pi * (T(j) + T(0.5)) / n));
  for (int k = 0; k < n; ++k) {
    for (int j = 0; j < n; ++j) c[k] += values[j] * std::cos(pi * k * (T(j) + T(0.5)) / n);
    c[k] *= T(k == 0 ? 1 : 2) / n;
  }
  return c;
}

/// Derivative of a Chebyshev series.
template <class T>
std::vector<T> chebyshev_derivative(const std::vector<T>& c) {
  const int n = static_cast<int>(c.size());
  if (n <= 1) return {T(0)};
  std::vector<T> d(n + 1, T(0));
  for (int k = n - 1; k >= 1; --k) d[k - 1] = d[k + 1] + 2 * k * c[k];
  d[0] /= 2;
  d.resize(n - 1);
  return d;
}

/// Product of a Chebyshev series with its variable v.
template <class T>
std::vector<T> chebyshev_times_v(const std::vector<T>& c) {
  std::vector<T> r(c.size() + 1, T(0));
  for (std::size_t k = 0; k < c.size(); ++k) {
    if (k == 0) {
      r[1] += c[0];
    } else {
      r[k + 1] += c[k] / 2;
      r[k - 1] += c[k] / 2;
    }
  }
  return r;
}

/// Monomial coefficients of a Chebyshev series.
template <class T>
std::vector<T> chebyshev_to_monomial(const std::vector<T>& c) {
  const std::size_t n = c.size();
  std::vector<T> out(n, T(0)), a(n, T(0)), b(n, T(0)), next(n, T(0));
  a[0] = 1;             // T_0
  if (n > 1) b[1] = 1;  // T_1
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t i = 0; i < n; ++i) out[i] += c[k] * a[i];
    std::fill(next.begin(), next.end(), T(0));
    for (std::size_t i = 0; i + 1 < n; ++i) next[i + 1] = 2 * b[i];
    for (std::size_t i = 0; i < n; ++i) next[i] -= a[i];
    std::swap(a, b);
    std::swap(b, next);
  }
  return out;
}

/// A smooth function on [0, end] as one Chebyshev series per equal interval; made once, then cheap to evaluate.
class PiecewiseChebyshev {
 public:
  PiecewiseChebyshev() = default;
  template <class F>
  PiecewiseChebyshev(F&& f, double end, int intervals, int degree = 14)
      : width_(end / intervals), intervals_(intervals), degree_(degree), c_(std::size_t(intervals) * (degree + 1)) {
    for (int i = 0; i < intervals; ++i) {
      const auto c = chebyshev_fit<double>([&](double v) { return f(width_ * (i + (v + 1) / 2)); }, degree);
      std::copy(c.begin(), c.end(), c_.begin() + std::size_t(i) * (degree + 1));
    }
  }
  double operator()(double x) const {
    const int i = std::clamp(static_cast<int>(x / width_), 0, intervals_ - 1);
    const double v = 2 * (x / width_ - i) - 1;
    const double* c = &c_[std::size_t(i) * (degree_ + 1)];
    double b1 = 0, b2 = 0;
    for (int k = degree_; k >= 1; --k) {
      const double b = 2 * v * b1 - b2 + c[k];
      b2 = b1;
      b1 = b;
    }
    return v * b1 - b2 + c[0];
  }

 private:
  double width_ = 1;
  int intervals_ = 0, degree_ = 0;
  std::vector<double> c_;
};

}  // namespace slurry
