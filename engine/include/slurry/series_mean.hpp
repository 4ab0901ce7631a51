// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace slurry {

/// The mean of a time series with its statistical error and the quantities from which both were found.
struct SeriesMean {
  double mean = 0;
  /// Standard deviation of the mean. NaN: the series is too short.
  double error = std::numeric_limits<double>::quiet_NaN();
  /// Integrated autocorrelation time, the integral of the autocorrelation function from lag zero on [time]; NaN: not
  /// known.
  double correlation_time = std::numeric_limits<double>::quiet_NaN();
  double window = std::numeric_limits<double>::quiet_NaN();       ///< lag up to which it was integrated [time]
  double independent = std::numeric_limits<double>::quiet_NaN();  ///< number of independent values
  double from = 0;  ///< time at which the average begins; if the error is known, the series is steady from here on
  std::size_t values = 0;  ///< number of values that are averaged
  std::string too_short;   ///< clause that says why the series is too short for an error; otherwise empty
  std::string no_error;    ///< clause that says why a series of this kind has no error, however long; otherwise empty
  /// Sentences that say which values of a recorded run count, and why (io/run_means.hpp); empty: all of them.
  std::vector<std::string> counted;
};

/// Smallest number of independent values for which an error is given. The literature asks for 25 to 50.
inline constexpr double fewest_independent_values = 30;

/// Sentences that name the method, for files and people.
extern const char* const method_of_series_mean;

/// Averages a series over the time in which it is steady.  Times grow and need not be evenly spaced: each value weighs
/// the time that is nearer to it than to its neighbours.
///
/// Error: sigma^2/n times 1 + 2 sum of rho(k) for k = 1..W, rho being the autocorrelation function and W the smallest
/// lag that is at least six times the sum of rho(k) (N. Madras and A. D. Sokal, J. Stat. Phys. 50 (1988) 109; A. D.
/// Sokal, in Functional Integration, NATO ASI B 361 (1997) 131; these count lag zero by half), corrected for the bias
/// of the mean that is subtracted (U. Wolff, Comput. Phys. Commun. 156 (2004) 143).
///
/// The variance of that estimate is 2 (2 W + 1)/n of its square (Madras and Sokal), which is that of nu = n/(2 W + 1)
/// degrees of freedom, so the deviation of the mean over its estimated error is Student's t. A run is more likely to be
/// long enough to say if its correlation time came out short by chance. This likelihood is taken to be in proportion to
/// the estimated number of independent values, that is to 1/s^2. The mean of t^2 is then E[1/s^4]/E[1/s^2] =
/// nu/(nu - 4) instead of nu/(nu - 2). The square of the error is the estimate times nu/(nu - 4), and never below
/// sigma^2/n.
///
/// The square is also never below the variance of the mean that follows from the means of 8 and of 16 equal parts of
/// the series, which a motion slower than the window moves. If one of these exceeds the variance by the window by more
/// than it does in one of a thousand series without such a motion (chi squared), no error is given.
///
/// Limits: a slow motion with a small share of the variance is found late. Measured over 400 seeds, rms deviations in
/// errors, where a fifth of the variance lasts a given part of the run: 1.1 to 1.2 for a fiftieth, 1.6 to 1.7 for a
/// twentieth, 1.6 to 4.8 for a seventh. Without the parts these were 1.2 to 1.4, 1.8 to 2.1 and 1.6 to 6.7. A motion
/// that lasts a seventh of the run has about three independent values in it, and where it happens to be even, nothing
/// in the series shows it. Refusing at one of twenty or of a hundred series, and four parts, helped little more and
/// left up to a tenth of sound series without an error. The mean of a skewed quantity needs longer runs too. For
/// anticorrelated values the error is too large, since it is never below that of independent values.
///
/// Steady part: of starts in the first half of the series, those are looked at that leave at least 0.8 of the most
/// independent values that any start leaves (J. D. Chodera, J. Chem. Theory Comput. 12 (2016) 1799).  The earliest is
/// taken after which the series has no slope, and its first fifth and last half do not differ (J. Geweke, in Bayesian
/// Statistics 4 (1992) 169; P. Heidelberger and P. D. Welch, Oper. Res. 31 (1983) 1109), by two standard deviations.
///
/// The error is not known in five cases: parts differ as above; there is no such start; the window does not close
/// within a fifth of the series; fewer than `fewest_independent_values` are left; nu is below 6, where the error itself
/// is uncertain by sqrt(1/(2 nu)) = 29 %. The mean is then that of the second half. Throws InputError where there is no
/// value, and where the numbers of times and values differ.
SeriesMean mean_of_series(std::span<const double> times, std::span<const double> values);

/// Averages a series of extremes (Quantity::extreme) over its second half, without an error.  The mean of such a series
/// comes from a few rare values.  A run that is too short to meet the rarest values cannot show the error of the mean.
/// Throws InputError as `mean_of_series` does.
SeriesMean mean_of_extremes(std::span<const double> times, std::span<const double> values);

}  // namespace slurry
