// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/core.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>

#include "commands/commands.hpp"
#include "json_output.hpp"
#include "slurry/file_info.hpp"
#include "slurry/output_file.hpp"

namespace slurry::app {
namespace {

struct InfoArguments {
  std::string file, json;
};

/// Twelve digits of a number; the JSON has all of them.
std::string number_text(double number) {
  return fmt::format("{:.12g}", number);
}

std::string value_text(const Json& value) {
  if (value.is_null()) return "-";
  if (value.is_text()) return value.words();
  if (!value.is_list()) {
    const bool whole = value.text().find_first_of(".e") == std::string::npos;  // a seed has more digits
    return whole || !std::isfinite(value.number()) ? value.text() : number_text(value.number());
  }
  std::string text;
  for (const Json& element : value.elements()) text += (text.empty() ? "" : ", ") + value_text(element);
  return "[" + text + "]";
}

/// A value of the scenario, which comes as TOML.
std::string scenario_text(const Json& value) {
  const std::string words = value_text(value);
  char* end = nullptr;
  const double number = std::strtod(words.c_str(), &end);
  return words.empty() || *end != 0 ? words : number_text(number);
}

/// "name value, name value", groups within in parentheses.
std::string in_one_line(const Json& j) {
  std::string text;
  for (const auto& [name, entry] : j.members()) {
    if (entry.is_null() || name == "description") continue;  // what has no value here is in the JSON alone
    const std::string words = entry.is_object() ? in_one_line(entry) : value_text(entry);
    if (words.empty()) continue;
    text +=
        fmt::format(fmt::runtime(entry.is_object() ? "{}{} ({})" : "{}{} {}"), text.empty() ? "" : ", ", name, words);
  }
  return text;
}

/// Of events and parents: how many, and a line for each.
std::string entries_text(const std::string& key, const Json& entries) {
  std::string out =
      fmt::format("{:<22}{}\n", key, entries.elements().empty() ? "none" : std::to_string(entries.elements().size()));
  for (const Json& e : entries.elements()) out += fmt::format("{:<22}{}\n", "", in_one_line(e));
  return out;
}

/// A line for each mean, "mean +- error".
std::string statistics_text(const Json& s) {
  std::string out = fmt::format("{:<22}{} ({} frames)\n", "means", s["of"].words(), s["frames"].integer());
  for (const auto& [name, m] : s["means"].members())
    out += fmt::format("{:<22}{} {:.6g} +- {:.2g}\n", "", name, m["mean"].number(),
                       m["error"].is_null() ? NAN : m["error"].number());
  return out;
}

/// The model, and a line for each situation in which true bodies are known.
std::string model_text(const Json& m) {
  std::string out = fmt::format("{:<22}{}\n", "model", m["model"].words());
  const auto& lines = m["lines"].elements();
  for (std::size_t i = 0; i < lines.size(); ++i)
    out += fmt::format("{:<22}{}\n", i == 0 ? "model error" : "", lines[i].words());
  return out;
}

/// "key  value", nested ones in one line each.
std::string as_text(const Json& j) {
  std::string out;
  for (const auto& [key, value] : j.members()) {
    if (key == "events" || key == "parents")
      out += entries_text(key, value);
    else if (key == "statistics")
      out += statistics_text(value);
    else if (key == "model_error")
      out += model_text(value);
    else if (key == "scenario" && value.is_object()) {
      for (const auto& [name, entry] : value.members())
        if (name != "bodies") out += fmt::format("{:<22}{}\n", name, scenario_text(entry));
      for (const Json& kind : value["bodies"].elements()) out += fmt::format("{:<22}{}\n", "bodies", in_one_line(kind));
    } else if (key != "description") {  // of what is in the file, many lines of it: the JSON has them
      const std::string words = value.is_object() ? in_one_line(value) : value_text(value);
      if (!words.empty()) out += fmt::format("{:<21} {}\n", key, words);
    }
  }
  return out;
}

int show_info(const InfoArguments& a) {
  if (!a.json.empty()) refuse_same_file(a.json, std::array<std::filesystem::path, 1>{a.file});
  const std::string json = file_info_json(a.file);
  if (a.json.empty())
    std::fputs(as_text(Json::parse(json).value()).c_str(), stdout);
  else
    write_json(a.json, json);
  return 0;
}

}  // namespace

void add_info_command(CommandLine& line) {
  Subcommand c = line.command("info", "Say what is in a recorded run, or in another HDF5 file of slurry");
  auto a = std::make_shared<InfoArguments>();
  c.option("file", a->file, "HDF5 file of slurry run, sum or mobility").required();
  c.option("--json", a->json, "write JSON to this file, - for standard output");
  c.action([a] { return show_info(*a); });
}

}  // namespace slurry::app
