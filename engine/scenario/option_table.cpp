// SPDX-License-Identifier: BSD-3-Clause
#include "slurry/option_table.hpp"

#include <cmath>

#include "scenario/option_binding.hpp"
#include "scenario/option_key.hpp"
#include "slurry/error.hpp"

namespace slurry {

bool Range::holds(double x) const {
  if (lowest_excluded ? x <= lowest : x < lowest) return false;
  return highest_excluded ? x < highest : x <= highest;
}

const OptionTable& option_table() {
  static const OptionTable table = [] {
    OptionTable t;
    add_scenario_options(t);
    return t;
  }();
  return table;
}

const Option* find_option(std::string_view key, const OptionTable& table) {
  const std::string plain = split_group(key).key;
  for (const Option& o : table)
    if (o.key == plain) return &o;
  return nullptr;
}

OptionValue value_of(const Scenario& s, const Option& option, std::size_t group) {
  if (is_of_bodies(option.key) && group >= s.bodies.size()) return {};
  if (option.get) return option.get(s, group);
  const auto at = s.more.find(with_group(option.key, group));
  return at == s.more.end() ? option.standard : at->second;
}

bool applies(const Option& option, const Scenario& s, std::size_t group) {
  if (is_of_bodies(option.key) && group >= s.bodies.size()) return false;
  return !option.applies || option.applies(s, group);
}

std::string option_value(const Scenario& scenario, std::string_view key, const OptionTable& table) {
  const Option* option = find_option(key, table);
  if (!option) throw KeyError(unknown_key(key, table), "", std::string(key), "", "a key that `slurry options` lists");
  return to_toml(value_of(scenario, *option, split_group(key).group));
}

}  // namespace slurry
