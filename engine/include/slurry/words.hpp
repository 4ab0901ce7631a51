// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

namespace slurry {

/// A value of an enumeration with its word in files, options and JSON.
template <class E>
struct Word {
  E value;
  std::string_view word;
};

/// The words of an enumeration, in the order in which messages list them. The table stands beside the enumeration;
/// these words are spelled nowhere else.
template <class E>
inline constexpr std::array<Word<E>, 0> words{};

/// Concept of an enumeration that has a table of words.
template <class E>
concept HasWords = words<E>
.size() > 0;

/// Word of a value. Empty for a number that is not in the table.
template <HasWords E>
constexpr std::string_view word_of(E value) {
  for (const Word<E>& row : words<E>)
    if (row.value == value) return row.word;
  return {};
}

/// All words of an enumeration.
template <HasWords E>
std::vector<std::string_view> all_words() {
  std::vector<std::string_view> all;
  for (const Word<E>& row : words<E>) all.push_back(row.word);
  return all;
}

/// Value of a word. Empty if the table does not contain the word.
template <HasWords E>
constexpr std::optional<E> value_of_word(std::string_view word) {
  for (const Word<E>& row : words<E>)
    if (row.word == word) return row.value;
  return std::nullopt;
}

}  // namespace slurry
