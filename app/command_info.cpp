// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>

#include "commands.hpp"
#include "json_output.hpp"
#include "slurry/output_file.hpp"
#include "slurry/trajectory.hpp"

namespace slurry::app {
namespace {

struct InfoArguments {
  std::string file, json;
};

std::string value_text(const nlohmann::ordered_json& value) {
  if (value.is_null()) return "-";
  return value.is_string() ? value.get<std::string>() : value.dump();
}

/// "key  value", nested ones in one line each.
std::string as_text(const nlohmann::ordered_json& j) {
  std::string out;
  for (const auto& [key, value] : j.items()) {
    std::string text;
    if (key == "events") {
      out += fmt::format("{:<16}{}\n", key, value.empty() ? "none" : std::to_string(value.size()));
      for (const auto& e : value)
        out += fmt::format("{:<16}step {}, time {}: {} = {}\n", "", value_text(e["step"]), value_text(e["time"]),
                           value_text(e["key"]), value_text(e["value"]));
      continue;
    }
    if (value.is_object())
      for (const auto& [name, entry] : value.items())
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
    std::fputs(as_text(nlohmann::ordered_json::parse(json)).c_str(), stdout);
  else
    write_json(a.json, json);
  return 0;
}

}  // namespace

void add_info_command(CLI::App& app, Action& action) {
  auto* c = app.add_subcommand("info", "Say what is in a recorded run");
  auto a = std::make_shared<InfoArguments>();
  c->add_option("file", a->file, "HDF5 file of slurry run")->required();
  c->add_option("--json", a->json, "write JSON to this file, - for standard output");
  c->callback([a, &action] { action = [a] { return show_info(*a); }; });
}

}  // namespace slurry::app
