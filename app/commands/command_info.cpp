// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/core.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>

#include "commands/commands.hpp"
#include "json_output.hpp"
#include "slurry/output_file.hpp"
#include "slurry/trajectory.hpp"

namespace slurry::app {
namespace {

struct InfoArguments {
  std::string file, json;
};

std::string value_text(const Json& value) {
  if (value.is_null()) return "-";
  return value.is_text() ? value.words() : value.text();
}

/// "key  value", nested ones in one line each.
std::string as_text(const Json& j) {
  std::string out;
  for (const auto& [key, value] : j.members()) {
    std::string text;
    if (key == "events") {
      out +=
          fmt::format("{:<16}{}\n", key, value.elements().empty() ? "none" : std::to_string(value.elements().size()));
      for (const Json& e : value.elements())
        out += fmt::format("{:<16}step {}, time {}: {} = {}\n", "", value_text(e["step"]), value_text(e["time"]),
                           value_text(e["key"]), value_text(e["value"]));
      continue;
    }
    if (value.is_object())
      for (const auto& [name, entry] : value.members())
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name, value_text(entry));
    else
      text = value_text(value);
    out += fmt::format("{:<16}{}\n", key, text);
  }
  return out;
}

int show_info(const InfoArguments& a) {
  if (!a.json.empty()) refuse_same_file(a.json, std::array<std::filesystem::path, 1>{a.file});
  const std::string json = Trajectory(a.file).summary_json();
  if (a.json.empty())
    std::fputs(as_text(Json::parse(json).value()).c_str(), stdout);
  else
    write_json(a.json, json);
  return 0;
}

}  // namespace

void add_info_command(CommandLine& line) {
  Subcommand c = line.command("info", "Say what is in a recorded run");
  auto a = std::make_shared<InfoArguments>();
  c.option("file", a->file, "HDF5 file of slurry run").required();
  c.option("--json", a->json, "write JSON to this file, - for standard output");
  c.action([a] { return show_info(*a); });
}

}  // namespace slurry::app
