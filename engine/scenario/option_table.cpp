// SPDX-License-Identifier: BSD-3-Clause
#include "slurry/option_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>

#include "scenario/nearest_name.hpp"
#include "scenario/option_row.hpp"
#include "slurry/error.hpp"

namespace slurry {

namespace {

/// A TOML float always shows that it is one.
std::string toml_number(double x) {
  std::string s = fmt::format("{}", x);
  if (s.find_first_of(".en") == std::string::npos) s += ".0";
  return s;
}

std::string bound(double x) {
  return fmt::format("{:g}", x);
}

std::string_view section_of(std::string_view key) {
  const std::size_t dot = key.find('.');
  return dot == std::string_view::npos ? std::string_view() : key.substr(0, dot);
}

std::string_view leaf_of(std::string_view key) {
  const std::size_t dot = key.rfind('.');
  return dot == std::string_view::npos ? key : key.substr(dot + 1);
}

std::string range_text(const Option& o, std::string_view noun) {
  const bool low = o.lowest > -std::numeric_limits<double>::infinity();
  const bool high = o.highest < std::numeric_limits<double>::infinity();
  std::string s(noun);
  if (low) s += (o.lowest_excluded ? " greater than " : " of at least ") + bound(o.lowest);
  if (high) s += (low ? " and " : " ") + std::string(o.highest_excluded ? "less than " : "at most ") + bound(o.highest);
  return s;
}

}  // namespace

const std::vector<Option>& option_table() {
  static const std::vector<Option> table = [] {
    std::vector<Option> t;
    for (const OptionRow& row : option_rows()) t.push_back(row.option);
    return t;
  }();
  return table;
}

OptionKey split_group(std::string_view key) {
  constexpr std::string_view bodies = "bodies.";
  OptionKey out{std::string(key), 0};
  if (!key.starts_with(bodies)) return out;
  const std::string_view rest = key.substr(bodies.size());
  const std::size_t dot = rest.find('.');
  if (dot == std::string_view::npos || dot == 0) return out;
  std::size_t group = 0;
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + dot, group);
  if (error != std::errc() || end != rest.data() + dot) return out;
  return {std::string(bodies) + std::string(rest.substr(dot + 1)), group};
}

const OptionRow* find_row(std::string_view key) {
  const std::string plain = split_group(key).key;
  for (const OptionRow& row : option_rows())
    if (row.option.key == plain) return &row;
  return nullptr;
}

const Option* find_option(std::string_view key) {
  const std::string plain = split_group(key).key;
  for (const Option& o : option_table())
    if (o.key == plain) return &o;
  return nullptr;
}

std::string nearest_option(std::string_view key) {
  std::vector<std::string_view> keys, leaves;
  for (const Option& o : option_table()) {
    keys.push_back(o.key);
    // A key that stands in the wrong section is found by its last part.
    leaves.push_back(leaf_of(o.key));
  }
  const std::string plain = split_group(key).key;
  const std::string leaf = nearest_name(leaf_of(plain), leaves);
  if (!leaf.empty() && edit_distance(leaf, leaf_of(plain)) <= 1) {
    std::string best;
    for (const Option& o : option_table())
      if (leaf_of(o.key) == leaf && (best.empty() || edit_distance(plain, o.key) < edit_distance(plain, best)))
        best = o.key;
    return best;
  }
  return nearest_name(plain, keys);
}

std::string allowed_values(const Option& o) {
  switch (o.type) {
    case OptionType::number:
      return range_text(o, "a number");
    case OptionType::integer:
      return range_text(o, "a whole number");
    case OptionType::boolean:
      return "true or false";
    case OptionType::text:
      return "a text in quotes";
    case OptionType::choice: {
      std::string s;
      for (std::string_view c : o.choices) s += (s.empty() ? "one of \"" : ", \"") + std::string(c) + "\"";
      return s;
    }
    case OptionType::vector:
      return "three numbers, [x, y, z]";
    case OptionType::positions:
      return "a list of [x, y, z]";
    case OptionType::net_flow:
      return "\"zero-flux\", \"zero-gradient\", { gradient = NUMBER } or { flux = NUMBER }";
  }
  return {};
}

std::string toml_text(std::string_view text) {
  std::string s = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') s += '\\';
    if (c == '\n')
      s += "\\n";
    else if (c == '\t')
      s += "\\t";
    else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
      s += fmt::format("\\u{:04X}", static_cast<unsigned>(c));
    else
      s += c;
  }
  return s + "\"";
}

std::string to_toml(const OptionValue& value) {
  if (const bool* b = std::get_if<bool>(&value)) return *b ? "true" : "false";
  if (const std::int64_t* i = std::get_if<std::int64_t>(&value)) return std::to_string(*i);
  if (const double* d = std::get_if<double>(&value)) return toml_number(*d);
  if (const std::string* s = std::get_if<std::string>(&value)) return toml_text(*s);
  if (const NetFlow* f = std::get_if<NetFlow>(&value)) switch (f->kind) {
      case NetFlowKind::zero_flux:
        return "\"zero-flux\"";
      case NetFlowKind::zero_gradient:
        return "\"zero-gradient\"";
      case NetFlowKind::gradient:
        return "{ gradient = " + toml_number(f->value) + " }";
      case NetFlowKind::flux:
        return "{ flux = " + toml_number(f->value) + " }";
    }
  if (const auto* v = std::get_if<std::vector<double>>(&value)) {
    std::string s = "[";
    for (std::size_t i = 0; i < v->size(); ++i) s += (i ? ", " : "") + toml_number((*v)[i]);
    return s + "]";
  }
  return {};
}

namespace {

/// Positions are flat in a value, but a list of triples in a file.
std::string value_text(const OptionRow& row, const OptionValue& value) {
  if (row.option.type != OptionType::positions || !std::holds_alternative<std::vector<double>>(value))
    return to_toml(value);
  const auto& v = std::get<std::vector<double>>(value);
  std::string s = "[";
  for (std::size_t i = 0; i + 2 < v.size(); i += 3)
    s += fmt::format("{}[{}, {}, {}]", i ? ", " : "", toml_number(v[i]), toml_number(v[i + 1]), toml_number(v[i + 2]));
  return s + "]";
}

std::string unknown(std::string_view key) {
  const std::string near = nearest_option(key);
  return "unknown key '" + std::string(key) + "'" + (near.empty() ? "" : "; did you mean '" + near + "'?");
}

bool derived(const Scenario& s, std::string_view key, std::size_t group) {
  if (key == "domain.length") return s.length_from_fraction || s.domain.kind == DomainKind::periodic_3;
  if (key == "domain.cell") return s.length_from_fraction || s.domain.kind != DomainKind::periodic_3;
  if (key == "domain.radius") return s.domain.kind != DomainKind::pipe;
  if (key == "bodies.count")
    return s.bodies[group].count_from_fraction || s.bodies[group].placement == PlacementKind::positions;
  if (key == "bodies.placement") return s.bodies[group].placement == PlacementKind::positions;
  return false;
}

}  // namespace

std::string option_value(const Scenario& scenario, std::string_view key) {
  const OptionKey parts = split_group(key);
  const OptionRow* row = find_row(key);
  if (!row) throw KeyError(unknown(key), "", std::string(key), "", "a key that `slurry run --help` lists");
  if (section_of(parts.key) == "bodies" && parts.group >= scenario.bodies.size()) return {};
  return value_text(*row, row->get(scenario, parts.group));
}

namespace {

/// Every row of one section but those that follow from others, "key = value".
std::string write_section(const Scenario& s, std::string_view section, std::size_t group) {
  std::string out;
  for (const OptionRow& row : option_rows()) {
    if (section_of(row.option.key) != section || derived(s, row.option.key, group)) continue;
    const std::string value = value_text(row, row.get(s, group));
    if (!value.empty()) out += std::string(leaf_of(row.option.key)) + " = " + value + "\n";
  }
  return out;
}

}  // namespace

std::string write_scenario(const Scenario& s) {
  std::string out = "schema = 1\n" + write_section(s, "", 0);
  std::string_view last;
  for (const OptionRow& row : option_rows()) {
    const std::string_view section = section_of(row.option.key);
    if (section.empty() || section == last) continue;
    last = section;
    if (section == "bodies")
      for (std::size_t g = 0; g < s.bodies.size(); ++g) out += "\n[[bodies]]\n" + write_section(s, section, g);
    else
      out += "\n[" + std::string(section) + "]\n" + write_section(s, section, 0);
  }
  for (const Expectation& e : s.expect) {
    out += "\n[[expect]]\nquantity = " + toml_text(e.quantity) + "\n";
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
  }
  return out;
}

std::string option_help() {
  std::string out;
  std::string_view last = ".";
  for (const Option& o : option_table()) {
    const std::string_view section = section_of(o.key);
    if (section != last && last != ".") out += "\n";
    last = section;
    std::string what = std::string(o.help) + "; " + allowed_values(o);
    if (!o.unit.empty()) what += " [" + std::string(o.unit) + "]";
    if (!o.default_value.empty()) what += ", default " + std::string(o.default_value);
    if (o.while_running) what += "; may change while running";
    out += fmt::format("  {:<26} {}\n", o.key, what);
  }
  return out;
}

}  // namespace slurry
