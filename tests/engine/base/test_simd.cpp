// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>

#include "base/simd.hpp"

namespace slurry {
namespace {

TEST(Simd, InverseSquareRootIsExactToRounding) {
  using Wide = simd::Wide<double>;
  for (double exponent = -30; exponent <= 30; exponent += 0.0037) {
    const double s = std::pow(10, exponent);
    const Wide y = simd::inverse_sqrt(Wide(s));
    EXPECT_NEAR(y[0] * std::sqrt(s), 1, 7e-16) << s;
    EXPECT_EQ(y[0], y[Wide::size() - 1]);
  }
}

}  // namespace
}  // namespace slurry
