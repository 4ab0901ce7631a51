// SPDX-License-Identifier: BSD-3-Clause
#include <toml++/toml.h>

#include "scenario/body_file.hpp"
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
  return toml::parse("v = " + toml_text(value));
}

/// Sets one key; what follows from it and whether all fits together is left to the caller.
void apply_change(Scenario& scenario, std::string_view key_equals_value, const OptionTable& table) {
  const std::size_t equals = key_equals_value.find('=');
  const std::string key = key_of_change(key_equals_value);
  const Option* option = find_option(key, table);
  if (!option) throw KeyError(unknown_key(key, table), "", key, "", "a key that `slurry options` lists");
  if (equals == std::string_view::npos)
    refuse_value("", key, "", "has no value; write " + key + "=VALUE", allowed_values(*option));
  const std::size_t group = split_group(key).group;
  if (is_of_bodies(key) && group >= scenario.bodies.size())
    refuse_value("", key, "", "there is no such group of bodies",
                 "one of the " + std::to_string(scenario.bodies.size()) + " groups, counted from 0");
  const toml::table parsed = parse_value(trimmed(key_equals_value.substr(equals + 1)));
  set_value(scenario, *option, group, convert(*parsed.get("v"), *option, key, ""));
  scenario.given.insert(with_group(option->key, group));
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

void set_option(Scenario& scenario, std::string_view key_equals_value) {
  set_options(scenario, {std::string(key_equals_value)});
}

void set_options(Scenario& scenario, const std::vector<std::string>& keys_equal_values) {
  set_options(scenario, keys_equal_values, option_table());
}

void set_options(Scenario& scenario, const std::vector<std::string>& keys_equal_values, const OptionTable& table) {
  Scenario changed = scenario;
  for (const std::string& change : keys_equal_values) apply_change(changed, change, table);
  // Every value of the scenario is in its units: another word for them alone would make each of them another one.
  if (changed.units != scenario.units)
    refuse_value("", "units", option_value(changed, "units"), "would rename the units of values that stay as they are",
                 "said in the file that gives the values");
  take_file_bodies(changed);
  complete(changed);
  separate_kinds(changed);
  check(changed, [](const std::string&) { return std::string(); });
  scenario = std::move(changed);
}

}  // namespace slurry
