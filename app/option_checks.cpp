// SPDX-License-Identifier: BSD-3-Clause
#include "option_checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <thread>

#include "slurry/error.hpp"
#include "slurry/runtime.hpp"

namespace slurry::app {
namespace {

/// The whole text as a number, as the parser takes it afterwards.
std::optional<double> number_of(const std::string& text) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0') return std::nullopt;
  return value;
}

bool positive_finite(const std::string& text) {
  const std::optional<double> value = number_of(text);
  return value && *value > 0 && std::isfinite(*value);
}

bool whole_number(const std::string& text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// The whole text as a positive number that fits the type.
template <class Integer>
bool positive_integer(const std::string& text, Integer& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} && end == text.data() + text.size() && value > 0;
}

}  // namespace

std::string listed(const std::vector<std::string>& words, const std::string& between) {
  return fmt::format("{}", fmt::join(words, between));
}

std::string unknown_word(const std::string& given, const std::vector<std::string>& words) {
  const std::vector<std::string> first(words.begin(), words.end() - 1);
  return fmt::format("'{}' is not known; give {}{}{}", given, listed(first, ", "), first.empty() ? "" : " or ",
                     words.back());
}

Check one_of(std::vector<std::string> words) {
  const std::string shown = listed(words, "|");
  return {[words = std::move(words)](const std::string& given) -> std::string {
            return std::find(words.begin(), words.end(), given) == words.end() ? unknown_word(given, words) : "";
          },
          shown};
}

std::vector<std::string> engines_to_ask_for() {
  std::vector<std::string> names{std::string(any_engine)};
  for (const std::string_view name : engine_names()) names.emplace_back(name);
  return names;
}

Check thread_count() {
  return {[](const std::string& given) -> std::string {
            const int most = Runtime::most_threads();
            int threads = 0;
            if (positive_integer(given, threads) && threads <= most) return {};
            if (!whole_number(given) || given.find_first_not_of('0') == std::string::npos)
              return fmt::format("'{}' is not a number of threads; give a whole number from 1 to {}", given, most);
            return Runtime::too_many_threads(given);
          },
          "1 to " + std::to_string(Runtime::most_threads())};
}

Check positive_count() {
  return {[](const std::string& given) -> std::string {
            long count = 0;
            if (positive_integer(given, count)) return {};
            return fmt::format("'{}' is not a whole number of at least 1", given);
          },
          "POSITIVE"};
}

Check seed_number() {
  return {[](const std::string& given) -> std::string {
            std::int64_t seed = 0;
            if (given == "0" || positive_integer(given, seed)) return {};
            return fmt::format("'{}' is not a seed; give a whole number from 0 to 9.2e18", given);
          },
          "WHOLE"};
}

Check positive_number() {
  return {[](const std::string& given) -> std::string {
            return positive_finite(given) ? "" : fmt::format("'{}' is not a positive number", given);
          },
          "POSITIVE"};
}

Check number_between(double lowest, double highest) {
  return {[lowest, highest](const std::string& given) -> std::string {
            const std::optional<double> value = number_of(given);
            if (value && *value >= lowest && *value <= highest) return {};
            return fmt::format("'{}' is not a number from {:g} to {:g}", given, lowest, highest);
          },
          fmt::format("{:g} to {:g}", lowest, highest)};
}

Check tolerance_number() {
  return {[](const std::string& given) -> std::string {
            if (positive_finite(given)) return {};
            return fmt::format("'{}' is not a tolerance; give a positive number, below 1 for a relative error", given);
          },
          "POSITIVE"};
}

Check file_name() {
  return {[](const std::string& given) -> std::string {
            return given.empty() ? "the name is empty; give the name of a file" : "";
          },
          ""};
}

void refuse_senseless_tolerance(double relative, const std::string& what_else_would_do) {
  if (relative < 1) return;
  throw InputError(fmt::format(
      "--tolerance {:g} is too large: a relative error of 1 leaves no digit right; give a positive number below 1{}",
      relative, what_else_would_do));
}

void add_variant_option(Subcommand& command, std::vector<std::string>& given) {
  const Check stage_and_name{[](const std::string& words) -> std::string {
                               try {
                                 stage_variants(words);
                                 return "";
                               } catch (const InputError& e) {
                                 return e.what();
                               }
                             },
                             ""};
  command
      .option("--variant", given,
              "compute a stage with another variant, such as P2P=per_target; may be given several times")
      .check(stage_and_name)
      .takes_one_each("STAGE=NAME");
}

StageVariantNames variants_of(const std::vector<std::string>& given) {
  StageVariantNames names;
  for (const auto& words : given)
    for (const StageVariantName& name : stage_variants(words)) names.push_back(name);
  return names;
}

}  // namespace slurry::app
