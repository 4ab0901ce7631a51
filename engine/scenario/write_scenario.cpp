// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/core.h>

#include <utility>

#include "scenario/option_key.hpp"
#include "scenario/option_text.hpp"
#include "scenario/walk_section.hpp"
#include "slurry/error.hpp"
#include "slurry/expectations.hpp"
#include "slurry/option_table.hpp"

// Scenarios as files.
namespace slurry {

namespace {

/// Whether a value follows from other keys; such values are not written.
bool derived(const Scenario& s, std::string_view key, std::size_t group) {
  if (key == "domain.length") return s.length_from_fraction || s.domain.kind == DomainKind::periodic_3;
  if (key == "domain.cell") return s.length_from_fraction || s.domain.kind != DomainKind::periodic_3;
  if (key == "domain.radius") return s.domain.kind != DomainKind::pipe;
  if (key == "bodies.count")
    return s.bodies[group].count_from_fraction || s.bodies[group].placement == PlacementKind::positions;
  if (key == "bodies.placement") return s.bodies[group].placement == PlacementKind::positions;
  return false;
}

/// Every row of one section, "key = value".
std::string write_section(const Scenario& s, const OptionTable& table, std::string_view section, std::size_t group) {
  std::string out;
  for (const Option& o : table) {
    if (section_of(o.key) != section || derived(s, o.key, group)) continue;
    if (o.written && !o.written(s, group)) continue;
    // what has no field is written where somebody has set it
    if (!o.get && !s.more.contains(with_group(o.key, group))) continue;
    const std::string value = to_toml(value_of(s, o, group));
    if (!value.empty()) out += std::string(leaf_of(o.key)) + " = " + value + "\n";
  }
  return out;
}

std::string write_expectation(const Expectation& e) {
  std::string out = "\n[[expect]]\nquantity = " + toml_text(e.quantity) + "\n";
  if (e.qualitative)
    out += "qualitative = true\n";
  else
    out += "value = " + toml_number(e.value) + "\ntolerance = " + toml_number(e.tolerance) + "\n";
  for (const auto& [key, value] : {std::pair("source", e.source), {"level", e.level}, {"note", e.note}})
    if (!value.empty()) out += std::string(key) + " = " + toml_text(value) + "\n";
  if (e.seeds != 1) out += "seeds = " + std::to_string(e.seeds) + "\n";
  if (e.slow) out += "slow = true\n";
  // All conditions, since the scenario may have been changed since it was read.
  std::string with;
  for (const auto& [key, value] : e.conditions)
    if (!value.empty()) with += (with.empty() ? "" : ", ") + toml_text(key + "=" + value);
  for (const std::string& change : e.with)
    if (is_length_of_run(key_of_change(change))) with += (with.empty() ? "" : ", ") + toml_text(change);
  if (!with.empty()) out += "with = [" + with + "]\n";
  return out;
}

/// Whether the conditions of an expectation can be set in this scenario.  Those of another number of bodies cannot
/// where the bodies are listed, as they are after a start from a file; a scenario written with them would be refused.
bool can_be_met(const Expectation& e, const Scenario& s, const OptionTable& table) {
  std::vector<std::string> changes;
  for (const auto& [key, value] : e.conditions)
    if (!value.empty()) changes.push_back(key + "=" + value);
  Scenario changed = s;
  try {
    set_options(changed, changes, table);
  } catch (const Error&) {
    return false;
  }
  return true;
}

/// In the order of the table.
std::vector<std::string_view> sections_of(const OptionTable& table) {
  std::vector<std::string_view> sections;
  for (const Option& o : table) {
    const std::string_view section = section_of(o.key);
    bool known = section.empty();
    for (const std::string_view s : sections) known = known || s == section;
    if (!known) sections.push_back(section);
  }
  return sections;
}

std::string header_of(std::string_view section) {
  return section == "bodies" ? "\n[[bodies]]\n" : "\n[" + std::string(section) + "]\n";
}

}  // namespace

std::string write_scenario(const Scenario& s, const OptionTable& table) {
  std::string out = "schema = 1\n" + write_section(s, table, "", 0);
  for (const std::string_view section : sections_of(table))
    for (std::size_t g = 0; g < (section == "bodies" ? s.bodies.size() : 1); ++g) {
      const std::string rows = write_section(s, table, section, g);
      out += header_of(section) + rows;
    }
  for (const Expectation& e : s.expect)
    if (!speaks_of_another(e, s) && can_be_met(e, s, table))  // read back, it would be taken for this one's
      out += write_expectation(e);
  for (const WalkStep& step : s.walk) out += write_walk_step(step);
  return out;
}

std::string minimal_file(const OptionTable& table) {
  std::string out = "schema = 1\n";
  for (const std::string_view section : sections_of(table)) {
    std::string rows;
    for (const Option& o : table)
      if (section_of(o.key) == section && o.example.index() != 0)
        rows += std::string(leaf_of(o.key)) + " = " + to_toml(o.example) + "\n";
    if (!rows.empty()) out += header_of(section) + rows;
  }
  return out;
}

std::string write_defaults(const OptionTable& table) {
  const Scenario untouched = parse_scenario(minimal_file(table), "the shortest scenario");
  const auto write = [&](std::string_view section) {
    std::string out;
    for (const Option& o : table) {
      if (section_of(o.key) != section) continue;
      std::string what = std::string(o.help) + "; " + allowed_values(o);
      if (!o.unit.empty()) what += " [" + std::string(o.unit) + "]";
      const bool needed = o.example.index() != 0;
      const std::string value = to_toml(needed ? o.example : o.standard);
      const bool in_force = !value.empty() && applies(o, untouched);
      out += fmt::format("# {}\n{}{} = {}{}\n", what, in_force ? "" : "# ", leaf_of(o.key),
                         value.empty() ? "..." : value, needed ? "  # an example" : "");
    }
    return out;
  };
  std::string out =
      "# Every key of a scenario with its default.  Keys behind a # have no default, or do not apply to this "
      "scenario.\n"
      "schema = 1\n" +
      write("");
  for (const std::string_view section : sections_of(table)) out += header_of(section) + write(section);
  return out;
}

std::string about_scenario_files() {
  return "A scenario is a TOML file that begins with schema = 1.  Write one [[bodies]] table for each kind of body.\n"
         "On the command line, bodies.KEY means the first kind, and bodies.1.KEY the second.  Of count,\n"
         "volume_fraction and the size of the domain, two determine the third.  `slurry options` lists all keys.\n"
         "`slurry options --toml` writes a file with every default.  `slurry scenarios NAME` prints a built-in\n"
         "scenario.  The shortest scenario:\n\n" +
         minimal_file();
}

}  // namespace slurry
