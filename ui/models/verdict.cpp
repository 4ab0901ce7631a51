// SPDX-License-Identifier: BSD-3-Clause
#include "models/verdict.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>
#include <string_view>
#include <variant>

#include "models/moment_text.hpp"
#include "models/number_text.hpp"
#include "slurry/moment.hpp"
#include "slurry/option_table.hpp"
#include "slurry/quantity.hpp"
#include "slurry/unit.hpp"

namespace slurry::ui {
namespace {

constexpr int most_decimals = 8;

/// A number with the decimals that a tolerance leaves.  Numbers that are all tolerance, such as an error that should
/// vanish, have two digits.
std::string with_decimals(double value, const Expectation& e) {
  if (!std::isfinite(value)) return "–";
  if (e.value == 0) return error_text(value);
  const int decimals = std::clamp(static_cast<int>(std::ceil(-std::log10(e.tolerance) - 1e-9)), 0, most_decimals);
  const double size = std::max(std::abs(e.value), std::abs(value));
  const int digits = decimals + 1 + static_cast<int>(std::floor(std::log10(size)));
  return number_text(value, std::clamp(digits, 2, 15), Zeros::kept);
}

std::string with_unit(const std::string& number, const Expectation& e, const Scenario& s) {
  const Quantity* q = find_quantity(quantities(), e.quantity);
  const std::string unit = q ? unit_text(q->unit, s) : "";
  return unit.empty() || number == "–" ? number : number + " " + unit;
}

std::string title_of(const Expectation& e) {
  const Quantity* q = find_quantity(quantities(), e.quantity);
  std::string title = q ? std::string(q->title) : e.quantity;
  if (!title.empty()) title[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(title[0])));
  return title;
}

/// Time or step at which a demonstration is over.
struct End {
  std::optional<double> time;
  std::optional<long> step;
  bool reached(double at_time, long at_step) const {
    if (time) return at_time >= *time * (1 - 1e-12);
    return step && at_step >= *step;
  }
  /// Whether a moment is another one: its step began at the end or later, so that an earlier step reached the end.
  bool missed(double at_time, long at_step, double time_step) const {
    constexpr double rounding = 1e-6;  // of a step
    if (time) return at_time > *time * (1 + 1e-12) && at_time - *time >= (1 - rounding) * std::max(time_step, 0.0);
    return step && at_step > *step;
  }
};

/// What was sampled at the end.
struct Sampled {
  bool came = false;  ///< whether the samples go so far
  double value = std::numeric_limits<double>::quiet_NaN();
};

/// The first sample that reaches the end.  Of several steps that were joined, the first and the last are known, and the
/// mean length of a step.
Sampled sampled_at(const End& end, const Series& series, std::string_view quantity, double time_step) {
  Sampled found;
  for (std::size_t b = 0; b < series.size(); ++b) {
    const Series::Span span = series.span(b);
    const bool first = end.reached(span.first_time, span.first_step);
    if (!first && !end.reached(span.last_time, span.last_step)) continue;
    found.came = true;
    const std::size_t scalar = series.scalar(quantity);
    double length = time_step;  // of the step that led to this sample
    if (!first) {
      length = (span.last_time - span.first_time) / static_cast<double>(std::max(span.last_step - span.first_step, 1L));
    } else if (b > 0) {
      const Series::Span before = series.span(b - 1);
      length =
          (span.first_time - before.last_time) / static_cast<double>(std::max(span.first_step - before.last_step, 1L));
    }
    const bool known =
        !end.missed(first ? span.first_time : span.last_time, first ? span.first_step : span.last_step, length);
    if (scalar == Series::none || !known) return found;
    const Series::Range range = series.range(b, scalar);
    found.value = first ? range.first : range.last;
    return found;
  }
  return found;
}

/// A costly quantity is sampled now and then, and what a scenario expects of it is a law that holds at every moment:
/// the sample that is farthest from the expected number decides, up to the first sample at the end or later.
Sampled farthest_sample(const End& end, const Series& series, const Expectation& e) {
  Sampled found;
  const std::size_t scalar = series.scalar(e.quantity);
  if (scalar == Series::none) return found;
  double farthest = -1;
  for (std::size_t b = 0; b < series.size() && !found.came; ++b) {
    const Series::Range range = series.range(b, scalar);
    for (const double value : {range.least, range.greatest})
      if (const double away = std::abs(value - e.value); away > farthest) {
        farthest = away;
        found.value = value;
      }
    const Series::Span span = series.span(b);
    found.came = std::isfinite(range.least) && end.reached(span.last_time, span.last_step);
  }
  return found;
}

End end_of(const Expectation& e, const Scenario& s) {
  const Scenario& run = e.written_for ? *e.written_for : s;
  // A run of a few steps finds its number at once; the length of the demonstration is that of what there is to see.
  const bool of_start = run.run.steps && *run.run.steps <= 1;
  // A number that needs another length of the run is found at the end of that run.
  const bool own_end = std::any_of(e.conditions.begin(), e.conditions.end(),
                                   [](const auto& c) { return c.first == "run.until" || c.first == "run.steps"; });
  const auto at = s.more.find("view.duration");
  if (!of_start && !own_end && at != s.more.end())
    if (const double* time = std::get_if<double>(&at->second)) return {*time, {}};
  return {run.run.until, run.run.steps};
}

/// The first change by a person that makes the bodies of a run move otherwise than the expectation says. What is set at
/// time 0 belongs to the start. Null if there is none.
const Event* change_by_hand(const Snapshot& s) {
  if (!s.events) return nullptr;
  for (const Event& e : *s.events) {
    const Option* option = find_option(e.key);
    const bool moves = e.key == reverse_key || (option && !option->numerics && e.key != "run.exit_distance");
    if (moves && e.time > 0 && e.by != "scenario" && e.by != "engine") return &e;
  }
  return nullptr;
}

}  // namespace

const Expectation* shown_expectation(const Scenario& s) {
  for (const Expectation& e : s.expect)
    if (!e.qualitative && e.seeds == 1 && applies(e, s)) return &e;
  return nullptr;
}

std::string costly_expectation(const Scenario& s) {
  const Expectation* e = shown_expectation(s);
  const Quantity* q = e ? find_quantity(quantities(), e->quantity) : nullptr;
  return q && q->costly ? e->quantity : "";
}

std::string expected_text(const Expectation& e, const Scenario& s) {
  return with_unit(with_decimals(e.value, e), e, s);
}

void VerdictWatch::see(const Snapshot& s, const Series* series) {
  if (!s.scenario) return;
  if (s.scenario_generation != generation_) *this = {};
  generation_ = s.scenario_generation;
  if (fixed_) return;
  const Expectation* e = shown_expectation(*s.scenario);
  if (!e) return verdict_.reset();
  const End end = end_of(*e, *s.scenario);
  const bool over = s.state == SessionState::finished || end.reached(s.time, s.step) || (!end.time && !end.step);
  const Quantity* quantity = find_quantity(quantities(), e->quantity);
  const bool at_any_time = quantity && quantity->costly;
  const bool missed = !at_any_time && end.missed(s.time, s.step, s.time_step);
  const Event* change = change_by_hand(s);
  Sampled sampled;
  if (series && at_any_time)
    sampled = farthest_sample(end, *series, *e);
  else if (series && over)
    sampled = sampled_at(end, *series, e->quantity, s.time_step);
  const bool by_series = std::isfinite(sampled.value);
  const bool enough = !at_any_time || sampled.came || s.state == SessionState::finished;
  const Checked now = checked(*e, by_series ? sampled.value : quantity_of(s, e->quantity));
  FoundAndExpected v;
  v.name = title_of(*e);
  v.expected = expected_text(*e, *s.scenario);
  v.within = "± " + number_text(e->tolerance, 2);
  v.found = with_unit(with_decimals(now.found, *e), *e, *s.scenario);
  v.source = e->source;
  if (change && !end.reached(change->time, change->step)) {
    v.words = change->key == reverse_key ? "Not compared: reversed" : "Not compared: " + change->key + " changed";
    v.words += " at " + time_text(change->time, *s.scenario);
  } else if (std::isfinite(now.found) && over && enough && (by_series || !missed)) {
    fixed_ = true;
    v.state = now.passed ? FoundAndExpected::State::agrees : FoundAndExpected::State::differs;
    v.words = now.passed ? "Agrees" : "Differs";
  } else if (missed && (!series || sampled.came)) {
    v.words = "Not compared in time";
  } else {
    v.words = "Not yet decided";
    if (end.time) v.words += ": at " + time_text(*end.time, *s.scenario);
    if (!end.time && end.step) v.words += ": at step " + count_text(*end.step);
  }
  verdict_ = v;
}

}  // namespace slurry::ui
