// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

namespace slurry {

/// A value of an enumeration, and its word in files, options and JSON.
template <class E>
struct Word {
  E value;
  std::string_view word;
};

/// The words of an enumeration, in the order in which a person is told of them.  The table stands beside the
/// enumeration, and nothing else spells these words.
template <class E>
inline constexpr std::array<Word<E>, 0> words{};

/// An enumeration that has words.
template <class E>
concept HasWords = words<E>
.size() > 0;

/// The word of a value; empty for a number that is none of the values.
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

/// The value of a word; nothing for a word that is none of the table.
template <HasWords E>
constexpr std::optional<E> value_of_word(std::string_view word) {
  for (const Word<E>& row : words<E>)
    if (row.word == word) return row.value;
  return std::nullopt;
}

}  // namespace slurry
