// SPDX-License-Identifier: BSD-3-Clause
#include "models/scenario_file.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <sstream>
#include <string_view>
#include <utility>
#include <vector>

#include "models/moment_text.hpp"
#include "slurry/error.hpp"
#include "slurry/option_table.hpp"

namespace slurry::ui {
namespace {

/// A text from which the very same scenario is read wherever it lies.
bool is_whole_text_of(const Scenario& s) {
  if (s.text.empty() || !s.position_files.empty()) return false;
  try {
    return write_scenario(parse_scenario(s.text, s.name)) == write_scenario(s);
  } catch (const Error&) {
    return false;
  }
}

/// "key = value" of a section: the row of the table, if it has one.
const Option* option_of(const std::string& section, const std::string& line) {
  const std::size_t sign = line.find(" = ");
  if (sign == std::string::npos) return nullptr;
  return find_option((section.empty() ? "" : section + ".") + line.substr(0, sign));
}

bool needs_no_quotes(char c) {
  constexpr std::string_view others = "_-./=+:,@%";
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         others.find(c) != std::string_view::npos;
}

/// One word of a command line, for a POSIX shell.
std::string shell_word(const std::string& text) {
  if (!text.empty() && std::all_of(text.begin(), text.end(), needs_no_quotes)) return text;
  std::string word = "'";
  for (const char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return word + "'";
}

/// The changes that lead from a scenario to another. Of count, volume fraction and size two give the third, which must
/// not be among them.
std::optional<std::vector<std::string>> changes_between(const std::string& from, const Scenario& to) {
  constexpr std::array<std::string_view, 5> following{"", "domain.length", "domain.cell", "bodies.count",
                                                      "bodies.volume_fraction"};
  const std::vector<OptionDifference> all = differences(find_scenario(from), to);
  for (const std::string_view left_out : following) {
    std::vector<std::string> changes;
    for (const OptionDifference& d : all)
      if (d.key != left_out && !d.value.empty()) changes.push_back(d.key + "=" + d.value);
    try {
      if (write_scenario(find_scenario(from, changes)) == write_scenario(to)) return changes;
    } catch (const Error&) {
      // These values cannot be set together.
    }
  }
  return std::nullopt;
}

}  // namespace

std::string commented_scenario(const Snapshot& snapshot) {
  const Scenario& s = *snapshot.scenario;
  if (is_whole_text_of(s)) return s.text;
  std::string out = "# Saved from a run at " + time_text(snapshot.time, s) +
                    ", with the values that were in force then.\n# A run of this file begins at time 0.\n";
  std::istringstream lines(write_scenario(s));
  std::string section;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with('[')) {
      const std::size_t begin = line.find_first_not_of('['), end = line.find(']');
      section = line.substr(begin, end - begin);
    } else if (const Option* o = option_of(section, line)) {
      out += "# " + std::string(o->help) + (o->unit.empty() ? "" : " [" + std::string(o->unit) + "]") + "\n";
    }
    out += line + "\n";
  }
  return out;
}

std::string command_line_of(const Scenario& s, const std::filesystem::path& saved) {
  std::vector<std::string> from;
  for (const BuiltinScenario& b : builtin_scenarios())
    if (b.name == s.name) from.push_back(s.name);
  std::error_code code;
  for (const std::string& file : {s.file_name, saved.string()})
    if (!file.empty() && std::filesystem::is_regular_file(file, code)) from.push_back(file);
  for (const std::string& start : from) {
    std::optional<std::vector<std::string>> changes;
    try {
      changes = changes_between(start, s);
    } catch (const Error&) {
      continue;  // the file is no scenario any more
    }
    if (!changes) continue;
    std::string line = "slurry run " + shell_word(start);
    for (const std::string& change : *changes) line += " --set " + shell_word(change);
    const std::string stem = std::filesystem::path(start).stem().string();
    return line + " --output " + shell_word(stem + ".h5");
  }
  return {};
}

}  // namespace slurry::ui
