// SPDX-License-Identifier: BSD-3-Clause
#include <filesystem>
#include <list>

#include "builtin_scenario_texts.hpp"
#include "scenario/nearest_name.hpp"
#include "slurry/error.hpp"
#include "slurry/scenario.hpp"

namespace slurry {

const std::vector<BuiltinScenario>& builtin_scenarios() {
  static std::list<std::string> titles;  // owns what the views show
  static const std::vector<BuiltinScenario> all = [] {
    std::vector<BuiltinScenario> list;
    for (const auto& [file, text] : builtin_texts::all) {
      titles.push_back(parse_scenario(text, std::string(file)).title);
      list.push_back({file.substr(0, file.rfind('.')), titles.back(), text});
    }
    return list;
  }();
  return all;
}

Scenario find_scenario(const std::string& name_or_file) {
  std::vector<std::string_view> names;
  for (const BuiltinScenario& b : builtin_scenarios()) {
    if (b.name == name_or_file) return parse_scenario(b.toml, std::string(b.name) + ".toml");
    names.push_back(b.name);
  }
  std::error_code code;
  if (std::filesystem::exists(name_or_file, code)) return read_scenario(name_or_file);
  const std::string near = nearest_name(name_or_file, names);
  throw InputError("there is neither a file nor a built-in scenario '" + name_or_file + "'" +
                   (near.empty() ? "; built in are " : "; did you mean '" + near + "'? Built in are ") + listed(names));
}

}  // namespace slurry
