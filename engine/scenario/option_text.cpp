// SPDX-License-Identifier: BSD-3-Clause
#include "scenario/option_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <limits>
#include <utility>

#include "scenario/option_key.hpp"
#include "slurry/error.hpp"
#include "slurry/unit.hpp"

// What is said of options and of their values.
namespace slurry {

std::string toml_number(double x) {
  std::string s = fmt::format("{}", x);
  if (s.find_first_of(".en") == std::string::npos) s += ".0";
  return s;
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

namespace {

std::string toml_of(std::monostate) {
  return {};
}
std::string toml_of(bool b) {
  return b ? "true" : "false";
}
std::string toml_of(std::int64_t i) {
  return std::to_string(i);
}
std::string toml_of(double x) {
  return toml_number(x);
}
std::string toml_of(const std::string& text) {
  return toml_text(text);
}
std::string toml_of(const std::array<double, 3>& v) {
  return fmt::format("[{}, {}, {}]", toml_number(v[0]), toml_number(v[1]), toml_number(v[2]));
}
std::string toml_of(const std::vector<std::array<double, 3>>& list) {
  std::string s = "[";
  for (const auto& v : list) s += (s.size() > 1 ? ", " : "") + toml_of(v);
  return s + "]";
}
/// Whole numbers as such: these lists count.
std::string toml_of(const std::vector<double>& list) {
  return fmt::format("[{}]", fmt::join(list, ", "));
}
std::string toml_of(const NetFlow& f) {
  const std::string word(word_of(f.kind));
  if (f.kind == NetFlowKind::gradient || f.kind == NetFlowKind::flux)
    return "{ " + word + " = " + toml_number(f.value) + " }";
  return '"' + word + '"';
}

std::string range_text(const Range& r, std::string_view noun) {
  const bool low = r.lowest > -std::numeric_limits<double>::infinity();
  const bool high = r.highest < std::numeric_limits<double>::infinity();
  std::string s(noun);
  if (low) s += fmt::format("{}{:g}", r.lowest_excluded ? " greater than " : " of at least ", r.lowest);
  if (high) s += fmt::format(" {}{}{:g}", low ? "and " : "", r.highest_excluded ? "less than " : "at most ", r.highest);
  return s;
}

std::string_view cost_of(Change change) {
  switch (change) {
    case Change::live:
      return "may change while running";
    case Change::plan:
      return "may change while running, with new plans";
    case Change::bodies:
      return "a change sets the suspension up anew";
  }
  return {};
}

std::string joined(const std::vector<std::string_view>& words) {
  return fmt::format("{}", fmt::join(words, ", "));
}

bool is_needed_in_si(const Option& o) {
  const auto& keys = needed_in_si();
  return std::find(keys.begin(), keys.end(), o.key) != keys.end();
}

/// Words for a default with a dimension in SI.
std::string standard_in_si(const Option& o) {
  if (o.standard.index() != 0 && is_needed_in_si(o)) return "; none in SI";
  if (!scales_in_si(o)) return {};
  return fmt::format("; in SI {:g} {} of the first bodies", std::get<double>(o.standard),
                     o.unit == "length" ? "a" : "a/U0");
}

}  // namespace

const std::vector<std::string_view>& needed_in_si() {
  static const std::vector<std::string_view> keys{"fluid.viscosity", "integrator.time_step", "bodies.radius",
                                                  "bodies.force", "domain.radius"};
  return keys;
}

std::vector<std::string_view> names_elsewhere(const Option& o) {
  std::vector<std::string_view> names;
  for (const std::string_view alias : o.aliases) names.push_back(leaf_of(alias));
  return names;
}

bool scales_in_si(const Option& o) {
  const double* number = std::get_if<double>(&o.standard);
  return number && *number != 0 && (o.unit == "length" || o.unit == "time") && !is_needed_in_si(o);
}

std::string to_toml(const OptionValue& value) {
  return std::visit([](const auto& v) { return toml_of(v); }, value);
}

std::string allowed_values(const Option& o) {
  switch (o.type) {
    case OptionType::number:
      return range_text(o.range, "a number");
    case OptionType::integer:
      return range_text(o.range, "a whole number");
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
    case OptionType::numbers:
      return "a list of numbers";
    case OptionType::net_flow:
      return fmt::format("\"{}\", \"{}\", {{ {} = NUMBER }} or {{ {} = NUMBER }}", word_of(NetFlowKind::zero_flux),
                         word_of(NetFlowKind::zero_gradient), word_of(NetFlowKind::gradient),
                         word_of(NetFlowKind::flux));
  }
  return {};
}

std::string_view type_name(OptionType type) {
  constexpr std::array<std::string_view, 9> names{"number", "integer",   "boolean", "text",    "choice",
                                                  "vector", "positions", "numbers", "net flow"};
  return names[static_cast<std::size_t>(type)];
}

std::string label_of(const Option& o) {
  if (!o.view.label.empty()) return std::string(o.view.label);
  std::string label(leaf_of(o.key));
  for (char& c : label)
    if (c == '_') c = ' ';
  label[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(label[0])));
  return label;
}

std::string describe_option(const Option& o) {
  const auto line = [](std::string_view name, const std::string& what) {
    return what.empty() ? std::string() : fmt::format("  {:<9} {}\n", name, what);
  };
  std::string unit(o.unit);
  const std::string reduced = unit_text(o.unit, Units::reduced), si = unit_text(o.unit, Units::si);
  if (reduced != unit) unit += fmt::format(" ({} in reduced units, {} in SI)", reduced, si);
  const std::string sentence(o.note);
  return fmt::format("{}\n  {}\n", o.key, o.help) + (o.note.empty() ? "" : "  " + sentence + "\n") +
         line("symbol", std::string(o.symbol)) + line("type", std::string(type_name(o.type))) + line("unit", unit) +
         line("values", allowed_values(o)) +
         line("default", (o.standard.index() == 0 ? "none" : to_toml(o.standard)) + standard_in_si(o)) +
         line("change", std::string(cost_of(o.change)) + (o.of_start ? "; a continued run keeps it"
                                                          : o.change == Change::bodies
                                                              ? "; a continued run (--resume) may change it"
                                                              : "")) +
         line("also", joined(names_elsewhere(o)));
}

std::string list_options(std::string_view section, const OptionTable& table) {
  std::string out;
  std::string_view last = ".";
  for (const Option& o : table) {
    if (!section.empty() && section_of(o.key) != section) continue;
    if (section_of(o.key) != last && last != ".") out += "\n";
    last = section_of(o.key);
    std::string what = std::string(o.help) + "; " + allowed_values(o);
    if (!o.unit.empty()) what += " [" + std::string(o.unit) + "]";
    if (o.standard.index() != 0) what += ", default " + to_toml(o.standard);
    if (o.change != Change::bodies) what += "; " + std::string(cost_of(o.change));
    out += fmt::format("  {:<26} {}\n", o.key, what);
  }
  return out;
}

void refuse_value(const std::string& where, const std::string& key, const std::string& value,
                  const std::string& problem, const std::string& allowed) {
  // "key = value is out of range", but "key: body 3 is outside"
  const bool predicate = problem.starts_with("is ") || problem.starts_with("has ") || problem.starts_with("does ") ||
                         problem.starts_with("needs ") || problem.starts_with("cannot ") ||
                         problem.starts_with("makes ") || problem.starts_with("acts ");
  std::string message = (where.empty() ? "" : where + ": ") + key + (value.empty() ? "" : " = " + value) +
                        (predicate ? " " : ": ") + problem;
  if (!allowed.empty())
    message += "; " + (allowed.find(" must be ") != std::string::npos ? "" : std::string("it must be ")) + allowed;
  throw KeyError(message, where, key, value, allowed);
}

}  // namespace slurry
