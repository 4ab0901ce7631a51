// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "commands/commands.hpp"
#include "json_output.hpp"
#include "slurry/error.hpp"
#include "slurry/option_table.hpp"

namespace slurry::app {
namespace {

struct OptionsArguments {
  std::string key, json;
  bool toml = false, overwrite = false;
};

Json words_of(const std::vector<std::string_view>& words) {
  auto list = Json::list();
  for (const std::string_view word : words) list.push_back(word);
  return list;
}

Json json_of(const slurry::Option& o) {
  Json j{{"key", o.key}, {"type", type_name(o.type)}, {"help", o.help}};
  if (!o.symbol.empty()) j["symbol"] = o.symbol;
  if (!o.unit.empty()) j["unit"] = o.unit;
  j["values"] = allowed_values(o);
  if (std::isfinite(o.range.lowest)) j["lowest"] = o.range.lowest;
  if (std::isfinite(o.range.highest)) j["highest"] = o.range.highest;
  if (!o.choices.empty()) j["choices"] = words_of(o.choices);
  if (o.standard.index() != 0) j["default"] = to_toml(o.standard);
  j["may_change_while_running"] = o.change != Change::bodies;
  j["kept_by_a_run_that_goes_on"] = o.of_start;
  if (!o.aliases.empty()) j["also"] = words_of(names_elsewhere(o));
  return j;
}

int show_options(const OptionsArguments& a) {
  refuse_json_file(a.json, a.overwrite);
  const slurry::Option* one = a.key.empty() ? nullptr : find_option(a.key);
  const std::string section = one ? std::string() : list_options(a.key);
  if (section.empty() && !one)
    throw KeyError(unknown_key(a.key), "", a.key, "", "a key or a section that `slurry options` lists");
  if (!a.json.empty()) {
    auto list = Json::list();
    for (const slurry::Option& o : option_table())
      if (one ? &o == one : o.key.starts_with(a.key.empty() ? "" : a.key + ".")) list.push_back(json_of(o));
    write_json(a.json, list.text(2));
  } else if (a.toml) {
    std::fputs(write_defaults().c_str(), stdout);
  } else if (one) {
    std::fputs(describe_option(*one).c_str(), stdout);
  } else {
    std::fputs(((a.key.empty() ? about_scenario_files() + "\nAll keys:\n" : "") + section).c_str(), stdout);
  }
  return 0;
}

}  // namespace

void add_options_command(CommandLine& line) {
  Subcommand c = line.command("options", "List the keys of a scenario with their meaning, range and default");
  auto a = std::make_shared<OptionsArguments>();
  const Option key = c.option("key", a->key, "key or section to list (default: all keys)");
  const Option toml = c.flag("--toml", a->toml, "write a scenario file with every key and its default").excludes(key);
  c.option("--json", a->json, "write the list as JSON to this file; - is standard output").excludes(toml);
  c.flag("--overwrite", a->overwrite, "replace an existing file of that name");
  c.action([a] { return show_options(*a); });
}

}  // namespace slurry::app
