// SPDX-License-Identifier: BSD-3-Clause
#include "scenario/walk_section.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <set>
#include <string_view>
#include <utility>
#include <variant>

#include "scenario/option_convert.hpp"
#include "scenario/option_text.hpp"
#include "scenario/scenario_check.hpp"

namespace slurry {

namespace {

/// In the order of StageGroup.
constexpr std::array<std::string_view, 5> group_words{"near-field", "spread", "transforms", "gather", "other"};

/// Keys of a [[walk]] table; they are no options, so not part of the public table.
const std::vector<Option>& walk_table() {
  static const std::vector<Option> table{
      {.key = "title", .type = OptionType::text},
      {.key = "label", .type = OptionType::text},
      {.key = "variants", .type = OptionType::text},
      {.key = "group", .type = OptionType::choice, .choices = {group_words.begin(), group_words.end()}},
      {.key = "text", .type = OptionType::text},
      {.key = "printed", .type = OptionType::text}};
  return table;
}

StageGroup group_of(std::string_view word) {
  const auto at = std::find(group_words.begin(), group_words.end(), word);
  return static_cast<StageGroup>(at - group_words.begin());
}

/// The field of a key that holds a text; null: there is none.
std::string* text_of(WalkStep& step, std::string_view key) {
  if (key == "title") return &step.title;
  if (key == "label") return &step.label;
  if (key == "variants") return &step.variants;
  if (key == "text") return &step.text;
  if (key == "printed") return &step.printed;
  return nullptr;
}

}  // namespace

WalkStep read_walk_step(const toml::table& table, const std::string& file, const std::vector<WalkStep>& before) {
  WalkStep step;
  std::set<std::string> given;
  std::string place_of_variants;
  for (const auto& [key, node] : table) {
    const std::string name(key.str()), place = place_of(node, file);
    const Option* option = find_option(name, walk_table());
    if (!option) refuse_unknown(key, "walk", walk_table(), file);
    const std::string word = std::get<std::string>(convert(node, *option, "walk." + name, place));
    given.insert(name);
    if (std::string* text = text_of(step, name))
      *text = word;
    else
      step.group = group_of(word);
    if (name == "variants") place_of_variants = place;
  }
  for (const char* needed : {"title", "variants", "text"})
    if (!given.contains(needed))
      refuse_value(place_of(table, file), std::string("walk.") + needed, "", "is missing", "given for every step");
  if (step.label.empty()) step.label = step.title;
  check_variant_words(step.variants, place_of_variants, "walk.variants");
  for (std::size_t i = 0; i < before.size(); ++i)
    if (before[i].variants == step.variants)
      refuse_value(place_of_variants, "walk.variants", toml_text(step.variants),
                   "is also that of step " + std::to_string(i + 1) + " of the walk", "different at every step");
  return step;
}

std::string write_walk_step(const WalkStep& step) {
  std::string out = "\n[[walk]]\ntitle = " + toml_text(step.title) + "\n";
  if (step.label != step.title) out += "label = " + toml_text(step.label) + "\n";
  out += "variants = " + toml_text(step.variants) + "\n";
  if (step.group) {
    const std::string_view word = group_words[static_cast<std::size_t>(*step.group)];
    out += "group = " + toml_text(word) + "\n";
  }
  out += "text = " + toml_text(step.text) + "\n";
  if (!step.printed.empty()) out += "printed = " + toml_text(step.printed) + "\n";
  return out;
}

}  // namespace slurry
