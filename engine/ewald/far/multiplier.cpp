// SPDX-License-Identifier: BSD-3-Clause
#include "ewald/far/multiplier.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>

#include "base/quadrature.hpp"
#include "kernels/prolate_split.hpp"

namespace slurry {
namespace {

using std::numbers::pi;

/// Transform of the cut kernel over that of the plain one in d free dimensions, x = k R (theory/spectral-ewald.md
/// (F5)-(F7)).
double cut_factor(int free_dimensions, double x) {
  switch (free_dimensions) {
    case 3:
      return x < 1e-2 ? x * x * x * x / 120 : 1 + std::cos(x) / 2 - 1.5 * std::sin(x) / x;
    case 2:
      return x < 1e-2 ? x * x * x * x / 64 : 1 - ::j0(x) - x * ::j1(x) / 2;
    default:
      return 1 - std::cos(x);
  }
}

/// Factor for 1/r (-2 ln rho, -2 pi |z| in two and one dimensions), shifted to vanish at R.
double coulomb_cut_factor(int free_dimensions, double x) {
  switch (free_dimensions) {
    case 3:
      return x < 1e-2 ? x * x / 6 * (1 - x * x / 20) : 1 - std::sin(x) / x;
    case 2:
      return x < 1e-2 ? x * x / 4 * (1 - x * x / 16) : 1 - ::j0(x);
    default:
      return 1 - std::cos(x);
  }
}

/// Smooth step from 1 at x = -1 to 0 at x = 1: integral of the prolate of bandwidth c.
class SmoothStep {
 public:
  explicit SmoothStep(double c) : psi_(even_prolates(c, 1)[0]) { total_ = integral(1) - integral(-1); }
  double operator()(double x) const { return static_cast<double>((integral(1) - integral(x)) / total_); }

 private:
  // int P_n = (P_{n+1} - P_{n-1})/(2 n + 1)
  long double integral(long double x) const {
    long double sum = psi_[0] * x, p0 = 1, p1 = x;  // P_{n-1}, P_n with n odd = 2 l - 1
    for (std::size_t l = 1; l < psi_.size(); ++l) {
      const long double n = 2.0L * l;
      const long double p2 = ((2 * n - 1) * x * p1 - (n - 1) * p0) / n;  // P_n
      const long double p3 = ((2 * n + 1) * x * p2 - n * p1) / (n + 1);  // P_{n+1}
      sum += psi_[l] * (p3 - p1) / (2 * n + 1);
      p0 = p2;
      p1 = p3;
    }
    return sum;
  }
  std::vector<long double> psi_;
  long double total_ = 1;
};

}  // namespace

double padding_margin(const EwaldParameters& p, double a) {
  const double decay = std::log(2 / p.tolerance_relative);
  if (p.box.periodicity != 2 || p.layer == Layer::coulomb) return decay / a;
  // the mode is (1 + a |z|) exp(-a |z|), and a pair of points sees its image from the mean place of the box; a half of
  // the error is left to it
  const double s = 2 * a * p.box.lengths[2];
  const double seen = s < 1e-3 ? 1 - 2 * s / 3 : 2 * (1 - (1 + s) * std::exp(-s)) / (s * s);
  return (decay + std::max(0.0, std::log(1 + decay) + 0.5 * std::log(seen) - std::log(2.0))) / a;
}

FarMultiplier::FarMultiplier(const EwaldParameters& p, const EwaldSplit& split) : p_(p), split_(split) {
  double spacing = 0;
  for (int d = 0; d < 3; ++d) {
    spacing = std::max(spacing, p.box.lengths[d] / p.grid[d]);
    if (d >= p.box.periodicity) diagonal_ += p.box.lengths[d] * p.box.lengths[d];
  }
  largest_ = pi / spacing;
  diagonal_ = std::sqrt(diagonal_);
  reach_ = far_reach(p);
  radius_ = diagonal_ + reach_;
  taper_start_ = radius_;
  // a step of bandwidth 0.75 c that the grid resolves as well as the split at sigma = 1.35: 1.5 r_c for the prolate one
  taper_width_ = 1.5 * 1.35 * equivalent_bandwidth(p) / largest_;
}

ModePadding FarMultiplier::padding(double a) const {
  if (p_.box.periodicity == 3) return {ModeKind::full, 0};
  if (a == 0) return {ModeKind::zero, radius_ + reach_};
  const double padded = reach_ + padding_margin(p_, a), tapered = taper_start_ + taper_width_ + reach_;
  if (p_.box.periodicity == 1 && padded > tapered) return {ModeKind::tapered, tapered};
  return {ModeKind::padded, padded};
}

std::function<double(double)> FarMultiplier::radial(double a, ModeKind kind, double area) const {
  const EwaldSplit& split = split_;
  const double rc = p_.cutoff_radius;
  const bool coulomb = p_.layer == Layer::coulomb;
  const double strength = coulomb ? 4 * pi : 8 * pi;
  const auto plain = [&split, rc, a, strength](double kappa) {
    const double k2 = a * a + kappa * kappa;
    return strength / k2 * split.gamma(std::sqrt(k2) * rc);
  };
  if (kind == ModeKind::padded || kind == ModeKind::full)
    return [plain, a](double kappa) { return a == 0 && kappa == 0 ? 0.0 : plain(kappa); };
  if (kind == ModeKind::zero) {
    const double radius = radius_;
    const int free = 3 - p_.box.periodicity;
    if (coulomb)
      return [plain, radius, free](double kappa) {
        if (kappa == 0) return 2 * pi * radius * radius / (free == 3 ? 3 : free == 2 ? 2 : 1);
        return plain(kappa) * coulomb_cut_factor(free, kappa * radius);
      };
    return [plain, radius, free](double kappa) {
      if (kappa == 0) return free == 1 ? 4 * pi * radius * radius : 0.0;
      return plain(kappa) * cut_factor(free, kappa * radius);
    };
  }
  // tapered: 1 + the part beyond the start is cut off smoothly.  Everything but gamma/k^2 is an entire function of
  // kappa of exponential type taper_start + taper_width, so a piecewise interpolant of fixed degree is exact to
  // rounding.
  const double start = taper_start_, width = taper_width_, end = std::sqrt(std::max(0.0, largest_ * largest_ - a * a));
  const SmoothStep step(0.75 * equivalent_bandwidth(p_));
  const auto rule = gauss_legendre<double>(30 + static_cast<int>(1.2 * largest_ * width));
  // what one mode of r, or of 1/r, is across: -2 rho K1(a rho)/a, 2 K0(a rho)
  const auto kernel = [coulomb, a](double rho) {
    return coulomb ? 2 * std::cyl_bessel_k(0.0, a * rho) : -2 * rho * std::cyl_bessel_k(1.0, a * rho) / a;
  };
  // The mode of r is about -2/a^2 in a long box.  Cut off, a constant so large leaves errors of the taper that are as
  // large; it is the mode kappa = 0 alone, which the padded grid has exactly.
  const double constant = coulomb ? 0 : kernel(start);
  std::vector<double> rho(rule.nodes.size()), weight(rule.nodes.size());
  for (std::size_t i = 0; i < rho.size(); ++i) {
    rho[i] = start + width * (rule.nodes[i] + 1) / 2;
    weight[i] = step(rule.nodes[i]) * (kernel(rho[i]) - constant) * rho[i] * rule.weights[i] * width / 2;
  }
  const double y = a * start, k0 = std::cyl_bessel_k(0.0, y), k1 = std::cyl_bessel_k(1.0, y);
  const auto factor = [=](double kappa) {  // tau_a(start) and the tail's integral, times k^2 of the plain kernel
    const double x = kappa * start, k2 = a * a + kappa * kappa, j0x = ::j0(x), j1x = ::j1(x);
    double tau = 1 + x * j1x * k0 - y * j0x * k1;
    double tail = 0;
    for (std::size_t i = 0; i < rho.size(); ++i) tail += weight[i] * ::j0(kappa * rho[i]);
    if (coulomb) return 4 * pi * tau + 2 * pi * k2 * tail;
    tau += k2 * start * start / (2 * a) * (kappa * j1x * k1 - a * j0x * k0);
    const double disc = start * start * (x < 1e-8 ? 0.5 : j1x / x);  // int_0^start J0(kappa rho) rho d rho
    return 8 * pi * tau + 2 * pi * k2 * k2 * (constant * disc - tail);
  };
  const int intervals = 2 + static_cast<int>(end * (start + width) / 3);
  auto table = std::make_shared<PiecewiseChebyshev>(factor, std::max(end, 1e-12), intervals, 16);
  return [table, &split, rc, a, everywhere = -a * a * constant * area](double kappa) {
    const double k2 = a * a + kappa * kappa;
    return ((*table)(kappa) / k2 + (kappa == 0 ? everywhere : 0)) * split.gamma(std::sqrt(k2) * rc);
  };
}

std::array<double, 3> FarMultiplier::constant() const {
  const auto& length = p_.box.lengths;
  if (p_.layer == Layer::coulomb) {
    const double by_periodicity[4] = {1 / radius_, -2 * std::log(radius_) / length[0],
                                      -2 * pi * radius_ / (length[0] * length[1]), 0};
    return {by_periodicity[p_.box.periodicity], 0, 0};
  }
  switch (p_.box.periodicity) {
    case 0:
      return {2 / radius_, 2 / radius_, 2 / radius_};
    case 1: {
      const double c = -(std::log(radius_) + 0.5) / length[0];
      return {4 * c, 2 * c, 2 * c};
    }
    case 2: {
      const double c = -4 * pi * radius_ / (length[0] * length[1]);
      return {c, c, 0};
    }
    default:
      return {0, 0, 0};
  }
}

}  // namespace slurry
