// SPDX-License-Identifier: BSD-3-Clause
#include "slurry/expectations.hpp"

#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "scenario/option_key.hpp"
#include "slurry/option_table.hpp"

namespace slurry {

const std::vector<std::string_view>& expected_quantities() {
  static const std::vector<std::string_view> names = [] {
    std::vector<std::string_view> n;
    for (const Quantity& q : *quantities())
      if (q.length == 1 && (q.of == Of::system || q.of == Of::run)) n.push_back(q.name);
    return n;
  }();
  return names;
}

double quantity_of(const Snapshot& snapshot, std::string_view quantity) {
  return snapshot.values.number(quantity);
}

namespace {

bool conditions_hold(const Expectation& e, const Scenario& scenario) {
  return std::all_of(e.conditions.begin(), e.conditions.end(),
                     [&](const auto& c) { return option_value(scenario, c.first) == c.second; });
}

bool is_condition(const Expectation& e, std::string_view key) {
  return std::any_of(e.conditions.begin(), e.conditions.end(), [&](const auto& c) { return c.first == key; });
}

/// Lists of places can be long and are compared where they lie; only a run that starts from a file or a list has any.
bool same_places(const BodyGroup& a, const BodyGroup& b) {
  return a.positions == b.positions && a.directors == b.directors;
}

/// "" where they are the same.
std::string different_option(const Expectation& e, const Scenario& written, const Scenario& s, const Option& option,
                             std::size_t group) {
  const std::string key = with_group(option.key, group);
  if (is_condition(e, key) || !(applies(option, written, group) || applies(option, s, group))) return "";
  const std::string then = to_toml(value_of(written, option, group)), now = to_toml(value_of(s, option, group));
  if (then == now) return "";
  return text("{} is {}, but the expectation is for {}", key, now.empty() ? "not set" : now,
              then.empty() ? "none" : then);
}

/// Whether a run has come as far as the one that an expectation was written for.
std::string too_short(const Scenario& written, const Snapshot& last) {
  const RunOptions &w = written.run, &r = last.scenario->run;
  if (w.until && r.until && *r.until < *w.until && last.time < *w.until)
    return text("the run is too short: it ends at time {}, but the expectation is for time {}", *r.until, *w.until);
  if (w.steps && r.steps && *r.steps < *w.steps && last.step < *w.steps)
    return text("the run is too short: it ends after {} steps, but the expectation is for {} steps", *r.steps,
                *w.steps);
  return "";
}

}  // namespace

std::string departure(const Expectation& e, const Scenario& s) {
  if (!e.written_for) return "";
  const Scenario& written = *e.written_for;
  if (written.bodies.size() != s.bodies.size())
    return text("there are {} kinds of bodies, but the expectation is for {}", s.bodies.size(), written.bodies.size());
  for (std::size_t g = 0; g < s.bodies.size(); ++g)
    if (!same_places(written.bodies[g], s.bodies[g]))
      return "the bodies start at other places than those of the expectation";
  for (const Option& o : option_table()) {
    if (o.numerics || o.type == OptionType::positions || o.type == OptionType::numbers) continue;
    for (std::size_t g = 0; g < (is_of_bodies(o.key) ? s.bodies.size() : 1); ++g)
      if (std::string words = different_option(e, written, s, o, g); !words.empty()) return words;
  }
  return "";
}

bool applies(const Expectation& e, const Scenario& scenario) {
  return conditions_hold(e, scenario) && departure(e, scenario).empty();
}

bool speaks_of_another(const Expectation& e, const Scenario& scenario) {
  return conditions_hold(e, scenario) && !departure(e, scenario).empty();
}

Checked checked(const Expectation& e, double found) {
  return {e, found, !e.qualitative && std::abs(found - e.value) <= e.tolerance, {}};
}

std::vector<Checked> check_expectations(const Snapshot& last) {
  std::vector<Checked> out;
  for (const Expectation& e : last.scenario->expect)
    if (conditions_hold(e, *last.scenario)) {
      Checked& c = out.emplace_back(checked(e, quantity_of(last, e.quantity)));
      c.not_judged = departure(e, *last.scenario);
      if (c.not_judged.empty() && e.written_for && !c.passed) c.not_judged = too_short(*e.written_for, last);
      if (!c.not_judged.empty()) c.passed = false;
    }
  return out;
}

}  // namespace slurry
