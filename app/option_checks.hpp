// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <CLI/CLI.hpp>

#include <string>
#include <type_traits>
#include <utility>
#include <vector>

// What an option may be given.  Each gives the parser one sentence that says what was given and what would do.
namespace slurry::app {

/// One of some words.
CLI::Validator one_of(std::vector<std::string> words);
/// `given` is none of `words`.
std::string unknown_word(const std::string& given, const std::vector<std::string>& words);
std::string listed(const std::vector<std::string>& words, const std::string& between);

/// A word for each value of an enum; nothing else, and no numbers in their place.
template <class Enum>
CLI::Validator word_for(std::vector<std::pair<std::string, Enum>> words) {
  std::vector<std::string> known;
  for (const auto& [word, value] : words) known.push_back(word);
  const std::string shown = listed(known, "|");
  return {[words, known](std::string& given) -> std::string {
            for (const auto& [word, value] : words)
              if (word == given) {
                given = std::to_string(static_cast<std::underlying_type_t<Enum>>(value));  // as the parser reads enums
                return {};
              }
            return unknown_word(given, known);
          },
          shown, ""};
}

/// A number of threads that a Runtime takes.
CLI::Validator thread_count();
/// A whole number from 1 on.
CLI::Validator positive_count();
/// A seed that a scenario takes.
CLI::Validator seed_number();
/// A positive finite number.
CLI::Validator positive_number();
/// The same, in words for a tolerance.
CLI::Validator tolerance_number();
/// Name of a file that is not empty.
CLI::Validator file_name();

/// Throws InputError where a relative tolerance leaves nothing of what is to be computed.
void refuse_senseless_tolerance(double relative, const std::string& what_else_would_do = "");

}  // namespace slurry::app
