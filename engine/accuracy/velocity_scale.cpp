// SPDX-License-Identifier: BSD-3-Clause
#include "accuracy/velocity_scale.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "base/quadrature.hpp"

namespace slurry {
namespace {

using std::numbers::pi;

struct Means {
  double one, square;  ///< means of exp(-t x^2) and of x^2 exp(-t x^2)
};

/// Over the distances x of two random places on [0, length].
Means gaussian_means(double t, double length) {
  const double s = t * length * length;
  if (s < 1e-3) return {1 - s / 6, length * length * (1.0 / 6 - s / 15)};
  const double root = std::sqrt(s), e = std::exp(-s), f = std::erf(root);
  const double slope = -0.5 * std::sqrt(pi) * f / (s * root) + (1 - e) / (s * s);
  return {std::sqrt(pi) * f / root - (1 - e) / s, -length * length * slope};
}

/// Sums over n of exp(-t k^2) and k^2 exp(-t k^2), k = 2 pi n/length: directly, or by Poisson's formula.
Means mode_sums(double t, double length) {
  const double k = 2 * pi / length, decay = t * k * k;
  Means sum{0, 0};
  if (decay > 1) {
    sum.one = 1;
    for (int n = 1; n <= 6; ++n) {
      const double e = 2 * std::exp(-decay * n * n);
      sum.one += e;
      sum.square += k * k * n * n * e;
    }
    return sum;
  }
  for (int m = -3; m <= 3; ++m) {
    const double x = m * length, e = std::exp(-x * x / (4 * t));
    sum.one += e;
    sum.square += (0.5 / t - x * x / (4 * t * t)) * e;
  }
  const double front = length / std::sqrt(4 * pi * t);
  return {front * sum.one, front * sum.square};
}

/// f(t, dt) over 0 < t < infinity, evenly in ln(t), where it is worth anything.
template <class F>
void over_scales(double first, double last, const F& f) {
  constexpr double step = 0.1;
  double t = first;
  while (t < last) {
    f(t, step * t);
    t *= std::exp(step);
  }
}

/// |G e_d|^2 = (1 + 3 x_d^2/r^2)/r^2 and (1 + x_d^2/r^2)/r over pairs of places in the box.
StokesletMeans free_means(const Box& box) {
  StokesletMeans means{};
  const auto [shortest, longest] = std::minmax_element(box.lengths.begin(), box.lengths.end());
  over_scales(1e-8 / (*longest * *longest), 1e12 / (*shortest * *shortest), [&](double t, double dt) {
    Means m[3];
    for (int d = 0; d < 3; ++d) m[d] = gaussian_means(t, box.lengths[d]);
    for (int d = 0; d < 3; ++d) {
      const double others = m[(d + 1) % 3].one * m[(d + 2) % 3].one;
      means.squares[d] += dt * others * (m[d].one + 3 * t * m[d].square);
      means.along[d] += dt * others * (m[d].one + 2 * t * m[d].square) / std::sqrt(pi * t);
    }
    const double all = dt * m[0].one * m[1].one * m[2].one;
    means.potential_square += all;
    means.potential += all / std::sqrt(pi * t);
  });
  return means;
}

/// sum over k of |(8 pi/k^2) (I - k k/k^2) e_d|^2/V^2 = (8 pi/V)^2 sum (1/k^4 - k_d^2/k^6); its mean is 0.  Of a charge
/// (4 pi/V)^2 sum 1/k^4.
StokesletMeans periodic_means(const Box& box) {
  StokesletMeans means{};
  const auto [shortest, longest] = std::minmax_element(box.lengths.begin(), box.lengths.end());
  over_scales(1e-8 * *shortest * *shortest, 2 * *longest * *longest, [&](double t, double dt) {
    Means m[3];
    for (int d = 0; d < 3; ++d) m[d] = mode_sums(t, box.lengths[d]);
    const double all = m[0].one * m[1].one * m[2].one - 1;
    for (int d = 0; d < 3; ++d)
      means.squares[d] += dt * (t * all - 0.5 * t * t * m[d].square * m[(d + 1) % 3].one * m[(d + 2) % 3].one);
    means.potential_square += dt * t * all;
  });
  for (double& s : means.squares) s *= std::pow(8 * pi / box.volume(), 2);
  means.potential_square *= std::pow(4 * pi / box.volume(), 2);
  return means;
}

/// Sums over n = 1, 2, ... of |G_n e|^2 at s = 2 pi rho/L, z = n s, for e along the period, from the source outwards
/// and around it: G_n = (4 K_0 - 2 z K_1, 2 z K_0), (2 K_0 + 2 z K_1, 2 z K_0) and 2 K_0.
struct LineModes {
  static constexpr double first = 0.03, last = 12;
  static constexpr int count = 60;
  std::vector<std::array<double, 3>> sums;

  static double place(double i) { return first * std::pow(last / first, i / (count - 1)); }
  LineModes() {
    for (int i = 0; i < count; ++i) {
      const double s = place(i);
      std::array<double, 3> sum{};
      double z = s;
      while (z < last + s) {
        const double k0 = std::cyl_bessel_k(0, z), k1 = std::cyl_bessel_k(1, z), cross = 4 * z * z * k0 * k0;
        sum[0] += std::pow(4 * k0 - 2 * z * k1, 2) + cross;
        sum[1] += std::pow(2 * k0 + 2 * z * k1, 2) + cross;
        sum[2] += 4 * k0 * k0;
        z += s;
      }
      for (double& x : sum) x *= s;  // all go as 1/s where s is small
      sums.push_back(sum);
    }
  }
  std::array<double, 3> at(double s) const {
    if (s >= last) return {0, 0, 0};
    const double where = std::max(0.0, std::log(s / first) / std::log(last / first) * (count - 1));
    const int i = std::min(int(where), count - 2);
    std::array<double, 3> sum{};
    for (int k = 0; k < 3; ++k) sum[k] = ((i + 1 - where) * sums[i][k] + (where - i) * sums[i + 1][k]) / s;
    return sum;
  }
};

/// Mode 0 of the period: (-4 ln rho - 4)/L along it, (-(2 ln rho + 3) I + 2 rho rho/rho^2)/L across; others: LineModes.
/// Means for the potential of a unit charge: -2 ln(rho)/L and 2 K_0.
StokesletMeans line_means(const Box& box) {
  static const LineModes modes;
  static const GaussRule<double> rule = gauss_legendre(40);
  StokesletMeans means{};
  const double period = box.lengths[0];
  for (std::size_t i = 0; i < rule.nodes.size(); ++i)
    for (std::size_t j = 0; j < rule.nodes.size(); ++j) {
      // y = B u^3: close pairs count most
      const double u = 0.5 * (1 + rule.nodes[i]), v = 0.5 * (1 + rule.nodes[j]);
      const double a = u * u * u, b = v * v * v;
      const double weight = rule.weights[i] * rule.weights[j] * 9 * u * u * v * v * (1 - a) * (1 - b);
      const double y = a * box.lengths[1], z = b * box.lengths[2], squared = y * y + z * z;
      const double ln = 0.5 * std::log(squared), outwards = y * y / squared;
      const double axial = -4 * ln - 4, radial = -2 * ln - 1, around = -2 * ln - 3;
      const auto sums = modes.at(2 * pi * std::sqrt(squared) / period);
      const double share[2] = {outwards, 1 - outwards};
      means.squares[0] += weight * (axial * axial + 2 * sums[0]);
      means.along[0] += weight * axial;
      means.potential_square += weight * (4 * ln * ln + 2 * sums[2]);
      means.potential -= weight * 2 * ln;
      for (int d = 1; d < 3; ++d) {
        const double out = share[d - 1], beside = 1 - out;
        means.squares[d] += weight * (out * (radial * radial + 2 * sums[1]) + beside * (around * around + 2 * sums[2]));
        means.along[d] += weight * (out * radial + beside * around);
      }
    }
  for (int d = 0; d < 3; ++d) {
    means.squares[d] /= period * period;
    means.along[d] /= period;
  }
  means.potential_square /= period * period;
  means.potential /= period;
  return means;
}

/// Means of (z/C)^m exp(-s z/C) over the distances z of two random places on [0, C].
std::array<double, 3> exponential_means(double s) {
  if (s < 0.02) return {1 - s / 3, 1.0 / 3 - s / 6, 1.0 / 6 - s / 10};
  const double e = std::exp(-s);
  return {2 * (s - 1 + e) / (s * s), 2 * (s - 2 + (s + 2) * e) / (s * s * s),
          2 * (2 * s - 6 + (s * s + 4 * s + 6) * e) / (s * s * s * s)};
}

/// Mode 0: -(4 pi/A) |z| in the plane.  The others, for e in the plane along k, across it, and along z:
/// 2 pi e^(-k |z|)/k times (1 - k |z|, k |z|), 2, and (1 + k |z|, k |z|), over A.  Of a charge half of mode 0, and 1.
StokesletMeans plane_means(const Box& box) {
  StokesletMeans means{};
  const double area = box.lengths[0] * box.lengths[1], height = box.lengths[2];
  const double k[2] = {2 * pi / box.lengths[0], 2 * pi / box.lengths[1]};
  // a circle of at most some modes; behind it their sum is an integral
  const double most = 2e5,
               reach = std::min(std::max(8 * std::max(k[0], k[1]), 4 / height), std::sqrt(4 * pi * most / area));
  for (int i = 0; i * k[0] < reach; ++i)
    for (int j = i == 0 ? 1 : 0; std::hypot(i * k[0], j * k[1]) < reach; ++j) {
      const double x = i * k[0], y = j * k[1], squared = x * x + y * y;
      const double equal = (i > 0 ? 2 : 1) * (j > 0 ? 2 : 1) * 4 * pi * pi / squared;
      const double s = 2 * std::sqrt(squared) * height;
      const auto m = exponential_means(s);
      const double once = 0.5 * s * m[1], twice = 0.25 * s * s * m[2];
      const double along = m[0] - 2 * once + 2 * twice, share = x * x / squared;
      means.squares[0] += equal * (share * along + (1 - share) * 4 * m[0]);
      means.squares[1] += equal * ((1 - share) * along + share * 4 * m[0]);
      means.squares[2] += equal * (m[0] + 2 * once + 2 * twice);
      means.potential_square += equal * m[0];
    }
  const double rest = area / (2 * pi * reach * height) * pi * pi;
  const double tail[3] = {10 * rest, 10 * rest, 12 * rest};
  for (int d = 0; d < 3; ++d) means.squares[d] = (means.squares[d] + tail[d]) / (area * area);
  for (int d = 0; d < 2; ++d) {
    means.squares[d] += std::pow(4 * pi * height / area, 2) / 6;
    means.along[d] = -4 * pi * height / (3 * area);
  }
  means.potential_square =
      (means.potential_square + 4 * rest) / (area * area) + std::pow(2 * pi * height / area, 2) / 6;
  means.potential = -2 * pi * height / (3 * area);
  return means;
}

/// Mean square of a field without its constant: of each source by itself, and half of what densities that agree add to
/// the targets' half.
double held_squares(double squares, double net, double mean_square, double mean, double constant) {
  const double agreed = std::max(0.0, net * net - squares);
  return squares * (mean_square + constant * (constant - 2 * mean)) + 0.5 * agreed * std::pow(mean - constant, 2);
}

}  // namespace

StokesletMeans stokeslet_means(const Box& given, std::size_t points) {
  Box box = given;
  const double least =
      *std::max_element(box.lengths.begin(), box.lengths.end()) / double(std::clamp<std::size_t>(points, 4, 10000));
  for (int d = box.periodicity; d < 3; ++d) box.lengths[d] = std::max(box.lengths[d], least);
  switch (box.periodicity) {
    case 0:
      return free_means(box);
    case 1:
      return line_means(box);
    case 2:
      return plane_means(box);
    default:
      return periodic_means(box);
  }
}

double smooth_field_squares(const StokesletMeans& means, const ForceNorms& forces,
                            const std::array<double, 3>& constant) {
  double sum = 0;
  for (int d = 0; d < 3; ++d)
    sum += held_squares(forces.squares[d], forces.net[d], means.squares[d], means.along[d], constant[d]);
  return sum;
}

double smooth_potential_squares(const StokesletMeans& means, double squares, double net, double constant) {
  return held_squares(squares, net, means.potential_square, means.potential, constant);
}

double far_velocity_scale(const Box& box) {
  const double v = box.volume(), l = std::cbrt(v);
  return std::sqrt(4.47 * l * l * l * l) / v;
}

}  // namespace slurry
