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

/// How far a wrong name is from an option, by its last part; nothing: it is not near.
std::optional<double> distance(std::string_view wrong, const Option& o) {
  if (wrong.empty()) return std::nullopt;
  const std::string_view leaf = leaf_of(o.key);
  if (lower(wrong) == lower(leaf)) return 0;
  if (wrong == o.symbol) return 1;
  std::optional<double> found;
  for (const std::string_view alias : o.aliases) {
    if (wrong == alias) return 1;
    if (lower(wrong) == lower(alias)) found = 1.5;
  }
  if (lower(wrong) == lower(o.symbol)) found = 1.5;
  if (found) return found;
  const std::size_t letters = edit_distance(wrong, leaf), length = std::max(wrong.size(), leaf.size());
  if (length >= 4 && 3 * letters <= length) return 2 + static_cast<double>(letters) / static_cast<double>(length);
  if (const std::size_t common = common_words(wrong, leaf); common > 0)
    return 4 - static_cast<double>(common) / static_cast<double>(words_of(leaf).size());
  return std::nullopt;
}

}  // namespace

std::vector<std::string> nearest_options(std::string_view key, const OptionTable& table) {
  constexpr double other_section = 1.5;  // a name in its own section is likelier, unless it is much less alike
  constexpr std::size_t most = 3;
  const OptionKey wrong = split_group(key);
  std::vector<std::pair<double, const Option*>> near;
  for (const Option& o : table)
    if (const auto d = distance(leaf_of(wrong.key), o))
      near.emplace_back(*d + (section_of(o.key) == section_of(wrong.key) ? 0 : other_section), &o);
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
  const std::string hint = did_you_mean(key, table);
  return "unknown key '" + std::string(key) + "'" + (hint.empty() ? "; `slurry options` lists all of them" : hint);
}

}  // namespace slurry
