// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "slurry/error.hpp"
#include "slurry/file_info.hpp"

namespace slurry {
namespace {

/// x_k = r x_(k-1) + noise of variance 1 - r^2: variance 1, correlation r^k, so that the variance of a mean over n is
/// (1 + r)/(1 - r)/n for n much longer than the correlation.
std::vector<double> correlated(double r, std::size_t n, unsigned seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal;
  std::vector<double> x(n);
  double at = normal(random);
  for (double& v : x) v = at = r * at + std::sqrt(1 - r * r) * normal(random);
  return x;
}

TEST(MeanOfSeries, ErrorOfCorrelatedValuesIsTheTrueScatterOfTheMean) {
  const std::size_t n = 4096;
  for (const double r : {0.0, 0.5, 0.9}) {
    double squares = 0, claimed = 0;
    const int repeats = 200;
    for (int k = 0; k < repeats; ++k) {
      const SeriesMean m = mean_of_series(correlated(r, n, 1 + k));
      squares += m.mean * m.mean;
      claimed += m.error * m.error;
    }
    const double truth = (1 + r) / (1 - r) / n;
    EXPECT_NEAR(squares / repeats / truth, 1, 0.35) << r;  // the series are what they are said to be
    // the largest of several estimates is a little too large, never half of the truth
    EXPECT_GT(claimed / repeats / truth, 0.9) << r;
    EXPECT_LT(claimed / repeats / truth, 2.2) << r;
  }
}

TEST(MeanOfSeries, OfAFewValuesHasNoError) {
  const SeriesMean m = mean_of_series(std::vector<double>{1, 2, 6});
  EXPECT_DOUBLE_EQ(m.mean, 3);
  EXPECT_TRUE(std::isnan(m.error));
  EXPECT_THROW(mean_of_series({}), InputError);
}

}  // namespace
}  // namespace slurry
