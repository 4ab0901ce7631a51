// SPDX-License-Identifier: BSD-3-Clause
#include <toml++/toml.h>

#include "scenario/option_convert.hpp"
#include "scenario/scenario_check.hpp"
#include "slurry/error.hpp"

namespace slurry {

namespace {

constexpr const char* known_keys = "a key that `slurry run --help` lists";

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
void apply_change(Scenario& scenario, std::string_view key_equals_value) {
  const std::size_t equals = key_equals_value.find('=');
  const std::string key = key_of_change(key_equals_value);
  const OptionRow* row = find_row(key);
  if (!row) {
    const std::string near = nearest_option(key);
    throw KeyError("unknown key '" + key + "'" +
                       (near.empty() ? "; `slurry run --help` lists them" : "; did you mean '" + near + "'?"),
                   "", key, "", known_keys);
  }
  if (equals == std::string_view::npos)
    refuse_value("", key, "", "has no value; write " + key + "=VALUE", allowed_values(row->option));
  const std::size_t group = split_group(key).group;
  if (row->option.key.starts_with("bodies.") && group >= scenario.bodies.size())
    refuse_value("", key, "", "there is no such group of bodies",
                 "one of the " + std::to_string(scenario.bodies.size()) + " groups, counted from 0");
  const toml::table parsed = parse_value(trimmed(key_equals_value.substr(equals + 1)));
  row->set(scenario, group, convert(*parsed.get("v"), row->option, key, ""));
}

}  // namespace

std::string key_of_change(std::string_view key_equals_value) {
  return trimmed(key_equals_value.substr(0, key_equals_value.find('=')));
}

void set_option(Scenario& scenario, std::string_view key_equals_value) {
  set_options(scenario, {std::string(key_equals_value)});
}

void set_options(Scenario& scenario, const std::vector<std::string>& keys_equal_values) {
  Scenario changed = scenario;
  for (const std::string& change : keys_equal_values) apply_change(changed, change);
  complete(changed);
  check(changed, [](const std::string&) { return std::string(); });
  scenario = std::move(changed);
}

}  // namespace slurry
