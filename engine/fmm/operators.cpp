// SPDX-License-Identifier: BSD-3-Clause
#include "fmm/operators.hpp"

#include <cmath>
#include <complex>

#include "fmm/harmonics.hpp"

namespace slurry::fmm {
namespace {

using Complex = std::complex<double>;
using LongComplex = std::complex<long double>;

/// Complex coefficient (l, m) of a real storage, |m| <= l; 0 elsewhere.
Complex coefficient(const std::vector<double>& real, int l, int m) {
  const int a = std::abs(m);
  if (l < 0 || a > l) return 0.0;
  const auto at = [&](int k) { return real[static_cast<std::size_t>(place(l, k))]; };
  const Complex value(at(a), a > 0 ? at(-a) : 0.0);
  if (m >= 0) return value;
  return (a % 2 ? -1.0 : 1.0) * std::conj(value);
}

/// Entries of a real matrix for a complex one, f(row (j, k), column (l, m)), that acts on the coefficients or,
/// conjugated, on their conjugates.
template <class F>
void fill_real(int p, RealMatrix& out, bool conjugated, bool weighted, const F& f) {
  for (int j = 0; j <= p; ++j)
    for (int k = 0; k <= j; ++k)
      for (int l = 0; l <= p; ++l)
        for (int m = 0; m <= l; ++m) {
          const Complex plus = f(j, k, l, m), minus = m > 0 ? (m % 2 ? -1.0 : 1.0) * f(j, k, l, -m) : Complex(0);
          const Complex re = plus + minus, im = Complex(0, conjugated ? -1 : 1) * (plus - minus);
          const double w = weighted ? weight_of_place(k) : 1.0;
          out(place(j, k), place(l, m)) = w * re.real();
          if (k > 0) out(place(j, -k), place(l, m)) = w * re.imag();
          if (m > 0) {
            out(place(j, k), place(l, -m)) = w * im.real();
            if (k > 0) out(place(j, -k), place(l, -m)) = w * im.imag();
          }
        }
}

double length(const Vector3& d) {
  return std::sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
}

double factorial(int n) {
  double f = 1;
  for (int i = 2; i <= n; ++i) f *= i;
  return f;
}

}  // namespace

double weight_of_place(int m) {
  return m == 0 ? 1.0 : 2.0;
}

RealMatrix translation_matrix(int p, const Vector3& a) {
  std::vector<double> r(static_cast<std::size_t>(coefficients(p)));
  regular_harmonics(p, a[0], a[1], a[2], r.data());
  RealMatrix out(coefficients(p), coefficients(p));
  fill_real(p, out, false, false, [&](int j, int k, int l, int m) { return coefficient(r, j - l, k - m); });
  return out;
}

RealMatrix m2l_matrix_of(int p, const std::vector<double>& irregular) {
  RealMatrix out(coefficients(p), coefficients(p));
  // (-1)^j times real and imaginary part of s_n,m+k and of (-1)^m s_n,k-m, n = j + l; entries are their sums
  const double* const s = irregular.data();
  for (int j = 0; j <= p; ++j)
    for (int k = 0; k <= j; ++k) {
      const double w = (j % 2 ? -1.0 : 1.0) * weight_of_place(k);
      double* const row = &out(place(j, k), 0);
      double* const other = k > 0 ? &out(place(j, -k), 0) : nullptr;
      for (int l = 0; l <= p; ++l) {
        const double* const at = s + place(l + j, 0);
        for (int m = 0; m <= l; ++m) {
          const double re = at[m + k], im = m + k > 0 ? at[-m - k] : 0.0;
          double re2 = 0, im2 = 0;
          if (m > 0) {
            const int d = k - m, size = d < 0 ? -d : d;
            const double sign = (m % 2 ? -1.0 : 1.0) * (d < 0 && size % 2 ? -1.0 : 1.0);
            re2 = sign * at[size];
            if (size > 0) im2 = (d < 0 ? -sign : sign) * at[-size];
          }
          // the columns stand for conjugates: -i times the difference
          row[place(l, m)] = w * (re + re2);
          if (other) other[place(l, m)] = w * (im + im2);
          if (m > 0) {
            row[place(l, -m)] = w * (im - im2);
            if (other) other[place(l, -m)] = -w * (re - re2);
          }
        }
      }
    }
  return out;
}

RealMatrix m2l_matrix(int p, const Vector3& d) {
  std::vector<double> s(static_cast<std::size_t>(coefficients(2 * p)));
  irregular_harmonics(2 * p, d[0], d[1], d[2], 1 / length(d), s.data());
  return m2l_matrix_of(p, s);
}

double mirror_sign(int axis, int l, int m) {
  const bool odd_m = m % 2 != 0, imaginary = m < 0, odd = (l + m) % 2 != 0;
  const bool turned = axis == 0 ? odd_m != imaginary : axis == 1 ? imaginary : odd;
  return turned ? -1.0 : 1.0;
}

std::vector<RealMatrix> rotation_blocks(int p, const Matrix3& map) {
  std::vector<RealMatrix> blocks;
  std::vector<std::vector<LongComplex>> before{{1}};  // of degree l - 1: [row m + l - 1][column m' + l - 1]
  blocks.emplace_back(1, 1)(0, 0) = 1;
  for (int l = 1; l <= p; ++l) {
    const int size = 2 * l + 1;
    std::vector<std::vector<LongComplex>> now(static_cast<std::size_t>(size),
                                              std::vector<LongComplex>(static_cast<std::size_t>(size)));
    const auto lower = [&](int m, int column) {
      if (std::abs(m) > l - 1) return LongComplex(0);
      return before[static_cast<std::size_t>(m + l - 1)][static_cast<std::size_t>(column + l - 1)];
    };
    for (int m = -l; m <= l; ++m) {
      auto& row = now[static_cast<std::size_t>(m + l)];
      for (int c = 1 - l; c <= l - 1; ++c) {
        const LongComplex plus = lower(m + 1, c), minus = -lower(m - 1, c), difference = plus - minus;
        const LongComplex d[3] = {0.5L * (plus + minus), 0.5L * LongComplex(difference.imag(), -difference.real()),
                                  lower(m, c)};
        LongComplex g[3];
        for (std::size_t a = 0; a < 3; ++a) {
          g[a] = 0;
          for (std::size_t b = 0; b < 3; ++b) g[a] += static_cast<long double>(map[b][a]) * d[b];
        }
        row[static_cast<std::size_t>(c + l)] = g[2];
        const LongComplex turned(-g[1].imag(), g[1].real());  // i g_y
        if (c == l - 1) row[static_cast<std::size_t>(2 * l)] = turned - g[0];
        if (c == 1 - l) row[0] = g[0] + turned;
      }
    }
    RealMatrix& real = blocks.emplace_back(size, size);
    for (int m = 0; m <= l; ++m)
      for (int c = 0; c <= l; ++c) {
        const auto at = [&](int k) { return now[static_cast<std::size_t>(m + l)][static_cast<std::size_t>(k + l)]; };
        const LongComplex plus = at(c), minus = c > 0 ? (c % 2 ? -1.0L : 1.0L) * at(-c) : LongComplex(0);
        const LongComplex re = plus + minus, difference = plus - minus, im(-difference.imag(), difference.real());
        real(l + m, l + c) = static_cast<double>(re.real());
        if (m > 0) real(l - m, l + c) = static_cast<double>(re.imag());
        if (c > 0) {
          real(l + m, l - c) = static_cast<double>(im.real());
          if (m > 0) real(l - m, l - c) = static_cast<double>(im.imag());
        }
      }
    before = std::move(now);
  }
  return blocks;
}

Matrix3 transposed(const Matrix3& m) {
  Matrix3 t;
  for (std::size_t a = 0; a < 3; ++a)
    for (std::size_t b = 0; b < 3; ++b) t[a][b] = m[b][a];
  return t;
}

Matrix3 map_to_z(const Vector3& d) {
  const double r = length(d);
  const Vector3 z{d[0] / r, d[1] / r, d[2] / r};
  std::size_t least = 0;
  for (std::size_t a = 1; a < 3; ++a)
    if (std::abs(z[a]) < std::abs(z[least])) least = a;
  Vector3 x{};
  x[least] = 1;
  for (std::size_t a = 0; a < 3; ++a) x[a] -= z[least] * z[a];
  const double size = length(x);
  for (double& v : x) v /= size;
  return {x, Vector3{z[1] * x[2] - z[2] * x[1], z[2] * x[0] - z[0] * x[2], z[0] * x[1] - z[1] * x[0]}, z};
}

template <class Real>
RotatedTranslation<Real>::RotatedTranslation(int p, const Vector3& direction, bool local_in, bool local_out,
                                             const std::function<double(int, int, int)>& axial)
    : p_(p) {
  const Matrix3 map = map_to_z(direction);
  const auto forward = rotation_blocks(p, map), back = rotation_blocks(p, transposed(map));
  for (int l = 0; l <= p; ++l) {
    const RealMatrix &f = forward[static_cast<std::size_t>(l)], &b = back[static_cast<std::size_t>(l)];
    const int size = 2 * l + 1;
    turn_.emplace_back(size, size, [&](int r, int c) { return local_in ? b(c, r) : f(r, c); });
    turn_back_.emplace_back(size, size, [&](int r, int c) { return local_out ? f(c, r) : b(r, c); });
  }
  for (int m = 0; m <= p; ++m) {
    const int size = p + 1 - m;
    axial_.emplace_back(size, size, [&](int r, int c) { return axial(m, m + r, m + c); });
    auto &re = real_rows_.emplace_back(), &im = imaginary_rows_.emplace_back();
    for (int l = m; l <= p; ++l) {
      re.push_back(place(l, m));
      im.push_back(place(l, -m));
    }
  }
}

template <class Real>
void RotatedTranslation<Real>::apply(const Real* in, Real* out, Real* work) const {
  Real* const turned = work;
  Real* const shifted = work + static_cast<std::ptrdiff_t>(coefficients(p_)) * tile_columns;
  for (int l = 0; l <= p_; ++l) {
    const std::ptrdiff_t first = static_cast<std::ptrdiff_t>(l * l) * tile_columns;
    multiply(turn_[static_cast<std::size_t>(l)], in + first, turned + first);
  }
  for (int m = 0; m <= p_; ++m) {
    const auto k = static_cast<std::size_t>(m);
    multiply(axial_[k], turned, shifted, real_rows_[k].data(), real_rows_[k].data());
    if (m > 0) multiply(axial_[k], turned, shifted, imaginary_rows_[k].data(), imaginary_rows_[k].data());
  }
  for (int l = 0; l <= p_; ++l) {
    const std::ptrdiff_t first = static_cast<std::ptrdiff_t>(l * l) * tile_columns;
    multiply(turn_back_[static_cast<std::size_t>(l)], shifted + first, out + first);
  }
}

double axial_m2l(const Vector3& d, int m, int l, int j) {
  const double sign = (l + m) % 2 ? -1.0 : 1.0;
  return sign * weight_of_place(m) * factorial(l + j) / std::pow(length(d), l + j + 1);
}

template <class Real>
RotatedTranslation<Real> rotated_m2l(int p, const Vector3& d) {
  return {p, d, false, true, [=](int m, int l, int j) { return axial_m2l(d, m, l, j); }};
}

template <class Real>
RotatedTranslation<Real> rotated_m2m(int p, const Vector3& offset) {
  const double r = length(offset);
  return {p, offset, false, false,
          [=](int, int l, int j) { return j > l ? 0.0 : std::pow(r, l - j) / factorial(l - j) * std::pow(0.5, j); }};
}

template <class Real>
RotatedTranslation<Real> rotated_l2l(int p, const Vector3& offset) {
  const double r = length(offset);
  return {p, offset, true, true, [=](int, int l, int j) {
            return j < l ? 0.0 : std::pow(r, j - l) / factorial(j - l) * std::pow(0.5, l + 1);
          }};
}

#define SLURRY_INSTANTIATE(Real)                                            \
  template class RotatedTranslation<Real>;                                  \
  template RotatedTranslation<Real> rotated_m2l<Real>(int, const Vector3&); \
  template RotatedTranslation<Real> rotated_m2m<Real>(int, const Vector3&); \
  template RotatedTranslation<Real> rotated_l2l<Real>(int, const Vector3&);
SLURRY_INSTANTIATE(double)
SLURRY_INSTANTIATE(float)
#undef SLURRY_INSTANTIATE

}  // namespace slurry::fmm
