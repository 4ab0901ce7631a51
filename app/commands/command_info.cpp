// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>

#include "commands/commands.hpp"
#include "json_output.hpp"
#include "slurry/error.hpp"
#include "slurry/file_frame.hpp"
#include "slurry/file_info.hpp"
#include "slurry/output_file.hpp"
#include "slurry/quantity.hpp"

namespace slurry::app {
namespace {

struct InfoArguments {
  std::string file, json;
  bool overwrite = false;
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

/// Text of events and parents: their number, and a line for each.
std::string entries_text(const std::string& key, const Json& entries) {
  std::string out =
      fmt::format("{:<22}{}\n", key, entries.elements().empty() ? "none" : std::to_string(entries.elements().size()));
  for (const Json& e : entries.elements()) out += fmt::format("{:<22}{}\n", "", in_one_line(e));
  return out;
}

/// A table: the last values with their units.
std::string last_text(const Json& values, const Json& units, const Json& time) {
  std::string out = fmt::format("{:<22}{}\n", "last values", "at time " + number_text(time["last"].number()));
  for (const auto& [name, value] : values.members())
    out += fmt::format("  {:<32}{:<20}{}\n", name, value_text(value), units[name].words());
  return out;
}

/// The model, and a line for each situation in which true bodies are known.
std::string model_text(const Json& m) {
  std::string out = fmt::format("{:<22}{}\n", "model", m["model"].words());
  for (const Json& sentence : m["limits"].elements()) out += fmt::format("{:<22}{}\n", "", sentence.words());
  const auto& lines = m["lines"].elements();
  for (std::size_t i = 0; i < lines.size(); ++i)
    out += fmt::format("{:<22}{}\n", i == 0 ? "model error" : "", lines[i].words());
  return out;
}

/// A table of what was asked, predicted and measured.
std::string errors_text(const Json& errors) {
  std::string out = fmt::format("{:<26}{:<14}{:<14}{}\n", "relative errors", "asked", "predicted", "measured");
  const auto short_number = [](const Json& j) { return j.is_null() ? "-" : fmt::format("{:.3g}", j.number()); };
  for (const auto& [name, e] : errors.members()) {
    if (e["asked"].is_null() && e["predicted"].is_null() && e["measured"].is_null()) continue;
    out += fmt::format("  {:<24}{:<14}{:<14}{}\n", name, short_number(e["asked"]), short_number(e["predicted"]),
                       short_number(e["measured"]));
  }
  return out;
}

std::string a_sentence_per_line(const std::string& words) {
  std::string out;
  for (std::size_t at = 0; at < words.size();) {
    const std::size_t end = std::min(words.find(". ", at), words.size() - 1) + 1;
    out += "  " + words.substr(at, end - at) + "\n";
    at = end + 1;
  }
  return out;
}

/// A table of the means over time, and how they were found.
std::string statistics_text(const Json& s) {
  if (s["means"].members().empty()) return fmt::format("{:<22}{}\n", "means over time", "no quantity changed");
  std::string out = "means over time\n";
  out += fmt::format("  {:<32}{:<14}{:<10}{:<8}{:<12}{:<18}{}\n", "", "mean", "error", "unit", "steady from",
                     "correlation time", "independent values");
  for (const auto& [name, m] : s["means"].members()) {
    out += fmt::format("  {:<32}{:<14}", name, m["mean"].is_null() ? "-" : fmt::format("{:.6g}", m["mean"].number()));
    if (!m["no_error"].is_null()) {
      out +=
          fmt::format("no error (mean from time {:.6g} on): {}\n", m["averaged_from"].number(), m["no_error"].words());
      continue;
    }
    if (m["error"].is_null()) {
      out += m["mean"].is_null() ? "no mean" : "too short to know the error";
      if (!m["mean"].is_null()) out += fmt::format(" (mean from time {:.6g} on)", m["averaged_from"].number());
      out += ": " + m["too_short_to_say"].words() + "\n";
      continue;
    }
    out += fmt::format("{:<10}{:<8}{:<12}{:<18}{:.0f}\n", fmt::format("{:.2g}", m["error"].number()),
                       m["unit"].is_null() ? "-" : m["unit"].words(), fmt::format("{:.6g}", m["steady_from"].number()),
                       fmt::format("{:.3g}", m["correlation_time"].number()), m["independent_values"].number());
  }
  std::string few, caution;
  for (const auto& [name, m] : s["means"].members())
    if (!m["caution"].is_null()) {
      few += (few.empty() ? "" : ", ") + name;
      caution = m["caution"].words();
    }
  if (!few.empty()) out += "  Few independent values: " + few + ".\n" + a_sentence_per_line(caution);
  for (const Json& sentence : s["counted"].elements()) out += "  " + sentence.words() + "\n";
  return out + a_sentence_per_line(s["method"].words());
}

/// A line, cut where it is longer than a person reads.
std::string cut(std::string line) {
  constexpr std::size_t longest = 110;
  if (line.size() <= longest) return line;
  std::size_t end = longest;
  while (end > 0 && (static_cast<unsigned char>(line[end]) & 0xc0) == 0x80) --end;  // not within a character
  return line.substr(0, end) + "...";
}

/// A file that slurry did not write: its first members, a line each.
std::string foreign_text(const Json& j, const std::string& file) {
  constexpr std::size_t most_lines = 30;
  std::string out;
  std::size_t lines = 0;
  for (const auto& [name, value] : j.members()) {
    if (++lines > most_lines) {
      out += fmt::format("... and {} more; slurry info '{}' --json - lists more of them\n",
                         j.members().size() - most_lines, file);
      break;
    }
    std::string words = value_text(value);
    if (value.is_object()) {
      words = value.members().empty() ? "empty group" : "group:";
      for (const auto& [member, entry] : value.members()) {
        if (member == "description") continue;
        words += (words.ends_with(":") ? " " : ", ") + member +
                 (entry.is_object() ? "" : fmt::format(" {}", value_text(entry)));
        if (words.size() > 200) break;
      }
    }
    std::replace(words.begin(), words.end(), '\n', ' ');
    out += cut(fmt::format("{:<21} {}", name, words)) + "\n";
  }
  return out;
}

/// "key  value", nested ones in one line each; what holds many numbers is a table.
std::string as_text(const Json& j) {
  std::string out;
  for (const auto& [key, value] : j.members()) {
    if (key == "events" || key == "parents")
      out += entries_text(key, value);
    else if (key == "warnings")
      for (const Json& sentence : value.elements()) out += fmt::format("{:<21} {}\n", "WARNING", sentence.words());
    else if (key == "statistics")
      out += statistics_text(value);
    else if (key == "last" && value.is_object())
      out += last_text(value, j["units_of_last"], j["time"]);
    else if (key == "errors" && j["last"].is_object())
      out += errors_text(value);
    else if (key == "units_of_last" || (key == "gauge_dependent" && value == Json(false)))
      continue;
    else if (key == "gauge_dependent")
      out += fmt::format("{:<22}{}\n", "GAUGE", gauge_sentence);
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
  if (const FileFrame input = file_frame(a.file); input.frame)
    throw InputError(
        fmt::format("'{}' names a frame, but info describes the whole file; leave #{} out", a.file, *input.frame));
  if (!a.json.empty()) refuse_same_file(a.json, std::array<std::filesystem::path, 1>{a.file});
  refuse_json_file(a.json, a.overwrite);
  const std::string json = file_info_json(a.file);
  if (a.json.empty()) {
    const Json told = Json::parse(json).value();
    std::fputs((told["members"].is_null() ? as_text(told) : foreign_text(told, a.file)).c_str(), stdout);
  } else
    write_json(a.json, json);
  return 0;
}

}  // namespace

void add_info_command(CommandLine& line) {
  Subcommand c = line.command("info", "Describe the contents of a recorded run, or of another HDF5 file of slurry");
  auto a = std::make_shared<InfoArguments>();
  c.option("file", a->file, "HDF5 file to describe").required();
  c.option("--json", a->json, "write JSON to this file; - is standard output");
  c.flag("--overwrite", a->overwrite, "replace an existing file of that name");
  c.action([a] { return show_info(*a); });
}

}  // namespace slurry::app
