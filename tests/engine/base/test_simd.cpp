// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>

#include "base/simd.hpp"

namespace slurry {
namespace {

// the estimate of 14 bits leaves e < 1.3e-4, the step 5/16 e^3
TEST(Simd, InverseSquareRootHasARelativeErrorBelow6e13) {
  using Wide = simd::Wide<double>;
  double squares = 0;
  int count = 0;
  for (double exponent = -30; exponent <= 30; exponent += 0.0137) {
    const double s = std::pow(10, exponent);
    const Wide y = simd::inverse_sqrt(Wide(s));
    const double error = y[0] * std::sqrt(s) - 1;
    EXPECT_LT(std::abs(error), 6e-13) << s;
    EXPECT_EQ(y[0], y[Wide::size() - 1]);
    squares += error * error;
    ++count;
  }
  EXPECT_LT(std::sqrt(squares / count), 1.2e-13);
}

template <class Real>
void expect_zero_without_distance() {
  using Wide = simd::Wide<Real>;
  Real lane[Wide::size()];
  for (std::size_t l = 0; l < Wide::size(); ++l) lane[l] = l % 3 == 1 ? Real(0) : Real(1 << l);
  const Wide y = simd::inverse_sqrt<true>(Wide(lane, simd::element_aligned));
  for (std::size_t l = 0; l < Wide::size(); ++l) {
    if (lane[l] == 0)
      EXPECT_EQ(y[l], 0);
    else
      EXPECT_NEAR(y[l] * std::sqrt(lane[l]), 1, sizeof(Real) == 8 ? 6e-13 : 3e-7);
  }
}
TEST(Simd, InverseSquareRootIsZeroAtZeroWhereAskedFor) {
  expect_zero_without_distance<double>();
  expect_zero_without_distance<float>();
}

// what a vector gathers and spreads, against a loop over its lanes; nothing else is written
template <class Real>
void expect_selections() {
  using Wide = simd::Wide<Real>;
  constexpr std::size_t width = Wide::size();
  Real values[width], limits[width];
  for (unsigned trial = 0; trial < 300; ++trial) {
    unsigned bits = 0;
    for (std::size_t l = 0; l < width; ++l) {
      values[l] = Real(l + 1);
      const bool below = trial == 0 || (trial != 1 && (trial * 2654435761u >> (l + 4) & 1u) != 0);
      limits[l] = below ? Real(l + 2) : Real(l + 1);
      bits |= unsigned(below) << l;
    }
    const Wide v(values, simd::element_aligned);
    ASSERT_EQ(simd::lanes_below<Real>(v, Wide(limits, simd::element_aligned)), bits);
    Real packed[width + 1];
    packed[width] = -7;
    simd::compress<Real>(bits, v, packed);
    EXPECT_EQ(packed[width], -7);
    Real spread[width];
    for (std::size_t l = 0; l < width; ++l) spread[l] = 100;
    simd::expand_add(bits, packed, spread);
    std::size_t next = 0;
    for (std::size_t l = 0; l < width; ++l) {
      const bool selected = bits >> l & 1u;
      if (selected) {
        EXPECT_EQ(packed[next++], values[l]);
      }
      EXPECT_EQ(spread[l], selected ? 100 + values[l] : 100) << l;
    }
  }
}
TEST(Simd, SelectedLanesAreGatheredAndSpread) {
  expect_selections<double>();
  expect_selections<float>();
}

TEST(Simd, OffsetsAreAddedInDoublePrecision) {
  double x[16];
  for (int l = 0; l < 16; ++l) x[l] = 1e9 + 0.25 * l;
  const auto y = simd::load_shifted<float>(x, -1e9);
  for (std::size_t l = 0; l < y.size(); ++l) EXPECT_EQ(y[l], 0.25f * float(l));
  const auto z = simd::load_shifted<double>(x, -1e9);
  for (std::size_t l = 0; l < z.size(); ++l) EXPECT_EQ(z[l], 0.25 * double(l));
}

}  // namespace
}  // namespace slurry
