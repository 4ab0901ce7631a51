// SPDX-License-Identifier: BSD-3-Clause
#include <toml++/toml.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "scenario/body_file.hpp"
#include "scenario/option_change.hpp"
#include "scenario/option_convert.hpp"
#include "scenario/option_key.hpp"
#include "scenario/option_text.hpp"
#include "scenario/scenario_check.hpp"
#include "slurry/error.hpp"

namespace slurry {

namespace {

std::string trimmed(std::string_view s) {
  const std::size_t first = s.find_first_not_of(" \t"), last = s.find_last_not_of(" \t");
  return first == std::string_view::npos ? std::string() : std::string(s.substr(first, last - first + 1));
}

/// The value as TOML; where it is none, it is taken as the text it looks like: integrator.kind=rk4.
toml::table parse_value(const std::string& value) {
  // A line break would begin another key.
  if (value.find('\n') == std::string::npos) try {
      return toml::parse("v = " + value);
    } catch (const toml::parse_error&) {
    }
  // flow.net_flow=gradient=-0.1, as `slurry mobility --net-flow` writes it
  if (const std::size_t equals = value.find('='); equals != std::string::npos) try {
      return toml::parse("v = { " + value.substr(0, equals) + " = " + value.substr(equals + 1) + " }");
    } catch (const toml::parse_error&) {
    }
  try {
    return toml::parse("v = " + toml_text(value));
  } catch (const toml::parse_error&) {
    throw InputError("the value '" + value + "' is not text in UTF-8; write it in UTF-8");
  }
}

/// A key of one group of bodies, or of none.
struct NamedText {
  const Option* option;
  std::size_t group;
  std::string key, value;
};

NamedText named(const std::string& text, const OptionTable& table, std::size_t groups, const std::string& where) {
  const std::size_t equals = text.find('=');
  const std::string key = key_of_change(text);
  const Option* option = find_option(key, table);
  if (!option) throw KeyError(unknown_key(key, table), where, key, "", "a key that `slurry options` lists");
  if (equals == std::string::npos)
    refuse_value(where, key, "", "has no value; write " + key + "=VALUE", allowed_values(*option));
  const std::size_t group = split_group(key).group;
  if (is_of_bodies(key) && group >= groups) {
    const std::string leaf(leaf_of(key)), first = "bodies." + leaf;
    refuse_value(where, key, "",
                 "the scenario has " + (groups == 0 ? "no" : "only " + std::to_string(groups)) + " [[bodies]] table" +
                     (groups > 1 ? "s" : ""),
                 groups == 0   ? "a key of another table, or the file needs a [[bodies]]"
                 : groups == 1 ? first
                               : first + " for the first, up to " + with_group(first, groups - 1) + " for the last");
  }
  return {option, group, key, trimmed(std::string_view(text).substr(equals + 1))};
}

/// With count and volume fraction of some bodies both changed, the size of the domain follows.
void follow_size(Scenario& scenario, const std::vector<OptionChange>& changes) {
  const auto changes_key = [&](std::string_view key, std::size_t group) {
    return std::any_of(changes.begin(), changes.end(),
                       [&](const OptionChange& c) { return c.option->key == key && c.group == group; });
  };
  if (!std::isfinite(domain_volume(scenario.domain))) return;
  const bool cell = scenario.domain.kind == DomainKind::periodic_3;
  for (std::size_t g = 0; g < scenario.bodies.size(); ++g) {
    if (!changes_key("bodies.count", g) || !changes_key("bodies.volume_fraction", g)) continue;
    if (changes_key(cell ? "domain.cell" : "domain.length", 0))
      refuse_value("", with_group("bodies.volume_fraction", g), "",
                   "count and the size of the domain determine it already", "left out");
    scenario.bodies[g].count_from_fraction = false;
    scenario.length_from_fraction = true;
  }
}

}  // namespace

void set_value(Scenario& scenario, const Option& option, std::size_t group, const OptionValue& value) {
  if (option.set) return option.set(scenario, group, value);
  const std::string key = with_group(option.key, group);
  if (to_toml(value) == to_toml(option.standard))
    scenario.more.erase(key);  // as if nobody had said it
  else
    scenario.more[key] = value;
}

OptionValue read_value(const Option& option, std::string_view text) {
  const toml::table parsed = parse_value(trimmed(text));
  return convert(*parsed.get("v"), option, std::string(option.key), "");
}

void refuse_units(const Scenario& scenario, const std::string& where) {
  // Every value of the scenario is in its units: another word for them alone would make each of them another one.
  throw KeyError((where.empty() ? "" : where + ": ") +
                     "units cannot be set outside of the scenario file, because its values would be relabelled without "
                     "being converted; write units = " +
                     option_value(scenario, "units") + " in the scenario file itself",
                 where, "units", option_value(scenario, "units"), "set in the file that gives the values");
}

void set_option(Scenario& scenario, std::string_view key_equals_value) {
  set_options(scenario, {std::string(key_equals_value)});
}

void set_options(Scenario& scenario, const std::vector<std::string>& keys_equal_values) {
  set_options(scenario, keys_equal_values, option_table());
}

std::vector<OptionChange> read_changes(const std::vector<std::string>& texts, const OptionTable& table,
                                       std::size_t groups, const std::string& where) {
  std::vector<NamedText> all;
  for (const std::string& text : texts) all.push_back(named(text, table, groups, where));
  std::stable_sort(all.begin(), all.end(), [](const NamedText& a, const NamedText& b) {
    return std::pair(a.option, a.group) < std::pair(b.option, b.group);  // the rows of a table are one array
  });
  std::vector<OptionChange> changes;
  for (const NamedText& n : all) {
    const toml::table parsed = parse_value(n.value);
    OptionChange change{n.option, n.group, convert(*parsed.get("v"), *n.option, n.key, where)};
    if (!changes.empty() && changes.back().option == n.option && changes.back().group == n.group) {
      const std::string first = to_toml(changes.back().value), second = to_toml(change.value);
      if (first != second)
        refuse_value(where, n.key, "", "is given twice, as " + first + " and as " + second, "given once");
      continue;
    }
    changes.push_back(std::move(change));
  }
  return changes;
}

void set_options(Scenario& scenario, const std::vector<std::string>& keys_equal_values, const OptionTable& table) {
  Scenario changed = scenario;
  const std::vector<OptionChange> changes = read_changes(keys_equal_values, table, scenario.bodies.size(), "");
  for (const OptionChange& c : changes) {
    set_value(changed, *c.option, c.group, c.value);
    changed.given.insert(with_group(c.option->key, c.group));
  }
  if (changed.units != scenario.units) refuse_units(changed, "");
  follow_size(changed, changes);
  take_file_bodies(changed);
  complete(changed);
  separate_kinds(changed);
  check(changed, [](const std::string&) { return std::string(); });
  scenario = std::move(changed);
}

}  // namespace slurry
