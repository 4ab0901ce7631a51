// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cctype>
#include <optional>
#include <utility>

#include "scenario/nearest_name.hpp"
#include "scenario/option_key.hpp"
#include "scenario/option_text.hpp"

// Which key a person may have meant.
namespace slurry {

namespace {

std::string lower(std::string_view s) {
  std::string out(s);
  for (char& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

/// "volume", "fraction" of "volume_fraction" and of "volume-fraction".
std::vector<std::string> words_of(std::string_view name) {
  std::vector<std::string> words(1);
  for (const char c : lower(name))
    if (c == '_' || c == '-' || c == ' ')
      words.emplace_back();
    else
      words.back() += c;
  return words;
}

std::size_t common_words(std::string_view a, std::string_view b) {
  constexpr std::size_t shortest = 3;  // shorter ones say nothing: "of", "at", "x"
  std::size_t common = 0;
  const std::vector<std::string> others = words_of(b);
  for (const std::string& word : words_of(a))
    common += word.size() >= shortest && std::find(others.begin(), others.end(), word) != others.end();
  return common;
}

/// Whether a wrong key is another name of an option.  What a body is stands in no other table, so that a wrong key of
/// bodies is no other name of anything elsewhere.
bool is_alias(std::string_view alias, std::string_view wrong, bool same_table) {
  if (alias.find('.') != std::string_view::npos && wrong.find('.') != std::string_view::npos)
    return lower(alias) == lower(wrong);
  alias = leaf_of(alias);
  return lower(alias) == lower(leaf_of(wrong)) && (same_table || !is_of_bodies(wrong));
}

/// How far a wrong key is from an option; nothing: it is not near.  Another table has the same name or another name of
/// it, but for a slip of a letter nothing that merely looks alike.
std::optional<double> distance(std::string_view wrong, const Option& o, bool same_table) {
  const std::string_view name = leaf_of(wrong), leaf = leaf_of(o.key);
  if (name.empty()) return std::nullopt;
  if (lower(name) == lower(leaf)) return 0;
  if (!o.symbol.empty() && is_alias(o.symbol, wrong, same_table)) return name == o.symbol ? 1 : 1.5;
  for (const std::string_view alias : o.aliases)
    if (is_alias(alias, wrong, same_table)) return leaf_of(alias) == name ? 1 : 1.5;
  const std::size_t letters = edit_distance(name, leaf), length = std::max(name.size(), leaf.size());
  const std::size_t per_letter = same_table ? 4 : 6;
  if (length >= 4 && per_letter * letters <= length)
    return 2 + static_cast<double>(letters) / static_cast<double>(length);
  const std::size_t common = common_words(name, leaf), fewer = std::min(words_of(name).size(), words_of(leaf).size());
  if (same_table && common > 0 && common == fewer)
    return 4 - static_cast<double>(common) / static_cast<double>(words_of(leaf).size());
  return std::nullopt;
}

}  // namespace

std::vector<std::string> nearest_options(std::string_view key, const OptionTable& table) {
  constexpr double other_section = 1.5;  // a name in its own section is likelier, unless it is much less alike
  constexpr std::size_t most = 3;
  const OptionKey wrong = split_group(key);
  std::vector<std::pair<double, const Option*>> near;
  for (const Option& o : table) {
    const bool same_table = lower(section_of(o.key)) == lower(section_of(wrong.key));
    if (const auto d = distance(wrong.key, o, same_table)) near.emplace_back(*d + (same_table ? 0 : other_section), &o);
  }
  std::stable_sort(near.begin(), near.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string> keys;
  for (const auto& [d, option] : near)
    if (keys.size() < most && d < near.front().first + 1) keys.push_back(with_group(option->key, wrong.group));
  return keys;
}

std::string did_you_mean(std::string_view key, const OptionTable& table) {
  std::string near;
  for (const std::string& k : nearest_options(key, table)) near += (near.empty() ? "'" : " or '") + k + "'";
  return near.empty() ? near : "; did you mean " + near + "?";
}

std::string unknown_key(std::string_view key, const OptionTable& table) {
  for (const Option& o : table)
    if (!key.empty() && section_of(o.key) == key)
      return "'" + std::string(key) + "' is a table and no key; write " + std::string(key) + ".KEY (`slurry options " +
             std::string(key) + "` lists them)";
  std::string hint = did_you_mean(key, table);
  if (hint.empty()) {
    const bool known = std::any_of(table.begin(), table.end(), [&](const Option& o) {
      return !section_of(key).empty() && section_of(o.key) == section_of(key);
    });
    hint = known ? "; `slurry options " + std::string(section_of(key)) + "` lists the keys of that table"
                 : "; `slurry options` lists all of them";
  }
  return "unknown key '" + std::string(key) + "'" + hint;
}

}  // namespace slurry
