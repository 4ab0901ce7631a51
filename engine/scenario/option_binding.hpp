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

// How rows of the option table are tied to fields of a Scenario.  Type, choices and default of an option are those of
// its field.
namespace slurry {

/// The words for an enumeration in files, in the order of its values.
constexpr std::array<std::string_view, 2> words_for(Units) {
  return {"reduced", "SI"};
}
constexpr std::array<std::string_view, 4> words_for(DomainKind) {
  return {"pipe", "free-space", "periodic-1", "periodic-3"};
}
constexpr std::array<std::string_view, 6> words_for(PlacementKind) {
  return {"random", "positions", "row", "ring", "cloud", "lattice"};
}
constexpr std::array<std::string_view, 4> words_for(LatticeKind) {
  return {"cubic", "body-centred", "face-centred", "hexagonal"};
}
constexpr std::array<std::string_view, 3> words_for(DrivingKind) {
  return {"steady", "oscillating", "reversing"};
}
constexpr std::array<std::string_view, 3> words_for(SumMethod) {
  return {"automatic", "ewald", "direct"};
}
constexpr std::array<std::string_view, 3> words_for(Device) {
  return {"auto", "host", "cuda"};
}
constexpr std::array<std::string_view, 2> words_for(Precision) {
  return {"fp64", "fp32"};
}
constexpr std::array<std::string_view, 2> words_for(BodyModel) {
  return {"spheres", "points"};
}
constexpr std::array<std::string_view, 2> words_for(BodyShape) {
  return {"sphere", "rod"};
}
constexpr std::array<std::string_view, 2> words_for(RodModel) {
  return {"line", "chain"};
}
constexpr std::array<std::string_view, 2> words_for(RodTarget) {
  return {"spheroid", "cylinder"};
}
constexpr std::array<std::string_view, 2> words_for(OrientationLaw) {
  return {"random", "aligned"};
}
constexpr std::array<std::string_view, 3> words_for(OutputMoments) {
  return {"some", "all", "end"};
}
constexpr std::array<std::string_view, 3> words_for(LubricationLaw) {
  return {"none", "exact", "printed"};
}
constexpr std::array<std::string_view, 6> words_for(IntegratorKind) {
  return {"adams-bashforth-2", "midpoint", "euler", "rk4", "implicit-midpoint", "dormand-prince"};
}

/// What a field holds, as a value of the table; nothing where an optional or a list is empty.
template <class T>
OptionValue value_from(const T& field) {
  if constexpr (std::is_enum_v<T>)
    return std::string(words_for(field)[static_cast<std::size_t>(field)]);
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
    constexpr auto words = words_for(T{});
    for (std::size_t i = 0; i < words.size(); ++i)
      if (words[i] == std::get<std::string>(value)) field = static_cast<T>(i);
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

/// A row for a field.  field: gives the field of a scenario and of a group of bodies, of a changeable scenario as of
/// one that is not: [](auto& s, std::size_t group) -> auto& { return s.viscosity; }
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
  if constexpr (std::is_enum_v<T>) {
    constexpr auto words = words_for(T{});
    option.choices.assign(words.begin(), words.end());
  }
  option.get = [field](const Scenario& s, std::size_t group) { return value_from(field(s, group)); };
  option.set = [field](Scenario& s, std::size_t group, const OptionValue& v) { store(field(s, group), v); };
  return option;
}

/// It is written where it applies only.
inline Option written_where_it_applies(Option option) {
  option.written = option.applies;
  return option;
}

/// A field that holds 0 until it is set.
inline Option unset_while_zero(Option option) {
  option.standard = {};
  option.get = [get = option.get](const Scenario& s, std::size_t group) {
    const OptionValue v = get(s, group);
    return std::get<double>(v) > 0 ? v : OptionValue();
  };
  return option;
}

/// It follows from other keys, or every scenario must say it.
inline Option without_standard(Option option) {
  option.standard = {};
  return option;
}

/// Once it is set, more follows.
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

/// The rows of the groups of bodies, and all the others before and after them.
void add_body_options(OptionTable& table);
void add_scenario_options(OptionTable& table);
void add_solver_options(OptionTable& table);

}  // namespace slurry
