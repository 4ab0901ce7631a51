// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <type_traits>
#include <utility>

// Real solid harmonics, for one point or for a vector of points (theory/fast-multipole.md (M1) to (M5)).
//
// R_lm = r^l P_lm e^(i m phi)/(l+m)!  and  S_lm = (l-m)! P_lm e^(i m phi)/r^(l+1)  are stored as real numbers: the real
// part of (l, m) stands at place (l, m), its imaginary part at (l, -m), m >= 0.
namespace slurry::fmm {

/// The largest order of an expansion; M2L needs the irregular harmonics to twice this order.
inline constexpr int largest_order = 30;

/// Lengths in the expansions of a box are in units of its side over this number. The largest coefficients of all
/// degrees up to 20 are then of similar size, and single precision does not overflow (theory/fast-multipole.md (M9)). A
/// power of two changes no digit.
inline constexpr double units_per_side = 8;

/// Type of the numbers in T, which is a number or a vector of them.
template <class T>
struct NumberIn {
  using type = std::remove_cvref_t<decltype(std::declval<const T&>()[0])>;
};
template <>
struct NumberIn<double> {
  using type = double;
};
template <>
struct NumberIn<float> {
  using type = float;
};

/// Index of the coefficient (l, m), for -l <= m <= l.
constexpr int place(int l, int m) {
  return l * l + l + m;
}
/// Number of coefficients of an expansion of order p.
constexpr int coefficients(int p) {
  return (p + 1) * (p + 1);
}
/// Largest number of coefficients of any expansion, and of a basis with two more degrees for second derivatives.
inline constexpr int most_coefficients = coefficients(largest_order);
inline constexpr int most_basis = coefficients(largest_order + 2);

/// The largest degree of the recurrences. Lattice sums need it.
inline constexpr int largest_degree = 2 * largest_order + 32;
/// Table of 1/n for the divisors n = l^2 - m^2 of the recurrences.
template <class Real>
inline constexpr auto inverse_of = [] {
  std::array<Real, static_cast<std::size_t>(coefficients(largest_degree))> table{};
  for (std::size_t n = 1; n < table.size(); ++n) table[n] = static_cast<Real>(1.0 / static_cast<double>(n));
  return table;
}();

/// Values of R up to order p at (x, y, z); there are coefficients(p) of them. T: a real number, or a vector of them.
template <class T>
void regular_harmonics(int p, T x, T y, T z, T* r) {
  using Number = typename NumberIn<T>::type;
  const T square = x * x + y * y + z * z;
  T re = Number(1), im = Number(0);
  for (int m = 0; m <= p; ++m) {
    if (m > 0) {
      const Number c = Number(-0.5) / Number(m);
      const T next = c * (x * re - y * im);
      im = c * (x * im + y * re);
      re = next;
    }
    T re0 = Number(0), im0 = Number(0), re1 = re, im1 = im;
    r[place(m, m)] = re;
    if (m > 0) r[place(m, -m)] = im;
    for (int l = m + 1; l <= p; ++l) {
      const Number c = inverse_of<Number>[static_cast<std::size_t>(l * l - m * m)];
      const T up = (c * Number(2 * l - 1)) * z, back = c * square;
      const T re2 = up * re1 - back * re0;
      re0 = re1;
      re1 = re2;
      r[place(l, m)] = re2;
      if (m == 0) continue;
      const T im2 = up * im1 - back * im0;
      im0 = im1;
      im1 = im2;
      r[place(l, -m)] = im2;
    }
  }
}

/// Values of S up to order p at (x, y, z). inverse: 1/|(x, y, z)|.
template <class T>
void irregular_harmonics(int p, T x, T y, T z, T inverse, T* s) {
  using Number = typename NumberIn<T>::type;
  const T square = inverse * inverse;
  const T u = x * square, v = y * square, w = z * square;
  T re = inverse, im = Number(0);
  for (int m = 0; m <= p; ++m) {
    if (m > 0) {
      const Number c = -Number(2 * m - 1);
      const T next = c * (u * re - v * im);
      im = c * (u * im + v * re);
      re = next;
    }
    T re0 = Number(0), im0 = Number(0), re1 = re, im1 = im;
    s[place(m, m)] = re;
    if (m > 0) s[place(m, -m)] = im;
    for (int l = m + 1; l <= p; ++l) {
      const T up = Number(2 * l - 1) * w, back = Number((l - 1) * (l - 1) - m * m) * square;
      const T re2 = up * re1 - back * re0;
      re0 = re1;
      re1 = re2;
      s[place(l, m)] = re2;
      if (m == 0) continue;
      const T im2 = up * im1 - back * im0;
      im0 = im1;
      im1 = im2;
      s[place(l, -m)] = im2;
    }
  }
}

/// Family of harmonics in an array. Derivatives lead to the degree below (regular) or to the degree above (irregular).
enum class Family { regular, irregular };

/// Derivatives along x, y, z of the harmonics of degree <= p. `h` holds them to degree p (regular) or p + 1
/// (irregular). They are shifts of the index without factors (theory/fast-multipole.md (M5)).
template <Family family, class T>
void derivatives(int p, const T* h, T* dx, T* dy, T* dz) {
  using Number = typename NumberIn<T>::type;
  constexpr Number half(0.5), none(0);
  for (int l = 0; l <= p; ++l) {
    const int q = family == Family::regular ? l - 1 : l + 1;
    if (q < 0) {
      dx[0] = dy[0] = dz[0] = none;
      continue;
    }
    const T* const row = h + place(q, 0);
    const int at = place(l, 0);
    const auto along_z = [](T v) { return family == Family::regular ? v : -v; };
    if (q >= 1) {
      dx[at] = row[1];
      dy[at] = row[-1];
    } else {
      dx[at] = dy[at] = none;
    }
    dz[at] = along_z(row[0]);
    for (int m = 1; m <= l; ++m) {
      T re = none, im = none;  // of (q, m + 1)
      if (m + 1 <= q) {
        re = row[m + 1];
        im = row[-m - 1];
      }
      const T re1 = row[m - 1];
      T im1 = none;
      if (m > 1) im1 = row[1 - m];
      dx[at + m] = half * (re - re1);
      dx[at - m] = half * (im - im1);
      dy[at + m] = half * (im + im1);
      dy[at - m] = -half * (re + re1);
      if (m <= q) {
        dz[at + m] = along_z(row[m]);
        dz[at - m] = along_z(row[-m]);
      } else {
        dz[at + m] = dz[at - m] = none;
      }
    }
  }
}

}  // namespace slurry::fmm
