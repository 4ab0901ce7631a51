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

}  // namespace
}  // namespace slurry
