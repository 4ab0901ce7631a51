// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <filesystem>
#include <list>
#include <memory>

#include "builtin_scenario_texts.hpp"
#include "scenario/carried_expectations.hpp"
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

namespace {

/// Scenario for which each of these expectations was written, if all of them stand in this built-in scenario; otherwise
/// empty.
std::vector<std::shared_ptr<const Scenario>> written_for(const std::vector<Expectation>& mine, std::string_view toml,
                                                         std::string_view file) {
  const auto same = [](const Expectation& a, const Expectation& b) {
    return a.quantity == b.quantity && a.value == b.value && a.tolerance == b.tolerance && a.source == b.source &&
           a.qualitative == b.qualitative && a.with == b.with;
  };
  const std::vector<Expectation> theirs = parse_scenario(toml, std::string(file)).expect;
  std::vector<std::shared_ptr<const Scenario>> found;
  for (const Expectation& e : mine) {
    const auto at = std::find_if(theirs.begin(), theirs.end(), [&](const Expectation& t) { return same(e, t); });
    if (at == theirs.end()) return {};
    found.push_back(at->written_for);
  }
  return found;
}

}  // namespace

void find_carried_expectations(Scenario& scenario) {
  std::vector<Expectation>& mine = scenario.expect;
  if (mine.empty()) return;
  for (const auto& [file, toml] : builtin_texts::all)
    if (toml == scenario.text) return;  // which ends the search for one built-in scenario in another, too
  // What is no number may be said in the same words of another scenario.
  const bool numbers = std::any_of(mine.begin(), mine.end(), [](const Expectation& e) { return !e.qualitative; });
  for (const bool same_name : {true, false})
    for (const auto& [file, toml] : builtin_texts::all) {
      if (same_name != (file.substr(0, file.rfind('.')) == scenario.name) || !(same_name || numbers)) continue;
      if (toml.find('"' + mine.front().quantity + '"') == std::string_view::npos) continue;
      const auto written = written_for(mine, toml, file);
      for (std::size_t i = 0; i < written.size(); ++i) mine[i].written_for = written[i];
      if (!written.empty()) return;
    }
}

Scenario find_scenario(const std::string& name_or_file, const std::vector<std::string>& changes) {
  std::vector<std::string_view> names;
  for (const BuiltinScenario& b : builtin_scenarios()) {
    if (b.name == name_or_file) return parse_scenario(b.toml, std::string(b.name) + ".toml", changes);
    names.push_back(b.name);
  }
  std::error_code code;
  if (std::filesystem::exists(name_or_file, code)) return read_scenario(name_or_file, changes);
  const std::string near = nearest_name(name_or_file, names);
  throw InputError("there is neither a file nor a built-in scenario '" + name_or_file + "'" +
                   (near.empty() ? "; built in are " : "; did you mean '" + near + "'? Built in are ") + listed(names));
}

}  // namespace slurry
