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
  std::string caution;     ///< sentence on an error from fewer than `safe_independent_values`; otherwise empty
  /// Sentences that say which values of a recorded run count, and why (io/run_means.hpp); empty: all of them.
  std::vector<std::string> counted;
};

/// Smallest number of independent values for which an error is given. The literature asks for 25 to 50.
inline constexpr double fewest_independent_values = 30;

/// An error that comes from fewer independent values than these has a caution.
inline constexpr double safe_independent_values = 50;

/// Sentences that name the method, for files and people.
extern const char* const method_of_series_mean;
/// Sentence that says what no series can show of its mean.
extern const char* const limit_of_series_mean;

/// Averages a series over the time in which it is steady. Times increase, and their distances may differ: the weight of
/// a value is the length of time that is nearer to it than to its neighbours.
///
/// Error of the mean: it is computed from sigma^2/n times 1 + 2 sum of rho(k) for k = 1..W. Here rho is the
/// autocorrelation function. W is the smallest lag that is at least six times the sum of rho(k) (N. Madras and A. D.
/// Sokal, J. Stat. Phys. 50 (1988) 109; A. D. Sokal, in Functional Integration, NATO ASI B 361 (1997) 131; they count
/// lag zero by half). The bias from subtracting the mean is corrected (U. Wolff, Comput. Phys. Commun. 156 (2004) 143).
///
/// Uncertainty of the error: the variance of this estimate s^2 is 2 (2 W + 1)/n of its square (Madras and Sokal). This
/// is the variance of an estimate with nu = n/(2 W + 1) degrees of freedom. The deviation of the mean over its
/// estimated error therefore has Student's distribution t. Runs whose correlation time came out short by chance are
/// more likely to count as long enough. This likelihood is assumed to be proportional to the estimated number of
/// independent values, that is to 1/s^2. The mean of t^2 is then E[1/s^4]/E[1/s^2] = nu/(nu - 4) instead of nu/(nu -
/// 2). The square of the error is therefore s^2 times nu/(nu - 4). It is never below sigma^2/n.
///
/// Slow motions: the means of 8 and of 16 equal parts of the series also give a variance of the mean, which contains
/// motions slower than the window. The square of the error is never below either variance. A variance from the parts
/// may exceed s^2 by chance. If it does so by more than in one of a thousand series without slow motions (chi squared),
/// no error is given.
///
/// Limits: a slow motion with a small share of the variance is found late. In a test over 400 seeds, a fifth of the
/// variance came from a motion that lasts a part of the run. The rms deviation of the mean was 1.1 to 1.2 errors if it
/// lasts a fiftieth, 1.6 to 1.7 for a twentieth, and 1.6 to 4.8 for a seventh. Without the parts it was 1.2 to 1.4, 1.8
/// to 2.1 and 1.6 to 6.7. A motion that lasts a seventh of the run has only about three independent values. If these
/// happen to be equal, nothing in the series shows the motion. Stricter limits (one of twenty or of a hundred series,
/// or four parts) helped little, and left up to a tenth of sound series without an error. The mean of a skewed quantity
/// needs longer runs as well. For anticorrelated values the error is too large, since it is never below the error of
/// independent values.
///
/// Few independent values: a run of fewer than about 25 correlation times says an error only if its correlation time
/// came out short by chance. One long run of 20 spheres in a cell (correlation time 32) was cut into pieces. Of pieces
/// of 12, 19, 31 and 47 correlation times, 4, 10, 24 and 41 % said an error, with rms deviations of 2.8, 2.0, 1.5 and
/// 1.0 errors. To ask for 40 instead of 30 values made such pieces rarer by a factor of three, but no better, and took
/// the error from half of the sound ones. So the limit stayed, and below `safe_independent_values` a caution says this.
///
/// Steady part: a start lies in the first half of the series and leaves a number of independent values. Only starts
/// that leave at least 0.8 of the largest such number are considered (J. D. Chodera, J. Chem. Theory Comput. 12 (2016)
/// 1799). The earliest of these is taken after which the series has no slope and the first fifth does not differ from
/// the last half, within two standard deviations (J. Geweke, in Bayesian Statistics 4 (1992) 169; P. Heidelberger and
/// P. D. Welch, Oper. Res. 31 (1983) 1109).
///
/// The error is not known in five cases: the parts differ as described above; there is no such start; the window does
/// not close within a fifth of the series; fewer than `fewest_independent_values` are left; nu is below 6, where the
/// error itself is uncertain by sqrt(1/(2 nu)) = 29 %. The mean is then taken over the second half. Throws InputError
/// if there is no value, or if the numbers of times and values differ.
SeriesMean mean_of_series(std::span<const double> times, std::span<const double> values);

/// Averages a series of extremes (Quantity::extreme) over its second half, without an error. The mean of such a series
/// comes from a few rare values. A run that is too short to contain the rarest values cannot show the error of the
/// mean. Throws InputError as mean_of_series() does.
SeriesMean mean_of_extremes(std::span<const double> times, std::span<const double> values);

}  // namespace slurry
