// SPDX-License-Identifier: BSD-3-Clause
#include "io/run_means.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "base/same_time.hpp"
#include "base/text.hpp"
#include "geometry/periods.hpp"
#include "io/sparse_rows.hpp"
#include "io/trajectory_layout.hpp"
#include "slurry/moment.hpp"
#include "slurry/option_table.hpp"

namespace slurry {

namespace {

constexpr std::size_t few_frames = 8;  // of which all are looked at
/// Frames in a period of the drive, below which the mean over the period is not known. Frames that are a whole period
/// or half of one apart see the same phases of the drive in every period, however many periods there are.
constexpr double fewest_frames_of_period = 8;

/// A quantity at the frames that know it.
struct Series {
  std::vector<double> times, values;
};

/// Values at a frame each: as many as there are whole frames.
Series series_of(const Hdf5Reader& f, const std::string& element, std::size_t most) {
  Series s;
  if (!f.has(element + "/value") || !f.has(element + "/time")) return s;
  const std::size_t n = std::min(f.whole_rows({element + "/value", element + "/time"}), most);
  s.values = f.read_rows(element + "/value", n).values;
  s.times = f.read_rows(element + "/time", n).values;
  return s;
}

/// Not constant, not counting what rounding does, and finite.
bool varies(const std::vector<double>& values) {
  if (!std::all_of(values.begin(), values.end(), [](double x) { return std::isfinite(x); })) return false;
  if (values.size() < 2) return true;  // not known to be a constant
  const auto half = values.begin() + static_cast<std::ptrdiff_t>(values.size() < few_frames ? 0 : values.size() / 2);
  const auto [least, most] = std::minmax_element(half, values.end());
  return *most - *least > 1e-12 * std::abs(*most);
}

bool alters_motion(const Event& event) {
  if (event.key == reverse_key) return true;
  if (event.key == "run.exit_distance") return false;  // where the bodies are looked at, not how they move
  const Option* option = find_option(event.key);
  return !option || !option->numerics;
}

std::string name_of_change(const Event& event) {
  return event.key == reverse_key ? "the reversal" : "the change of " + event.key;
}

Series later_than(Series s, double time, double rounding) {
  std::size_t first = 0;
  while (first < s.times.size() && !(s.times[first] > time + rounding)) ++first;
  const auto many = static_cast<std::ptrdiff_t>(first);
  s.times.erase(s.times.begin(), s.times.begin() + many);
  s.values.erase(s.values.begin(), s.values.begin() + many);
  return s;
}

/// Means over whole periods that end with the series, at the middles of the periods.  Between two values the quantity
/// is taken to be linear.
Series period_means(const Series& s, double period, double rounding) {
  Series means;
  if (s.times.empty()) return means;
  std::vector<double> integral(s.times.size(), 0.0);
  for (std::size_t i = 1; i < s.times.size(); ++i)
    integral[i] = integral[i - 1] + 0.5 * (s.values[i] + s.values[i - 1]) * (s.times[i] - s.times[i - 1]);
  const auto integral_to = [&](double time) {
    const auto next = std::upper_bound(s.times.begin(), s.times.end(), time);
    if (next == s.times.begin()) return 0.0;
    if (next == s.times.end()) return integral.back();
    const auto i = static_cast<std::size_t>(next - s.times.begin());
    const double since = time - s.times[i - 1], slope = (s.values[i] - s.values[i - 1]) / (s.times[i] - s.times[i - 1]);
    return integral[i - 1] + since * (s.values[i - 1] + 0.5 * slope * since);
  };
  const double whole = std::floor((s.times.back() - s.times.front() + rounding) / period);
  for (double k = whole; k >= 1; --k) {
    const double begin = s.times.back() - k * period;
    means.times.push_back(begin + 0.5 * period);
    means.values.push_back((integral_to(begin + period) - integral_to(begin)) / period);
  }
  return means;
}

/// Every second value, the last one among them.
Series every_second(const Series& s) {
  Series half;
  for (std::size_t i = (s.times.size() + 1) % 2; i < s.times.size(); i += 2) {
    half.times.push_back(s.times[i]);
    half.values.push_back(s.values[i]);
  }
  return half;
}

double mean_of(const Series& s) {
  return std::accumulate(s.values.begin(), s.values.end(), 0.0) / static_cast<double>(s.values.size());
}

SeriesMean nothing_to_average(std::string why) {
  SeriesMean m;
  m.mean = m.from = std::numeric_limits<double>::quiet_NaN();
  m.too_short = std::move(why);
  return m;
}

/// Without the reasons for the rules.
std::optional<SeriesMean> mean_by(const Hdf5Reader& f, const Quantity& q, const MeanRules& rules) {
  if (q.of != Of::system || q.length != 1 || !q.averaged) return {};
  Series s = series_of(f, std::string(layout::observables) + "/" + std::string(q.name), rules.frames);
  if (s.values.empty() && q.sometimes) s = series_of(f, sparse_elements(q)[0], rules.frames);
  if (s.values.size() < std::max(fewest_frames_of_mean, rules.frames / 2) || !varies(s.values)) return {};
  if (rules.after) s = later_than(std::move(s), *rules.after, rules.rounding);
  if (!varies(s.values)) return {};
  if (s.values.empty())
    return nothing_to_average("no frame is later than the last change of the motion; a longer run is needed");
  if (q.extreme) return mean_of_extremes(s.times, s.values);
  if (!rules.period) return mean_of_series(s.times, s.values);
  const Series of_periods = period_means(s, *rules.period, rules.rounding);
  if (of_periods.values.empty())
    return nothing_to_average("there is no whole period of the drive; a longer run is needed");
  const double in_a_period = *rules.period * static_cast<double>(s.times.size() - 1) / (s.times.back() - s.times[0]);
  if (in_a_period < fewest_frames_of_period * (1 - 1e-9))
    return nothing_to_average(
        text("{:.3g} frames in a period of the drive are too few for a mean over it; a shorter "
             "output.interval is needed",
             in_a_period));
  if (!varies(of_periods.values)) return {};
  SeriesMean m = mean_of_series(of_periods.times, of_periods.values);
  // between the frames the quantity is taken to be linear: half of the frames tell how much that matters
  const Series of_half = period_means(every_second(s), *rules.period, rules.rounding);
  if (!of_half.values.empty()) m.error = std::hypot(m.error, mean_of(of_half) - mean_of(of_periods));
  m.from -= 0.5 * *rules.period;
  return m;
}

/// Where the bodies are in a frame, without the jumps at periods (N, 3) [length].
std::vector<double> unwrapped_positions(const Snapshot& s) {
  const Periods periods = Periods::of(s.scenario->domain);
  std::vector<double> places = s.positions;
  for (std::size_t i = 0; i < std::min(places.size(), s.images.size()); ++i)
    places[i] += periods.length[i % 3] * s.images[i];
  return places;
}

/// Variance of the mean over the time of a mean, from how far apart each body's values are over the two halves of this
/// time, where a value is that of the body's mean velocity over a half.
double variance_by_bodies(const Trajectory& run, const Quantity& q, const SeriesMean& m, const MeanRules& rules) {
  const std::vector<double> times = run.times();
  const auto first = std::lower_bound(times.begin(), times.end(), m.from - rules.rounding);
  if (times.end() - first < 3) return 0;
  const double middle = 0.5 * (*first + times.back());
  const auto half = std::min_element(
      first + 1, times.end() - 1, [middle](double a, double b) { return std::abs(a - middle) < std::abs(b - middle); });
  const auto frame_at = [&](auto time) { return run.frame(static_cast<std::size_t>(time - times.begin())); };
  const auto scenario = frame_at(first)->scenario;
  const std::vector<double> begin = unwrapped_positions(*frame_at(first)),
                            between = unwrapped_positions(*frame_at(half)),
                            end = unwrapped_positions(*frame_at(times.end() - 1));
  const double before = *half - *first, after = times.back() - *half;
  const std::size_t bodies = std::min({begin.size(), between.size(), end.size()}) / 3;
  const auto value = [&](std::size_t body, const std::vector<double>& from, const std::vector<double>& to,
                         double time) {
    Vector3 velocity;
    for (std::size_t c = 0; c < 3; ++c) velocity[c] = (to[3 * body + c] - from[3 * body + c]) / time;
    return q.mean_of_velocity(*scenario, velocity);
  };
  double squares = 0;
  for (std::size_t i = 0; i < bodies; ++i) {
    const double apart = value(i, between, end, after) - value(i, begin, between, before);
    squares += apart * apart;
  }
  // a mean over a time t has the variance D/t: two such means are apart by D/before + D/after in the mean square
  const double share = before * after / ((before + after) * (before + after));
  return share * squares / static_cast<double>(bodies * bodies);
}

}  // namespace

MeanRules mean_rules(const Trajectory& run) {
  MeanRules rules;
  rules.frames = run.frames();
  const Scenario scenario = run.scenario_at_end();
  const std::vector<Event> events = run.events();
  const auto last = std::find_if(events.rbegin(), events.rend(), alters_motion);
  if (last != events.rend()) {
    rules.after = last->time;
    rules.why.push_back(text("Only values after {} at time {:.6g} count, because the bodies moved otherwise before.",
                             name_of_change(*last), last->time));
  }
  if (scenario.driving.kind != DrivingKind::steady) {
    rules.period = scenario.driving.period;
    rules.why.push_back(
        text("Each value is the mean over one period of the drive ({:.6g}). The error counts the time "
             "between frames as well: it is the change of the mean if every second frame is left out.",
             *rules.period));
  }
  rules.rounding = time_rounding(rules.after.value_or(0), scenario.integrator.time_step);
  return rules;
}

std::optional<SeriesMean> mean_of_quantity(const Hdf5Reader& f, const Trajectory& run, const Quantity& q,
                                           const MeanRules& rules) {
  std::optional<SeriesMean> m = mean_by(f, q, rules);
  if (!m) return m;
  if (q.mean_of_velocity && std::isfinite(m->error) && !rules.period)
    m->error = std::max(m->error, std::sqrt(variance_by_bodies(run, q, *m, rules)));
  m->counted = rules.why;
  return m;
}

}  // namespace slurry
