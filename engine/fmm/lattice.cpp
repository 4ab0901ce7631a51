// SPDX-License-Identifier: BSD-3-Clause
#include "fmm/lattice.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

#include "fmm/harmonics.hpp"

namespace slurry::fmm {
namespace {

using Complex = std::complex<double>;
using std::numbers::pi;

/// Complex coefficients at place(l, m), all m.
using Coefficients = std::vector<Complex>;

/// Real harmonics of one family to any degree, without the bound of an expansion's order.
struct Sums {
  Coefficients s0;
  std::array<Coefficients, 3> s1;
  explicit Sums(int degree) : s0(std::size_t(coefficients(degree))) {
    for (auto& s : s1) s.resize(s0.size());
  }
};

Coefficients to_complex(int degree, const std::vector<double>& real) {
  Coefficients out(real.size());
  for (int l = 0; l <= degree; ++l) {
    out[std::size_t(place(l, 0))] = real[std::size_t(place(l, 0))];
    for (int m = 1; m <= l; ++m) {
      const Complex v(real[std::size_t(place(l, m))], real[std::size_t(place(l, -m))]);
      out[std::size_t(place(l, m))] = v;
      out[std::size_t(place(l, -m))] = (m % 2 ? -1.0 : 1.0) * std::conj(v);
    }
  }
  return out;
}

std::vector<double> to_real(int degree, const Coefficients& z) {
  std::vector<double> out(std::size_t(coefficients(degree)));
  for (int l = 0; l <= degree; ++l)
    for (int m = 0; m <= l; ++m) {
      out[std::size_t(place(l, m))] = z[std::size_t(place(l, m))].real();
      if (m > 0) out[std::size_t(place(l, -m))] = z[std::size_t(place(l, m))].imag();
    }
  return out;
}

/// f(n, whole-numbered n) for all images with |n_a| <= reach_a in the periodic directions.
template <class F>
void for_images(int periodicity, const Vector3& periods, const std::array<int, 3>& reach, const F& f) {
  std::array<int, 3> r{};
  for (int a = 0; a < periodicity; ++a) r[std::size_t(a)] = reach[std::size_t(a)];
  for (int i = -r[0]; i <= r[0]; ++i)
    for (int j = -r[1]; j <= r[1]; ++j)
      for (int k = -r[2]; k <= r[2]; ++k)
        f(Vector3{i * periods[0], j * periods[1], k * periods[2]}, std::array<int, 3>{i, j, k});
}

bool is_near(const std::array<int, 3>& n, const std::array<int, 3>& near, int periodicity) {
  for (std::size_t a = 0; a < std::size_t(periodicity); ++a)
    if (std::abs(n[a]) > near[a]) return false;
  return true;
}

std::vector<double> irregular_at(int degree, const Vector3& x) {
  std::vector<double> s(std::size_t(coefficients(degree)));
  irregular_harmonics(degree, x[0], x[1], x[2], 1 / std::sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]), s.data());
  return s;
}

/// The images outside the near block are a ring around it, added up one by one, and the lattice of 3 x 3 x 3 blocks
/// outside the near block of that lattice: a linear system, solved from the highest degree down (M26).
Sums by_tripling(int degree, const Vector3& periods, int periodicity, const std::array<int, 3>& near) {
  const std::size_t size = std::size_t(coefficients(degree));
  std::vector<double> ring0(size);
  std::array<std::vector<double>, 3> ring1{ring0, ring0, ring0};
  std::array<int, 3> reach;
  for (std::size_t a = 0; a < 3; ++a) reach[a] = 3 * near[a] + 1;
  for_images(periodicity, periods, reach, [&](const Vector3& n, const std::array<int, 3>& whole) {
    if (is_near(whole, near, periodicity)) return;
    const std::vector<double> s = irregular_at(degree, {-n[0], -n[1], -n[2]});
    for (std::size_t k = 0; k < size; ++k) {
      ring0[k] += s[k];
      for (std::size_t a = 0; a < std::size_t(periodicity); ++a) ring1[a][k] += n[a] * s[k];
    }
  });
  std::vector<double> block0(size);
  std::array<std::vector<double>, 3> block1{block0, block0, block0};
  for_images(periodicity, periods, {1, 1, 1}, [&](const Vector3& b, const std::array<int, 3>&) {
    std::vector<double> r(size);
    regular_harmonics(degree, b[0], b[1], b[2], r.data());
    for (std::size_t k = 0; k < size; ++k) {
      block0[k] += r[k];
      for (std::size_t a = 0; a < std::size_t(periodicity); ++a) block1[a][k] += b[a] * r[k];
    }
  });
  Coefficients w = to_complex(degree, block0), t0 = to_complex(degree, ring0);
  std::array<Coefficients, 3> w1, t1;
  for (Complex& v : w) v = std::conj(v);
  for (std::size_t a = 0; a < 3; ++a) {
    w1[a] = to_complex(degree, block1[a]);
    for (Complex& v : w1[a]) v = std::conj(v);
    t1[a] = to_complex(degree, ring1[a]);
  }
  Sums out(degree);
  for (int l = degree; l >= 0; --l)
    for (int m = -l; m <= l; ++m) {
      const std::size_t here = std::size_t(place(l, m));
      Complex sum0 = t0[here];
      std::array<Complex, 3> sum1{t1[0][here], t1[1][here], t1[2][here]};
      for (int j = 0; j <= degree - l; ++j) {
        const double scale = std::pow(3.0, -(l + j + 1));
        for (int k = std::max(-j, -l - j - m); k <= std::min(j, l + j - m); ++k) {
          const std::size_t c = std::size_t(place(j, k)), h = std::size_t(place(l + j, m + k));
          if (j > 0) sum0 += scale * w[c] * out.s0[h];
          for (std::size_t a = 0; a < std::size_t(periodicity); ++a) {
            if (j > 0) sum1[a] += 3 * scale * w[c] * out.s1[a][h];
            sum1[a] += scale * w1[a][c] * out.s0[h];
          }
        }
      }
      // where the factor is 1 the value does not follow: it comes from elsewhere, or is 0 by symmetry
      const int power0 = periodicity - l - 1, power1 = periodicity - l;
      out.s0[here] = power0 == 0 ? Complex(0) : sum0 / (1 - std::pow(3.0, power0));
      for (std::size_t a = 0; a < 3; ++a)
        out.s1[a][here] = power1 == 0 ? Complex(0) : sum1[a] / (1 - std::pow(3.0, power1));
    }
  return out;
}

/// Q(l + 1/2, x), the upper incomplete gamma function over the whole.
double upper_gamma(int l, double x) {
  double q = std::erfc(std::sqrt(x)), term = std::sqrt(x) * std::exp(-x) / (0.5 * std::sqrt(pi));
  for (int i = 0; i < l; ++i) {
    q += term;
    term *= x / (i + 1.5);
  }
  return q;
}

/// Degrees up to 3 in three periodic directions by a Gaussian split, k = 0 dropped (M28).
Sums by_ewald(const Vector3& periods, const std::array<int, 3>& near) {
  constexpr int degree = 3;
  const double volume = periods[0] * periods[1] * periods[2], xi = 2.2 / std::cbrt(volume);
  Sums out(degree);
  std::array<int, 3> reach;
  for (std::size_t a = 0; a < 3; ++a) reach[a] = std::max(static_cast<int>(std::ceil(6.2 / xi / periods[a])), near[a]);
  for_images(3, periods, reach, [&](const Vector3& n, const std::array<int, 3>& whole) {
    if (whole == std::array<int, 3>{0, 0, 0}) return;
    const double x = xi * xi * (n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    const Coefficients s = to_complex(degree, irregular_at(degree, {-n[0], -n[1], -n[2]}));
    for (int l = 0; l <= degree; ++l) {
      const double q = upper_gamma(l, x), weight = is_near(whole, near, 3) ? q - 1 : q;
      for (int m = -l; m <= l; ++m) {
        const std::size_t k = std::size_t(place(l, m));
        out.s0[k] += weight * s[k];
        for (std::size_t a = 0; a < 3; ++a) out.s1[a][k] += n[a] * weight * s[k];
      }
    }
  });
  const Complex i(0, 1);
  Vector3 step;
  for (std::size_t a = 0; a < 3; ++a) {
    step[a] = 2 * pi / periods[a];
    reach[a] = static_cast<int>(std::ceil(12.4 * xi / step[a]));
  }
  double scale[degree + 1][degree + 1];  // (l - m)! (l + m)!/(2 l - 1)!!
  for (int l = 0; l <= degree; ++l)
    for (int m = 0; m <= l; ++m) {
      double odd = 1;
      for (int k = 1; k < 2 * l; k += 2) odd *= k;
      scale[l][m] = std::tgamma(l - m + 1) * std::tgamma(l + m + 1) / odd;
    }
  const auto add = [&](int l, int m, const Complex& r, const std::array<Complex, 3>& slope) {
    const std::size_t k = std::size_t(place(l, m));
    const double c = 4 * pi / volume * scale[l][std::abs(m)];
    out.s0[k] += c * std::pow(i, l) * r;
    for (std::size_t a = 0; a < 3; ++a) out.s1[a][k] += c * (l % 2 ? -1.0 : 1.0) * i * std::pow(-i, l) * slope[a];
  };
  const auto gradient_at = [&](const Vector3& x, std::array<Coefficients, 3>& g) {
    std::vector<double> r(std::size_t(coefficients(degree))), d[3] = {r, r, r};
    regular_harmonics(degree, x[0], x[1], x[2], r.data());
    derivatives<Family::regular>(degree, r.data(), d[0].data(), d[1].data(), d[2].data());
    for (std::size_t a = 0; a < 3; ++a) g[a] = to_complex(degree, d[a]);
    return to_complex(degree, r);
  };
  std::array<Coefficients, 3> g;
  for_images(3, step, reach, [&](const Vector3& k, const std::array<int, 3>& whole) {
    if (whole == std::array<int, 3>{0, 0, 0}) return;
    const double k2 = k[0] * k[0] + k[1] * k[1] + k[2] * k[2], e = std::exp(-k2 / (4 * xi * xi)) / k2;
    const Coefficients r = gradient_at(k, g);
    for (int l = 0; l <= degree; ++l)
      for (int m = -l; m <= l; ++m) {
        const std::size_t at = std::size_t(place(l, m));
        std::array<Complex, 3> slope;
        for (std::size_t a = 0; a < 3; ++a) slope[a] = e * (g[a][at] + r[at] * k[a] * (-1 / (2 * xi * xi) - 2 / k2));
        add(l, m, e * r[at], slope);
      }
  });
  out.s0[0] -= 2 * xi / std::sqrt(pi) + pi / (xi * xi * volume);
  gradient_at({0, 0, 0}, g);
  for (int m = -1; m <= 1; ++m) {  // what k = 0 leaves of the first moments
    std::array<Complex, 3> slope;
    for (std::size_t a = 0; a < 3; ++a) slope[a] = -g[a][std::size_t(place(1, m))] / (4 * xi * xi);
    const Complex nothing = 0;
    add(1, m, nothing, slope);
  }
  return out;
}

/// Degrees that no rule says in one periodic direction: the logarithm of a line (M27).
void add_line(const Vector3& periods, int near, double unit, Sums& out) {
  double digamma = -std::numbers::egamma;
  for (int k = 1; k <= near; ++k) digamma += 1.0 / k;
  const double value = -2 / periods[0] * (digamma + std::log(2 * periods[0] * unit));
  out.s0[0] = value;
  const Coefficients s = to_complex(1, irregular_at(1, {-1, 0, 0}));
  for (int m = -1; m <= 1; ++m) out.s1[0][std::size_t(place(1, m))] = value * s[std::size_t(place(1, m))];
}

}  // namespace

LatticeSums lattice_sums(int degree, const Vector3& periods, int periodicity, const std::array<int, 3>& near,
                         double unit) {
  constexpr int more = 30;  // degrees that the wanted ones are found from
  Sums sums = by_tripling(degree + more, periods, periodicity, near);
  if (periodicity == 1) add_line(periods, near[0], unit, sums);
  if (periodicity == 3) {
    const Sums low = by_ewald(periods, near);
    std::copy(low.s0.begin(), low.s0.end(), sums.s0.begin());
    for (std::size_t a = 0; a < 3; ++a) std::copy(low.s1[a].begin(), low.s1[a].end(), sums.s1[a].begin());
  }
  LatticeSums out{to_real(degree, sums.s0), {}};
  for (std::size_t a = 0; a < 3; ++a) out.s1[a] = to_real(degree, sums.s1[a]);
  return out;
}

}  // namespace slurry::fmm
