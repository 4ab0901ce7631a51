// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>

#include <cmath>
#include <complex>
#include <numbers>
#include <utility>

#include "base/fft.hpp"
#include "support/random_points.hpp"

namespace slurry {
namespace {

using Complex = std::complex<double>;
template <class T>
using Array = Kokkos::View<T*, Kokkos::HostSpace>;  // aligned to 64 bytes

/// sum_j a_j exp(sign 2 pi i j k/n), term by term.
template <class At>
Complex slow_transform(int n, int k, int sign, At&& at) {
  std::complex<long double> sum = 0;
  for (int j = 0; j < n; ++j) {
    const long double angle = sign * 2 * std::numbers::pi_v<long double> * ((long(j) * k) % n) / n;
    const Complex a = at(j);
    sum += std::complex<long double>(a) * std::complex<long double>(std::cos(angle), std::sin(angle));
  }
  return Complex(sum);
}

TEST(LineTransform, ComplexLinesAgreeWithTheDefinitionForRowsAndColumns) {
  const int n = 14, count = 5, pitch = 20;
  for (const LineBatch& lines : {LineBatch{n, count, 1, pitch}, LineBatch{n, count, pitch, 1}})
    for (const auto direction : {TransformDirection::forward, TransformDirection::backward}) {
      const int sign = direction == TransformDirection::forward ? -1 : 1;
      const auto transform = LineTransform::complex_lines(lines, direction);
      Array<Complex> a("a", 400), before("before", 400);
      test::Random random(1);
      for (int i = 0; i < 400; ++i) a(i) = before(i) = Complex(random.normal(), random.normal());
      transform.execute(a.data());
      for (int line = 0; line < count; ++line)
        for (int k = 0; k < n; ++k) {
          const Complex expected =
              slow_transform(n, k, sign, [&](int j) { return before(line * lines.distance + j * lines.stride); });
          EXPECT_LT(std::abs(a(line * lines.distance + k * lines.stride) - expected), 1e-13);
        }
    }
}

TEST(LineTransform, LinesGoTransformedToAnotherArrayAndStayInTheirs) {
  const int n = 14, count = 5, pitch = 20, size = 400;
  const LineBatch rows{n, count, 1, pitch}, columns{n, count, pitch, 1};
  for (const auto& [from, to] : {std::pair{rows, rows}, std::pair{columns, rows}, std::pair{rows, columns}})
    for (const auto direction : {TransformDirection::forward, TransformDirection::backward}) {
      const int sign = direction == TransformDirection::forward ? -1 : 1;
      const auto transform = LineTransform::complex_lines(from, to, direction);
      Array<Complex> a("a", size), before("before", size), b("b", size);
      test::Random random(3);
      for (int i = 0; i < size; ++i) a(i) = before(i) = Complex(random.normal(), random.normal());
      transform.execute(a.data(), b.data());
      for (int i = 0; i < size; ++i) ASSERT_EQ(a(i), before(i));
      int written = 0;
      for (int i = 0; i < size; ++i) written += b(i) != Complex(0);
      EXPECT_EQ(written, n * count);
      for (int line = 0; line < count; ++line)
        for (int k = 0; k < n; ++k) {
          const Complex expected =
              slow_transform(n, k, sign, [&](int j) { return a(line * from.distance + j * from.stride); });
          EXPECT_LT(std::abs(b(line * to.distance + k * to.stride) - expected), 1e-13);
        }
    }
}

TEST(LineTransform, RealLinesAgreeWithTheDefinitionAndReturn) {
  for (int n : {6, 20, 42}) {
    const int count = 4, distance = n + 7, coefficients = n / 2 + 3;
    const LineBatch lines{n, count, 1, distance};
    Array<double> a("a", count * distance), back("back", count * distance);
    Array<Complex> c("c", count * coefficients);
    test::Random random(2);
    for (int i = 0; i < count * distance; ++i) a(i) = random.normal();
    LineTransform::real_to_complex(lines, coefficients).execute(a.data(), c.data());
    for (int line = 0; line < count; ++line)
      for (int k = 0; k <= n / 2; ++k) {
        const Complex expected = slow_transform(n, k, -1, [&](int j) { return Complex(a(line * distance + j)); });
        EXPECT_LT(std::abs(c(line * coefficients + k) - expected), 1e-13);
      }
    LineTransform::complex_to_real(lines, coefficients).execute(c.data(), back.data());
    for (int line = 0; line < count; ++line)
      for (int j = 0; j < n; ++j) EXPECT_NEAR(back(line * distance + j), n * a(line * distance + j), 1e-13 * n);
  }
}

bool seven_smooth(int n, int& odd_factors) {
  odd_factors = 0;
  while (n % 2 == 0) n /= 2;
  for (int p : {3, 5, 7})
    for (; n % p == 0; n /= p) ++odd_factors;
  return n == 1;
}

TEST(GoodTransformLength, IsTheSmallestEvenSmoothLengthWithFewOddFactors) {
  for (int n = 1; n <= 700; ++n) {
    const int length = good_transform_length(n);
    int odd = 0;
    ASSERT_GE(length, n);
    ASSERT_EQ(length % 2, 0);
    ASSERT_TRUE(seven_smooth(length, odd) && odd <= 3) << length;
    for (int shorter = n + n % 2; shorter < length; shorter += 2) {
      ASSERT_FALSE(seven_smooth(shorter, odd) && odd <= 3) << shorter << " would do for " << n;
    }
  }
}

TEST(QuickTransformLength, TakesTheLeastWorkOfAllGoodLengths) {
  int before = 0;
  for (int n = 6; n <= 500; ++n) {
    const int length = quick_transform_length(n);
    ASSERT_GE(length, n);
    ASSERT_GE(length, before) << "padding must not shrink where more is needed";
    ASSERT_EQ(good_transform_length(length), length);
    for (int other = n; other <= 3 * n; ++other) {
      if (good_transform_length(other) != other) continue;
      ASSERT_LE(length * transform_work(length), other * transform_work(other)) << n << ": " << other;
    }
    before = length;
  }
}

// the order that FFTW 3.3.10 showed: 2^7, 2^5 3, 2^3 3^2, 2^2 5^2, 2 3^2 5
TEST(TransformWork, IsNLogNAndGrowsWithOddFactors) {
  const auto factor = [](int n) { return transform_work(n) / (n * std::log2(n)); };
  EXPECT_LT(factor(128), factor(96));
  EXPECT_LT(factor(96), factor(72));
  EXPECT_LT(factor(72), factor(100));
  EXPECT_LT(factor(100), factor(90));
  for (int n = 2; n < 1000; n += 2) EXPECT_NEAR(factor(n), 1, 0.25);
}

}  // namespace
}  // namespace slurry
