// SPDX-License-Identifier: BSD-3-Clause
// Means over time with their errors: series whose true mean is known, many seeds each, so that the claimed errors are
// compared with the scatter that they stand for.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>
#include <numeric>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "slurry/error.hpp"
#include "slurry/series_mean.hpp"

namespace slurry {
namespace {

using Values = std::vector<double>;

/// x_k = r x_(k-1) + noise of variance 1 - r^2: variance 1, correlation r^k, so that the variance of a mean over n is
/// (1 + r)/(1 - r)/n for n much longer than the correlation.
Values correlated(double r, std::size_t n, unsigned seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal;
  Values x(n);
  double at = normal(random);
  for (double& v : x) v = at = r * at + std::sqrt(1 - r * r) * normal(random);
  return x;
}

/// Variance of the mean over n values of that process, exactly: 1/n^2 times the sum of r^|i - k| over i and k.
double exact_variance(double r, std::size_t n) {
  const double count = static_cast<double>(n);
  return (count * (1 + r) / (1 - r) - 2 * r * (1 - std::pow(r, count)) / ((1 - r) * (1 - r))) / (count * count);
}

Values walk(std::size_t n, unsigned seed) {
  Values x = correlated(0, n, seed);
  std::partial_sum(x.begin(), x.end(), x.begin());
  return x;
}

Values counted(std::size_t n, double step = 1) {
  Values t(n);
  for (std::size_t i = 0; i < n; ++i) t[i] = step * static_cast<double>(i);
  return t;
}

/// Of many seeds: mean of the squared deviations from 0, the truth, over the claimed error; share of those that say
/// one.
struct Coverage {
  double chi2 = 0, said = 0;
};
Coverage coverage(int seeds, const std::function<SeriesMean(unsigned)>& mean_of_seed) {
  Coverage c;
  for (int k = 1; k <= seeds; ++k) {
    const SeriesMean m = mean_of_seed(static_cast<unsigned>(k));
    EXPECT_EQ(std::isnan(m.error), !m.too_short.empty());
    if (std::isnan(m.error)) continue;
    c.chi2 += m.mean * m.mean / (m.error * m.error);
    ++c.said;
  }
  c.chi2 /= c.said;
  c.said /= seeds;
  return c;
}

TEST(SeriesMean, ErrorIsTheScatterOverSeeds) {
  // 400 seeds: the standard deviation of chi2 is sqrt(2/400) = 0.07
  for (const auto& [r, n] : {std::pair{0.0, 200u}, {0.0, 5000u}, {0.5, 500u}, {0.9, 2000u}, {0.97, 8000u}}) {
    const Coverage c =
        coverage(400, [&, r = r, n = n](unsigned k) { return mean_of_series(counted(n), correlated(r, n, k)); });
    EXPECT_GT(c.said, 0.95) << r << " " << n;
    EXPECT_GT(c.chi2, 0.75) << r << " " << n;
    EXPECT_LT(c.chi2, 1.3) << r << " " << n;
  }
}

/// Series of few correlation times.  Those whose correlation time came out short by chance are more likely to say an
/// error, so a bar that holds on average over all series is too short for these.  Wanted: an rms deviation of 0.85 to
/// 1.15 errors wherever a quarter of the series say one, and no more than a quarter that say none at 100 times.
TEST(SeriesMean, ErrorsOfShortSeriesHold) {
  for (const double tau : {2.0, 20.0})
    for (const double length : {50.0, 80.0, 100.0, 150.0}) {
      const double r = (tau - 0.5) / (tau + 0.5);
      const auto n = static_cast<std::size_t>(length * tau);
      double exact = 0;
      const Coverage c = coverage(1000, [&](unsigned k) {
        const SeriesMean m = mean_of_series(counted(n), correlated(r, n, k));
        if (!std::isnan(m.error)) exact += exact_variance(r, m.values) / (m.error * m.error);
        return m;
      });
      EXPECT_GT(c.said, length < 100 ? 0.25 : 0.75) << tau << " " << length;
      // the square of the deviation, and of the exact standard deviation, over that of the claimed error
      for (const double square : {c.chi2, exact / (1000 * c.said)}) {
        EXPECT_GT(square, 0.85 * 0.85) << tau << " " << length;
        EXPECT_LT(square, 1.15 * 1.15) << tau << " " << length;
      }
    }
}

/// A fifth of the variance lasts a twentieth or a fiftieth of the run, which the window does not see: rms deviations
/// were 2.1 and 1.4 claimed errors.
TEST(SeriesMean, ASlowPartOfTheVarianceIsSeen) {
  constexpr std::size_t n = 4000;
  for (const auto& [lasts, most] : {std::pair(20.0, 1.8), std::pair(50.0, 1.3)}) {
    const Coverage c = coverage(400, [&, lasts = lasts](unsigned k) {
      Values x = correlated(0.5, n, k);
      const Values slow = correlated(std::exp(-lasts / n), n, k + 100000);
      for (std::size_t i = 0; i < n; ++i) x[i] = std::sqrt(0.8) * x[i] + std::sqrt(0.2) * slow[i];
      return mean_of_series(counted(n), x);
    });
    EXPECT_LT(std::sqrt(c.chi2), most) << lasts;
    EXPECT_GT(c.said, 0.5) << lasts;
  }
}

/// The variance of the estimate is 2 (2 W + 1)/n of its square (Madras and Sokal 1988).
TEST(SeriesMean, AnErrorThatIsUncertainItselfIsTooShortToSay) {
  int uncertain = 0;
  for (unsigned k = 1; k <= 200; ++k) {
    const SeriesMean m = mean_of_series(counted(1000), correlated(0.95, 1000, k));
    uncertain += m.too_short.find("uncertain by more than 29 %") != std::string::npos;
    if (m.too_short.empty()) {
      EXPECT_GE(static_cast<double>(m.values) / (2 * m.window + 1), 6) << k;
    }
  }
  EXPECT_GE(uncertain, 1);
  EXPECT_LE(uncertain, 50);
}

/// A long series, and one that is just long enough.
TEST(SeriesMean, AnErrorFromFewValuesSaysSo) {
  EXPECT_EQ(mean_of_series(counted(5000), correlated(0, 5000, 1)).caution, "");
  int cautioned = 0;
  for (unsigned k = 1; k <= 20; ++k) {
    const SeriesMean m = mean_of_series(counted(40), correlated(0, 40, k));
    EXPECT_EQ(m.caution.empty(), std::isnan(m.error)) << k;
    cautioned += !m.caution.empty();
  }
  EXPECT_GT(cautioned, 10);
}

TEST(SeriesMean, CorrelationTimeIsThatOfTheProcess_InItsUnit) {
  // integral of r^k with steps of 0.25: 0.25 (1/2 + r/(1 - r))
  for (const double r : {0.5, 0.9, 0.98}) {
    double sum = 0;
    int said = 0;
    for (unsigned k = 1; k <= 40; ++k) {
      const SeriesMean m = mean_of_series(counted(20000, 0.25), correlated(r, 20000, k));
      if (!m.too_short.empty()) continue;
      sum += m.correlation_time;
      ++said;
    }
    ASSERT_GT(said, 36);
    sum /= said;
    const double truth = 0.25 * (0.5 + r / (1 - r));
    EXPECT_NEAR(sum / truth, 1, 0.1) << r;
  }
  const SeriesMean m = mean_of_series(counted(1000, 0.25), correlated(0.9, 1000, 1));
  EXPECT_NEAR(m.window / m.correlation_time, 5, 1);  // Sokal's
  EXPECT_NEAR(m.independent, 0.25 * static_cast<double>(m.values) / (2 * m.correlation_time), 1e-9 * m.independent);
}

TEST(SeriesMean, FramesMayBeUneven) {
  // An Ornstein-Uhlenbeck process of correlation time 1, seen at times whose steps vary a hundredfold, as adaptive
  // steps and frames by the clock have them: its mean over a time T has the variance 2/T (1 - (1 - exp(-T))/T).
  const Coverage c = coverage(300, [](unsigned k) {
    std::mt19937_64 random(k);
    std::normal_distribution<double> normal;
    std::uniform_real_distribution<double> uniform;
    Values t{0}, x{normal(random)};
    while (t.back() < 400) {
      const double step = (std::sin(0.05 * t.back()) > 0 ? 0.01 : 0.3) * (0.5 + 2 * uniform(random));
      const double r = std::exp(-step);
      t.push_back(t.back() + step);
      x.push_back(r * x.back() + std::sqrt(1 - r * r) * normal(random));
    }
    return mean_of_series(t, x);
  });
  EXPECT_GT(c.said, 0.95);
  EXPECT_GT(c.chi2, 0.75);
  EXPECT_LT(c.chi2, 1.35);
}

TEST(SeriesMean, WeighsTheTimeThatAValueStandsFor) {
  // noise around 0 while frames are sparse, around 1 while they are ten times as dense: half of the time each
  Values t, x;
  std::mt19937_64 random(7);
  std::normal_distribution<double> normal(0, 0.1);
  for (int block = 0; block < 200; ++block)
    for (int i = 0; i < (block % 2 ? 100 : 10); ++i) {
      t.push_back(10 * block + (block % 2 ? 0.1 : 1) * i);
      x.push_back(block % 2 + normal(random));
    }
  const SeriesMean m = mean_of_series(t, x);
  EXPECT_NEAR(m.mean, 0.5, 0.03);
}

TEST(SeriesMean, ATransientIsLeftOut) {
  const std::size_t n = 2000;
  for (const double height : {3.0, 10.0, 100.0}) {
    double from = 0;
    const Coverage c = coverage(200, [&](unsigned k) {
      Values x = correlated(0.9, n, k);
      for (std::size_t i = 0; i < n; ++i) x[i] += height * std::exp(-static_cast<double>(i) / 20);
      const SeriesMean m = mean_of_series(counted(n), x);
      from += m.from / 200;
      return m;
    });
    EXPECT_GT(c.said, 0.9) << height;
    EXPECT_LT(c.chi2, 1.4) << height;
    EXPECT_GT(c.chi2, 0.7) << height;
    // where it has come down to the error of the mean, about 0.1, or a little before
    EXPECT_GT(from, height < 9 ? 0 : 20 * std::log(height / 3)) << height;
    EXPECT_LT(from, 500) << height;
  }
}

/// Frames of an adaptive run: a few long ones behind a transient.  A value that stands for times before the steady part
/// and in it is none of it, and 50 values are worth 50 at most.
TEST(SeriesMean, ALongFrameAtTheEndOfATransientIsLeftOut) {
  Values t, x;
  for (int i = 0; i < 10; ++i) {
    t.push_back(0.375 * i);
    x.push_back(std::pow(10, -0.5 * i));
  }
  for (int i = 0; i < 50; ++i) {
    t.push_back(t.back() + 0.1 + 0.2 * (i % 3));
    x.push_back(3e-11 * (1 + 1e-6 * (i % 2)));
  }
  const SeriesMean m = mean_of_series(t, x);
  EXPECT_EQ(m.too_short, "");
  EXPECT_NEAR(m.mean, 3e-11, 1e-16);
  EXPECT_LE(m.independent, static_cast<double>(m.values));
  EXPECT_LE(m.values, 50u);
}

TEST(SeriesMean, AWalkAndADriftAreTooShortToSay) {
  for (const std::size_t n : {100u, 1000u, 10000u}) {
    int said = 0, said_of_drift = 0;
    for (unsigned k = 1; k <= 100; ++k) {
      said += mean_of_series(counted(n), walk(n, k)).too_short.empty();
      Values x = correlated(0, n, k);
      for (std::size_t i = 0; i < n; ++i) x[i] += 3 * static_cast<double>(i) / static_cast<double>(n);
      said_of_drift += mean_of_series(counted(n), x).too_short.empty();
    }
    EXPECT_LE(said, 3) << n;
    EXPECT_LE(said_of_drift, n == 100 ? 15 : 1) << n;  // a hundred values hardly show it
  }
}

TEST(SeriesMean, FewIndependentValuesAreTooShortToSay) {
  int said = 0;
  for (unsigned k = 1; k <= 200; ++k) said += mean_of_series(counted(200), correlated(0.95, 200, k)).too_short.empty();
  EXPECT_LE(said, 10);  // 5 independent ones
  const SeriesMean few = mean_of_series(Values{0, 1, 2}, Values{1, 2, 6});
  EXPECT_DOUBLE_EQ(few.mean, 4);  // of the second half
  EXPECT_TRUE(std::isnan(few.error));
  EXPECT_FALSE(few.too_short.empty());
  const SeriesMean one = mean_of_series(Values{5}, Values{3});
  EXPECT_EQ(one.mean, 3);
  EXPECT_FALSE(one.too_short.empty());
}

TEST(SeriesMean, OfAMotionThatRepeatsItself) {
  // 50 periods: the mean of a sine over any time T is at most period/(pi T) from 0
  Values x(5000);
  for (std::size_t i = 0; i < x.size(); ++i)
    x[i] = std::sin(2 * std::numbers::pi * (static_cast<double>(i) + 0.3) / 100);
  const SeriesMean m = mean_of_series(counted(x.size()), x);
  ASSERT_TRUE(m.too_short.empty()) << m.too_short;
  EXPECT_LT(std::abs(m.mean), 3 * m.error);
  EXPECT_LT(m.error, 0.1);
}

TEST(SeriesMean, OfAValueThatSettles) {
  Values x(2000);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = 2 + std::exp(-static_cast<double>(i) / 10);
  const SeriesMean m = mean_of_series(counted(x.size()), x);
  ASSERT_TRUE(m.too_short.empty()) << m.too_short;
  EXPECT_NEAR(m.mean, 2, 1e-3);
  EXPECT_LT(m.error, 1e-3);
}

/// Values with a tail like that of smallest gaps: most are 1e-7, and each ten thousandth one is 1.  The true mean is
/// 1.001e-4.  Most short series have no such value, and their scatter would claim an error of 0.
TEST(SeriesMean, OfExtremesHasNoError) {
  for (unsigned k = 1; k <= 50; ++k) {
    std::mt19937_64 random(k);
    std::bernoulli_distribution rare(1e-4);
    Values x(2000);
    for (double& v : x) v = rare(random) ? 1 : 1e-7;
    const SeriesMean m = mean_of_extremes(counted(x.size()), x);
    EXPECT_TRUE(std::isnan(m.error));
    EXPECT_TRUE(m.too_short.empty());  // a longer series would have no error either
    EXPECT_FALSE(m.no_error.empty());
    EXPECT_NEAR(m.mean, std::accumulate(x.begin() + 1000, x.end(), 0.0) / 1000, 1e-12);  // of the second half
    EXPECT_EQ(m.values, 1000u);
  }
  EXPECT_EQ(mean_of_extremes(Values{5}, Values{3}).mean, 3);
  EXPECT_THROW(mean_of_extremes({}, {}), InputError);
  EXPECT_THROW(mean_of_extremes(Values{1, 2}, Values{1}), InputError);
}

TEST(SeriesMean, WhatCannotBeAveragedIsRefused) {
  EXPECT_THROW(mean_of_series({}, {}), InputError);
  EXPECT_THROW(mean_of_series(Values{1, 2}, Values{1}), InputError);
}

TEST(SeriesMean, SaysItsMethod) {
  EXPECT_NE(std::string(method_of_series_mean).find("Sokal"), std::string::npos);
}

}  // namespace
}  // namespace slurry
