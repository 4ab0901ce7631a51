// SPDX-License-Identifier: BSD-3-Clause
#include "slurry/series_mean.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "base/text.hpp"
#include "slurry/error.hpp"

namespace slurry {

const char* const method_of_series_mean =
    "The error follows from the integrated autocorrelation time. The correlations are added up to a lag that is at "
    "least 6 times their sum from lag one on (the window of Sokal). The error allows for its own uncertainty, and is "
    "not below what the means of 8 and of 16 parts of the run say. For a mean velocity or speed of the bodies it is "
    "not below what the mean velocities of each body over the two halves of the time say either. The mean is taken "
    "over the steady part of the series, which has many independent values (Chodera 2016) and no drift (Geweke 1992).";

const char* const limit_of_series_mean =
    "What stays as it is during the whole run cannot be seen in it: runs with other seeds may differ by more than the "
    "error where bodies keep their places.";

namespace {

constexpr std::size_t most_bins = 1024;  // so that a long series takes milliseconds
constexpr double window_factor = 6;      // Sokal's c
constexpr double lost_freedom = 4;       // the mean of t squared is nu/(nu - 4)
constexpr double least_freedom = 6;      // below, the error itself is uncertain by more than 29 %
constexpr int starts = 20;               // that are looked at, in the first half

/// Equal parts of a series, whose means scatter as the mean of the whole does if they are independent.
struct Parts {
  std::size_t count;
  double most;  ///< squared scatter over the variance by the window that one series in a thousand exceeds
};
constexpr Parts parts_of_series[] = {{8, 3.47}, {16, 2.51}};  // chi2 with 7 and 15 degrees of freedom, over these

constexpr double enough_of_most = 0.8;  // of the independent values
constexpr double most_drift = 2;        // standard deviations

/// A series as averages over bins of equal length.
struct Bins {
  std::vector<double> values;
  double begin = 0, width = 1;
};

/// Times of the edges between values: halfway between neighbours, and as far outside of the first and the last.
std::vector<double> edges_between(std::span<const double> times) {
  const std::size_t n = times.size();
  std::vector<double> edges(n + 1);
  for (std::size_t i = 1; i < n; ++i) edges[i] = 0.5 * (times[i - 1] + times[i]);
  edges[0] = 1.5 * times[0] - 0.5 * times[1];
  edges[n] = 1.5 * times[n - 1] - 0.5 * times[n - 2];
  return edges;
}

/// The integral of the series is the same as that of its bins, so both have the same mean and the same error of it.
Bins binned(std::span<const double> edges, std::span<const double> values) {
  const std::size_t n = values.size(), m = std::min(n, most_bins);
  Bins b{std::vector<double>(m, 0.0), edges[0], (edges[n] - edges[0]) / static_cast<double>(m)};
  const auto edge_of = [&](std::size_t bin) { return b.begin + b.width * static_cast<double>(bin); };
  bool even = m == n;
  for (std::size_t i = 0; even && i <= n; ++i) even = std::abs(edges[i] - edge_of(i)) < 1e-6 * b.width;
  if (even) {
    b.values.assign(values.begin(), values.end());
    return b;
  }
  std::size_t bin = 0;
  for (std::size_t i = 0; i < n; ++i) {
    double from = edges[i];
    while (bin + 1 < m && edge_of(bin + 1) < edges[i + 1]) {
      b.values[bin] += values[i] * (edge_of(bin + 1) - from) / b.width;
      from = edge_of(++bin);
    }
    b.values[bin] += values[i] * (edges[i + 1] - from) / b.width;
  }
  return b;
}

double mean_of(std::span<const double> x) {
  double sum = 0;
  for (const double v : x) sum += v;
  return sum / static_cast<double>(x.size());
}

/// Variance of the mean of a series of bins.
struct MeanSpread {
  double of_mean = 0;      ///< variance of the mean, never below that of independent bins
  double claimed = 0;      ///< what is claimed for it, since `of_mean` is uncertain itself; 0: too uncertain to say
  double independent = 0;  ///< bins that do not depend on each other
  std::size_t window = 0;  ///< W
  bool closed = false;     ///< the window is at least `window_factor` correlation times
  bool slow = false;       ///< parts of the series differ by more than `of_mean` says
};

/// Variance of the mean of a series from the scatter of the means of its parts. A motion that is slower than the window
/// moves these too.
double variance_by_parts(std::span<const double> x, double mean, std::size_t parts) {
  double squares = 0;
  for (std::size_t k = 0; k < parts; ++k) {
    const std::size_t from = k * x.size() / parts, to = (k + 1) * x.size() / parts;
    const double apart = mean_of(x.subspan(from, to - from)) - mean;
    squares += apart * apart;
  }
  return squares / static_cast<double>(parts * (parts - 1));
}

MeanSpread mean_spread_of(std::span<const double> x) {
  const std::size_t n = x.size();
  const double count = static_cast<double>(n), mean = mean_of(x);
  std::vector<double> d(n);
  double square = 0;
  for (std::size_t i = 0; i < n; ++i) {
    d[i] = x[i] - mean;
    square += d[i] * d[i] / count;
  }
  if (!(square > 0)) return {0, 0, count, 0, true};
  double sum = square;
  MeanSpread s;
  while (!s.closed && s.window < n / 5) {
    const std::size_t lag = ++s.window;
    double products = 0;
    for (std::size_t i = lag; i < n; ++i) products += d[i] * d[i - lag];
    sum += 2 * products / count;
    s.closed = static_cast<double>(lag) >= window_factor * 0.5 * (sum / square - 1);
  }
  const double freedom = count / static_cast<double>(2 * s.window + 1);
  sum *= 1 + 1 / freedom;
  if (freedom >= least_freedom) s.claimed = std::max(sum * freedom / (freedom - lost_freedom), square) / count;
  sum = std::max(sum, square);
  s.of_mean = sum / count;
  for (const Parts& parts : parts_of_series) {
    if (n < 2 * parts.count) continue;
    const double of_parts = variance_by_parts(x, mean, parts.count);
    s.slow = s.slow || of_parts > parts.most * s.of_mean;
    if (s.claimed > 0) s.claimed = std::max(s.claimed, of_parts);
  }
  s.independent = std::min(count, count * (square + s.of_mean) / sum);
  return s;
}

/// How far two parts of a series are apart, in standard deviations of their difference.
double parts_apart(std::span<const double> x, double variance_of_mean, double first_share, double last_share) {
  const auto part = [&](double share) { return static_cast<std::size_t>(share * static_cast<double>(x.size())); };
  const double difference = mean_of(x.first(part(first_share))) - mean_of(x.last(part(last_share)));
  if (difference == 0) return 0;
  return std::abs(difference) / std::sqrt(variance_of_mean * (1 / first_share + 1 / last_share));
}

/// The straight line that fits a series best.
struct Trend {
  double slope = 0;          ///< per bin
  std::vector<double> rest;  ///< series minus that line
};

Trend trend_of(std::span<const double> x) {
  const double count = static_cast<double>(x.size()), mean = mean_of(x), middle = 0.5 * (count - 1);
  Trend t;
  for (std::size_t i = 0; i < x.size(); ++i) t.slope += (static_cast<double>(i) - middle) * (x[i] - mean);
  t.slope *= 12 / (count * (count * count - 1));
  t.rest.assign(x.begin(), x.end());
  for (std::size_t i = 0; i < x.size(); ++i) t.rest[i] -= t.slope * (static_cast<double>(i) - middle);
  return t;
}

/// Whether a series has a slope, or begins elsewhere than it ends, by more than `most_drift` standard deviations.  A
/// drift makes the values look correlated, so the deviations are those without the trend.  The rise of a fitted line
/// over a series has 12 times the variance of the mean.
bool drifts(std::span<const double> x, double variance_of_mean) {
  const Trend trend = trend_of(x);
  const double variance = std::min(variance_of_mean, mean_spread_of(trend.rest).of_mean);
  const double rise = std::abs(trend.slope) * static_cast<double>(x.size());
  return rise > 0 &&
         (rise >= most_drift * std::sqrt(12 * variance) || parts_apart(x, variance, 0.2, 0.5) >= most_drift);
}

/// A start of the steady part that may be taken.
struct Start {
  std::size_t bin;
  MeanSpread spread;
  bool steady;
};

std::vector<Start> starts_of(std::span<const double> x) {
  std::vector<Start> all;
  for (std::size_t k = 0; k <= starts; ++k) {
    const std::size_t bin = k * x.size() / (2 * starts);
    if (!all.empty() && bin == all.back().bin) continue;
    const std::span<const double> rest = x.subspan(bin);
    const MeanSpread spread = mean_spread_of(rest);
    all.push_back({bin, spread, spread.closed && !drifts(rest, spread.of_mean)});
  }
  return all;
}

/// Weighted by the time that each value stands for, from a time on.
struct Averaged {
  double mean = 0, variance = 0;
  std::size_t values = 0;
};

Averaged averaged_from(double begin, std::span<const double> edges, std::span<const double> values) {
  double time = 0;
  Averaged a;
  for (int pass = 0; pass < 2; ++pass) {
    double sum = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
      const double weight = edges[i + 1] - std::max(edges[i], begin);
      if (!(weight > 1e-9 * (edges[i + 1] - edges[i]))) continue;
      if (pass == 0) {
        time += weight;
        ++a.values;
      }
      sum += weight * (pass == 0 ? values[i] : (values[i] - a.mean) * (values[i] - a.mean));
    }
    (pass == 0 ? a.mean : a.variance) = sum / time;
  }
  return a;
}

/// Values whose time is later than that of the value before.
void take_growing(std::span<const double> times, std::span<const double> values, std::vector<double>& t,
                  std::vector<double>& x) {
  for (std::size_t i = 0; i < times.size(); ++i) {
    if (!t.empty() && !(times[i] > t.back())) continue;
    t.push_back(times[i]);
    x.push_back(values[i]);
  }
}

void check_series(std::span<const double> times, std::span<const double> values) {
  if (values.empty()) throw InputError("a mean needs at least one value");
  if (times.size() != values.size())
    throw InputError(text("a series has {} times but {} values; each value needs a time", times.size(), values.size()));
}

std::string at_least_needed() {
  return text("at least {:.0f} are needed", fewest_independent_values);
}

}  // namespace

SeriesMean mean_of_extremes(std::span<const double> times, std::span<const double> values) {
  check_series(times, values);
  std::vector<double> t, x;
  take_growing(times, values, t, x);
  SeriesMean m;
  m.no_error =
      "the mean of an extreme comes from rare values, and the scatter of the other values does not show its error";
  if (x.size() < 2) {
    m.mean = x[0];
    m.from = t[0];
    m.values = 1;
    return m;
  }
  const std::vector<double> edges = edges_between(t);
  const Averaged a = averaged_from(edges[x.size() / 2], edges, x);
  m.mean = a.mean;
  m.values = a.values;
  m.from = t[x.size() / 2];
  return m;
}

SeriesMean mean_of_series(std::span<const double> times, std::span<const double> values) {
  check_series(times, values);
  std::vector<double> t, x;
  take_growing(times, values, t, x);
  SeriesMean m;
  if (x.size() < 2) {
    m.mean = x[0];
    m.from = t[0];
    m.values = 1;
    m.too_short = "there is only one value; " + at_least_needed();
    return m;
  }
  const std::vector<double> edges = edges_between(t);
  const auto average = [&](double begin, std::size_t first) {
    const Averaged a = averaged_from(begin, edges, x);
    m.mean = a.mean;
    m.values = a.values;
    m.from = t[first];
    return a.variance;
  };
  const auto refuse = [&](std::string why) {
    average(edges[x.size() / 2], x.size() / 2);
    m.too_short = std::move(why);
    return m;
  };
  if (static_cast<double>(x.size()) < fewest_independent_values)
    return refuse(text("there are {} values; ", x.size()) + at_least_needed());
  const Bins bins = binned(edges, x);
  const std::vector<Start> all = starts_of(bins.values);
  double most = 0;
  for (const Start& s : all) most = std::max(most, s.spread.independent);
  // what is steady from one start on is so from most of the later ones, which a drift is by chance alone
  const auto found = std::find_if(all.begin(), all.end(), [&](const Start& s) {
    const auto later = std::span(all).subspan(static_cast<std::size_t>(&s - all.data()));
    const auto steady = std::count_if(later.begin(), later.end(), [](const Start& l) { return l.steady; });
    return s.steady && s.spread.independent >= enough_of_most * most &&
           2 * static_cast<std::size_t>(steady) >= later.size();
  });
  if (most < fewest_independent_values)
    return refuse(text("the series is worth about {:.0f} independent values; ", std::floor(most)) + at_least_needed());
  if (found == all.end()) return refuse("the values still drift: no steady part begins in the first half");
  const double independent = found->spread.independent;
  if (independent < fewest_independent_values)
    return refuse(text("the steady part is worth about {:.0f} independent values; ", std::floor(independent)) +
                  at_least_needed());

  // A value that stands for times before the start too may belong to what came before: the first whole one begins.
  const double earliest = bins.begin + bins.width * static_cast<double>(found->bin);
  std::size_t first = 0;
  while (first + 1 < t.size() && edges[first] < earliest - 1e-9 * bins.width) ++first;
  const auto bin = static_cast<std::size_t>(std::ceil((edges[first] - bins.begin) / bins.width - 1e-9));
  const MeanSpread spread =
      bin == found->bin ? found->spread : mean_spread_of(std::span<const double>(bins.values).subspan(bin));
  if (spread.slow)
    return refuse("parts of the run differ by more than the values within them, so something slow is not averaged out");
  const double variance = average(edges[first], first);
  const double count = static_cast<double>(bins.values.size() - bin), duration = bins.width * count;
  if (spread.of_mean > 0 && !(spread.claimed > 0))
    return refuse(text("the error itself would be uncertain by more than {:.0f} %; a longer run is needed",
                       50 * std::sqrt(2 / least_freedom)));
  // values that stand for times of unequal lengths tell no more than their number
  const double of_mean = std::max(spread.of_mean, variance / static_cast<double>(m.values));
  m.error = std::sqrt(std::max(spread.claimed, variance / static_cast<double>(m.values)));
  m.window = bins.width * static_cast<double>(spread.window);
  m.independent = variance > 0 ? variance / of_mean : static_cast<double>(m.values);
  m.correlation_time = 0.5 * duration / m.independent;
  if (m.independent < safe_independent_values)
    m.caution = text(
        "The steady part is worth fewer than {:.0f} independent values. If other runs of this length are mostly too "
        "short to know their error, this error may be two to three times too small. A run twice as long would tell.",
        safe_independent_values);
  return m;
}

}  // namespace slurry
