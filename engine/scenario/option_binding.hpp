// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "slurry/option_table.hpp"
#include "slurry/words.hpp"

// Ties rows of the option table to fields of a Scenario. Type, choices and default of an option are those of its field.
namespace slurry {

/// Value of a field for the table; nothing if an optional or a list is empty.
template <class T>
OptionValue value_from(const T& field) {
  if constexpr (std::is_enum_v<T>)
    return std::string(word_of(field));
  else if constexpr (std::integral<T> && !std::same_as<T, bool>)
    return static_cast<std::int64_t>(field);
  else if constexpr (std::same_as<T, std::vector<std::array<double, 3>>> || std::same_as<T, std::vector<double>>)
    return field.empty() ? OptionValue() : OptionValue(field);
  else
    return field;
}
template <class T>
OptionValue value_from(const std::optional<T>& field) {
  return field ? value_from(*field) : OptionValue();
}

template <class T>
void store(T& field, const OptionValue& value) {
  if constexpr (std::is_enum_v<T>) {
    if (const auto found = value_of_word<T>(std::get<std::string>(value))) field = *found;
  } else if constexpr (std::integral<T> && !std::same_as<T, bool>) {
    field = static_cast<T>(std::get<std::int64_t>(value));
  } else {
    field = std::get<T>(value);
  }
}
template <class T>
void store(std::optional<T>& field, const OptionValue& value) {
  store(field.emplace(), value);
}

template <class T>
constexpr OptionType option_type() {
  if constexpr (std::same_as<T, bool>) return OptionType::boolean;
  if constexpr (std::integral<T>) return OptionType::integer;
  if constexpr (std::is_enum_v<T>) return OptionType::choice;
  if constexpr (std::same_as<T, std::string>) return OptionType::text;
  if constexpr (std::same_as<T, std::array<double, 3>>) return OptionType::vector;
  if constexpr (std::same_as<T, std::vector<std::array<double, 3>>>) return OptionType::positions;
  if constexpr (std::same_as<T, std::vector<double>>) return OptionType::numbers;
  if constexpr (std::same_as<T, NetFlow>) return OptionType::net_flow;
  return OptionType::number;
}

template <class T>
struct HeldBy {
  using type = T;
};
template <class T>
struct HeldBy<std::optional<T>> {
  using type = T;
};

/// Makes a row for a field. field: returns the field of a scenario and of a group of bodies, for constant scenarios and
/// for others: [](auto& s, std::size_t group) -> auto& { return s.viscosity; }
template <class Field>
Option tied(Option option, Field field) {
  Scenario untouched;
  untouched.bodies.resize(1);
  auto& held = field(untouched, 0);
  using T = typename HeldBy<std::remove_reference_t<decltype(held)>>::type;
  option.type = option_type<T>();
  option.standard = value_from(held);
  if constexpr (std::same_as<T, std::string>)
    if (held.empty()) option.standard = {};
  if constexpr (std::is_enum_v<T>) option.choices = all_words<T>();
  option.get = [field](const Scenario& s, std::size_t group) { return value_from(field(s, group)); };
  option.set = [field](Scenario& s, std::size_t group, const OptionValue& v) { store(field(s, group), v); };
  return option;
}

/// Makes an option whose value is a text, one of several words.
inline Option one_of(std::vector<std::string_view> words, Option option) {
  option.type = OptionType::choice;
  option.choices = std::move(words);
  return option;
}

/// Makes an option that is written only if it is used in the scenario.
inline Option written_where_it_applies(Option option) {
  option.written = option.applies;
  return option;
}

/// Makes an option for a field that is 0 until it is set.
inline Option unset_while_zero(Option option) {
  option.standard = {};
  option.get = [get = option.get](const Scenario& s, std::size_t group) {
    const OptionValue v = get(s, group);
    return std::get<double>(v) > 0 ? v : OptionValue();
  };
  return option;
}

/// Makes an option without a default: its value follows from other keys, or every scenario must set it.
inline Option without_standard(Option option) {
  option.standard = {};
  return option;
}

/// Makes an option after whose setting `follow` is called.
template <class Follow>
Option followed_by(Option option, Follow follow) {
  option.set = [set = option.set, follow](Scenario& s, std::size_t group, const OptionValue& v) {
    set(s, group, v);
    follow(s, group);
  };
  return option;
}

inline constexpr Range positive{.lowest = 0, .lowest_excluded = true};
inline constexpr Range not_negative{.lowest = 0};

/// Add rows to the table of options: the rows of the groups of bodies, and the other rows before and after them.
void add_body_options(OptionTable& table);
void add_scenario_options(OptionTable& table);
void add_solver_options(OptionTable& table);

}  // namespace slurry
