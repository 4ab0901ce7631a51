// SPDX-License-Identifier: BSD-3-Clause
#include "slurry/option_table.hpp"

#include <algorithm>
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

std::vector<OptionDifference> differences(const Scenario& old, const Scenario& changed, const OptionTable& table) {
  std::vector<OptionDifference> out;
  for (const Option& o : table)
    for (std::size_t g = 0; g < (is_of_bodies(o.key) ? std::max(old.bodies.size(), changed.bodies.size()) : 1); ++g) {
      OptionDifference d{with_group(o.key, g), to_toml(value_of(old, o, g)), to_toml(value_of(changed, o, g)),
                         o.of_start};
      if (d.old != d.value) out.push_back(std::move(d));
    }
  return out;
}

std::string option_value(const Scenario& scenario, std::string_view key, const OptionTable& table) {
  const Option* option = find_option(key, table);
  if (!option) throw KeyError(unknown_key(key, table), "", std::string(key), "", "a key that `slurry options` lists");
  return to_toml(value_of(scenario, *option, split_group(key).group));
}

}  // namespace slurry
