// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/core.h>

#include <cstdio>
#include <memory>
#include <string>

#include "commands/commands.hpp"
#include "json_output.hpp"
#include "slurry/expectations.hpp"
#include "slurry/scenario.hpp"

namespace slurry::app {
namespace {

struct ScenariosArguments {
  std::string name, json;
  bool overwrite = false;
};

std::size_t bodies_of(const Scenario& s) {
  std::size_t n = 0;
  for (const BodyGroup& g : s.bodies) n += g.count;
  return n;
}

std::string expected_text(const Scenario& s) {
  std::string out;
  for (const Expectation& e : s.expect)
    if (!e.qualitative && applies(e, s))
      out += fmt::format("{}{} {:.9g}", out.empty() ? "" : ", ", e.quantity, e.value);
  return out;
}

int show_scenarios(const ScenariosArguments& a) {
  refuse_json_file(a.json, a.overwrite);
  if (!a.name.empty()) {
    std::fputs(find_scenario(a.name).text.c_str(), stdout);
    return 0;
  }
  auto list = Json::list();
  for (const BuiltinScenario& b : builtin_scenarios()) {
    const Scenario s = find_scenario(std::string(b.name));
    const std::string expected = expected_text(s);
    if (a.json.empty())
      std::printf("%-22s %6zu bodies  %s%s\n", s.name.c_str(), bodies_of(s), s.title.c_str(),
                  expected.empty() ? "" : ("  [" + expected + "]").c_str());
    else
      list.push_back({{"name", s.name},
                      {"title", s.title},
                      {"bodies", bodies_of(s)},
                      {"description", s.description},
                      {"expected", expected}});
  }
  if (!a.json.empty()) write_json(a.json, list.text(2));
  return 0;
}

}  // namespace

void add_scenarios_command(CommandLine& line) {
  Subcommand c = line.command("scenarios", "List the built-in scenarios, or print one of them as a file");
  auto a = std::make_shared<ScenariosArguments>();
  const Option name = c.option("name", a->name, "print this scenario as a file, which you can save and change");
  c.option("--json", a->json, "write the list as JSON to this file; - is standard output").excludes(name);
  c.flag("--overwrite", a->overwrite, "replace an existing file of that name");
  c.action([a] { return show_scenarios(*a); });
}

}  // namespace slurry::app
