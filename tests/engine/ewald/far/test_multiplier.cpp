// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "base/quadrature.hpp"
#include "ewald/far/multiplier.hpp"
#include "far_field_case.hpp"

namespace slurry {
namespace {

using std::numbers::pi;

/// int_from^to f by panels of Gauss points.
template <class F>
double integral(double from, double to, int panels, F&& f) {
  const auto rule = gauss_legendre<double>(24);
  double sum = 0;
  for (int p = 0; p < panels; ++p)
    for (int i = 0; i < 24; ++i)
      sum +=
          (to - from) / panels * rule.weights[i] / 2 * f(from + (to - from) * (p + (rule.nodes[i] + 1) / 2) / panels);
  return sum;
}

struct SymbolCase {
  EwaldParameters p;
  ProlateSplit split;
  FarMultiplier multiplier;
  explicit SymbolCase(const Box& box, std::array<int, 3> grid = {24, 24, 24}, double c = 18)
      : p(test::far_field_parameters(box, grid, c, 8)), split(p.shape, p.near_degree), multiplier(p, split) {}
  /// Truncation radius of the zero mode: no pair of a point and an image is farther apart in the free directions.
  double truncation_radius() const {
    double squared = 0;
    for (int d = p.box.periodicity; d < 3; ++d) squared += p.box.lengths[d] * p.box.lengths[d];
    return std::sqrt(squared) + far_reach(p);
  }
  double gamma(double a, double kappa) const { return split.gamma(std::hypot(a, kappa) * p.cutoff_radius); }
};

TEST(FarMultiplier, WithoutFreeDirectionsItIsTheKernelTimesGamma) {
  const SymbolCase c(Box{{1, 1, 1}, 3});
  const auto m = c.multiplier.radial(6, ModeKind::full, 0);
  EXPECT_NEAR(m(8), 8 * pi / 100 * c.gamma(6, 8), 1e-15);
  EXPECT_EQ(c.multiplier.radial(0, ModeKind::full, 0)(0), 0) << "the mean is dropped";
  EXPECT_EQ(c.multiplier.padding(3.0).kind, ModeKind::full);
  EXPECT_NEAR(c.multiplier.largest_wave_number(), pi * 24, 1e-12);
  for (double v : c.multiplier.constant()) EXPECT_EQ(v, 0);
}

TEST(FarMultiplier, TheCoarsestDirectionCutsTheBall) {
  const SymbolCase c(Box{{2, 1, 1}, 3}, {24, 24, 24});
  EXPECT_NEAR(c.multiplier.largest_wave_number(), pi * 12, 1e-12);
}

// theory/spectral-ewald.md (F6): the kernel B = -rho^2 ln(rho/R) + rho^2/2 - R^2/2, cut at R, by its Hankel transform
TEST(FarMultiplier, ZeroMode1PIsTheHankelTransformOfTheCutKernel) {
  const SymbolCase c(Box{{1, 0.9, 1.2}, 1});
  const double R = c.truncation_radius();
  EXPECT_GE(R, std::hypot(0.9, 1.2) + c.p.cutoff_radius * (1 - 1e-12));
  const auto m = c.multiplier.radial(0, ModeKind::zero, 0);
  EXPECT_EQ(m(0), 0);
  for (double kappa : {0.7, 3.0, 11.0, 40.0}) {
    // the substitution rho = R t^2 makes the logarithm smooth enough
    const double transform = integral(0, 1, 60, [&](double t) {
      const double rho = R * t * t;
      const double kernel = -rho * rho * std::log(t * t) + rho * rho / 2 - R * R / 2;
      return 2 * pi * kernel * ::j0(kappa * rho) * rho * 2 * R * t;
    });
    const double expected = -kappa * kappa * c.gamma(0, kappa) * transform;
    EXPECT_NEAR(m(kappa), expected, 1e-10 * (8 * pi / (kappa * kappa))) << kappa;
  }
}

TEST(FarMultiplier, ZeroMode2PIsTheCosineTransformOfTheCutKernel) {
  const SymbolCase c(Box{{1, 0.9, 1.2}, 2});
  const double R = c.truncation_radius();
  const auto m = c.multiplier.radial(0, ModeKind::zero, 0);
  for (double kappa : {0.0, 0.7, 3.0, 11.0}) {
    const double transform = integral(0, R, 60, [&](double z) { return -8 * pi * (z - R) * std::cos(kappa * z); });
    EXPECT_NEAR(m(kappa), c.gamma(0, kappa) * transform, 1e-11 * transform + 1e-12) << kappa;
  }
}

TEST(FarMultiplier, FreeSpaceIsTheSineTransformOfTheCutKernel) {
  const SymbolCase c(Box{{1, 0.9, 1.2}, 0});
  const double R = c.truncation_radius();
  EXPECT_GE(R, std::hypot(1, 0.9, 1.2) + c.p.cutoff_radius * (1 - 1e-12));
  const auto m = c.multiplier.radial(0, ModeKind::zero, 0);
  EXPECT_EQ(m(0), 0);
  for (double k : {0.7, 3.0, 11.0, 40.0}) {  // B = r - R/2 - r^2/(2 R)
    const double transform =
        integral(0, R, 60, [&](double r) { return 4 * pi * (r - R / 2 - r * r / (2 * R)) * std::sin(k * r) / k * r; });
    EXPECT_NEAR(m(k), -k * k * c.gamma(0, k) * transform, 1e-10 * (8 * pi / (k * k))) << k;
  }
  EXPECT_NEAR(c.multiplier.constant()[1], 2 / R, 1e-15);
}

TEST(FarMultiplier, SmallWaveNumbersOfTheZeroModeAreSmooth) {
  const SymbolCase c(Box{{1, 1, 1}, 1});
  const double R = c.truncation_radius();
  const auto m = c.multiplier.radial(0, ModeKind::zero, 0);
  // tau = x^4/64 - x^6/1152 for small x = kappa R
  for (double x : {0.003, 0.0099, 0.0101, 0.05}) {
    const double tau = x * x * x * x / 64 - std::pow(x, 6) / 1152;
    EXPECT_NEAR(m(x / R) / (8 * pi * R * R / (x * x) * tau), 1, 3e-5) << x;
  }
}

// theory/spectral-ewald.md (F11): the kernel -2 rho K1(a rho)/a, cut smoothly behind the box, by its Hankel transform
TEST(FarMultiplier, TaperedModesAreTheHankelTransformOfTheTaperedKernel) {
  const SymbolCase c(Box{{8, 1, 1}, 1}, {96, 12, 12}, 14);
  const double a = 2 * pi / 8, rc = c.p.cutoff_radius;
  const ModePadding padding = c.multiplier.padding(a);
  ASSERT_EQ(padding.kind, ModeKind::tapered);
  const double start = std::sqrt(2.0) + rc, width = 1.5 * rc;
  EXPECT_NEAR(padding.extension, start + width + rc, 1e-12);
  // smooth step: integral of the prolate of bandwidth 0.75 c, from the other end
  const auto psi = even_prolates(0.75 * c.p.shape, 1)[0];
  const auto prolate = [&](double x) {
    double sum = 0;
    for (std::size_t l = 0; l < psi.size(); ++l) sum += double(psi[l]) * std::legendre(unsigned(2 * l), x);
    return sum;
  };
  const double whole = integral(-1, 1, 4, prolate);
  const auto step = [&](double x) { return integral(x, 1, 4, prolate) / whole; };
  const auto kernel = [&](double rho) {
    return rho > 0 ? -2 * rho * std::cyl_bessel_k(1.0, a * rho) / a : -2 / (a * a);
  };
  // less its value at the start, which is a constant everywhere: one mode, times the area of the padded plane
  const double at_start = kernel(start), area = 17;
  const auto m = c.multiplier.radial(a, padding.kind, area);
  for (double kappa : {0.0, 1.0, 5.0, 20.0}) {
    double transform = integral(0, 1, 40, [&](double t) {
      const double rho = start * t * t;
      return 2 * pi * (kernel(rho) - at_start) * ::j0(kappa * rho) * rho * 2 * start * t;
    });
    transform += integral(start, start + width, 10, [&](double rho) {
      return 2 * pi * (kernel(rho) - at_start) * step(2 * (rho - start) / width - 1) * ::j0(kappa * rho) * rho;
    });
    if (kappa == 0) transform += at_start * area;
    const double k2 = a * a + kappa * kappa, expected = -k2 * c.gamma(a, kappa) * transform;
    EXPECT_NEAR(m(kappa), expected, 1e-11 * 8 * pi / k2 * (1 + k2)) << kappa;
  }
}

TEST(FarMultiplier, PaddingIsThatOfTheRecipe) {
  const SymbolCase c(Box{{3, 1, 0.8}, 1});
  const double rc = c.p.cutoff_radius, diagonal = std::hypot(1, 0.8);
  EXPECT_EQ(c.multiplier.padding(0).kind, ModeKind::zero);
  EXPECT_NEAR(c.multiplier.padding(0).extension, diagonal + 2 * rc, 1e-12);
  double previous = 1e300;
  for (double a = 0.5; a < 60; a *= 1.3) {
    const ModePadding padding = c.multiplier.padding(a);
    const double plain = rc + std::log(2 / c.p.tolerance_relative) / a;
    EXPECT_LE(padding.extension, previous);
    EXPECT_NEAR(padding.extension, std::min(plain, diagonal + 3.5 * rc), 1e-12) << a;
    EXPECT_EQ(padding.kind, plain > diagonal + 3.5 * rc ? ModeKind::tapered : ModeKind::padded);
    previous = padding.extension;
  }
}

TEST(FarMultiplier, ConstantsOfTheZeroModes) {
  const SymbolCase one(Box{{2, 1, 1}, 1}), two(Box{{2, 1.5, 1}, 2});
  const double r1 = one.truncation_radius(), r2 = two.truncation_radius();
  const double c = -(std::log(r1) + 0.5) / 2;
  EXPECT_NEAR(one.multiplier.constant()[0], 4 * c, 1e-14);
  EXPECT_NEAR(one.multiplier.constant()[1], 2 * c, 1e-14);
  EXPECT_NEAR(one.multiplier.constant()[2], 2 * c, 1e-14);
  EXPECT_NEAR(two.multiplier.constant()[0], -4 * pi * r2 / 3, 1e-13);
  EXPECT_NEAR(two.multiplier.constant()[1], -4 * pi * r2 / 3, 1e-13);
  EXPECT_EQ(two.multiplier.constant()[2], 0);
}

}  // namespace
}  // namespace slurry
