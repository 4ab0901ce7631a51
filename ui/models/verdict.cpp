// SPDX-License-Identifier: BSD-3-Clause
#include "models/verdict.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <variant>

#include "models/moment_text.hpp"
#include "models/number_text.hpp"
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
  bool reached(const Snapshot& s) const {
    if (s.state == SessionState::finished) return true;
    if (time) return s.time >= *time * (1 - 1e-12);
    return step && s.step >= *step;
  }
  /// Whether a snapshot is so far beyond it that what it says is of another moment.
  bool missed(const Snapshot& s) const {
    const double slack = 1.5 * (s.time_step > 0 ? s.time_step : 0);
    if (time) return s.time > *time + slack;
    return step && s.step > *step + 1;
  }
};

End end_of(const Expectation& e, const Scenario& s) {
  const Scenario& run = e.written_for ? *e.written_for : s;
  // A run of a few steps finds its number at once; the length of the demonstration is that of what there is to see.
  const bool of_start = run.run.steps && *run.run.steps <= 1;
  const auto at = s.more.find("view.duration");
  if (!of_start && at != s.more.end())
    if (const double* time = std::get_if<double>(&at->second)) return {*time, {}};
  return {run.run.until, run.run.steps};
}

}  // namespace

const Expectation* shown_expectation(const Scenario& s) {
  for (const Expectation& e : s.expect)
    if (!e.qualitative && e.seeds == 1 && applies(e, s)) return &e;
  return nullptr;
}

std::string expected_text(const Expectation& e, const Scenario& s) {
  return with_unit(with_decimals(e.value, e), e, s);
}

void VerdictWatch::see(const Snapshot& s) {
  if (!s.scenario) return;
  if (s.scenario_generation != generation_) *this = {};
  generation_ = s.scenario_generation;
  if (fixed_) return;
  const Expectation* e = shown_expectation(*s.scenario);
  if (!e) return verdict_.reset();
  const Checked now = checked(*e, quantity_of(s, e->quantity));
  const End end = end_of(*e, *s.scenario);
  FoundAndExpected v;
  v.name = title_of(*e);
  v.expected = expected_text(*e, *s.scenario);
  v.within = "± " + number_text(e->tolerance, 2);
  v.found = with_unit(with_decimals(now.found, *e), *e, *s.scenario);
  v.source = e->source;
  const bool over = end.reached(s) || (!end.time && !end.step);
  if (std::isfinite(now.found) && over && !end.missed(s)) {
    fixed_ = true;
    v.state = now.passed ? FoundAndExpected::State::agrees : FoundAndExpected::State::differs;
    v.words = now.passed ? "Agrees" : "Differs";
  } else if (end.missed(s)) {
    v.words = "Not compared at its time";
  } else {
    v.words = "Not yet decided";
    if (end.time) v.words += ": at " + time_text(*end.time, *s.scenario);
    if (!end.time && end.step) v.words += ": at step " + count_text(*end.step);
  }
  verdict_ = v;
}

}  // namespace slurry::ui
