// SPDX-License-Identifier: BSD-3-Clause
#include "scenario/option_convert.hpp"

#include <fmt/core.h>

#include <array>
#include <cmath>
#include <sstream>
#include <vector>

#include "scenario/nearest_name.hpp"
#include "scenario/option_text.hpp"
#include "slurry/error.hpp"

namespace slurry {

std::string place_of(const toml::source_region& region, const std::string& file) {
  if (region.begin.line == 0) return file;
  return file + ":" + std::to_string(region.begin.line);
}

std::string place_of(const toml::node& node, const std::string& file) {
  return place_of(node.source(), file);
}

std::string node_text(const toml::node& node) {
  if (node.is_string()) return toml_text(*node.value<std::string>());
  if (node.is_floating_point()) return fmt::format("{}", *node.value<double>());  // no more digits than were typed
  std::ostringstream out;
  node.visit([&out](const auto& n) {
    if constexpr (toml::is_table<decltype(n)> || toml::is_array<decltype(n)>)
      out << toml::toml_formatter(n, toml::format_flags::none);
    else
      out << n;
  });
  std::string s = out.str();
  for (char& c : s)
    if (c == '\n') c = ' ';
  if (s.size() > 60) s = s.substr(0, 57) + "...";
  return s;
}

namespace {

struct RefuseValue {
  const toml::node& node;
  const Option& option;
  const std::string& key;
  const std::string& where;
  [[noreturn]] void operator()(const std::string& problem) const {
    refuse_value(where, key, node_text(node), problem, allowed_values(option));
  }
};

double finite_number(const toml::node& node, const RefuseValue& refuse) {
  if (!node.is_number()) refuse("has the wrong type");
  const double x = *node.value<double>();
  if (!std::isfinite(x)) refuse("is not finite");
  return x;
}

std::array<double, 3> triple(const toml::node& node, const RefuseValue& refuse) {
  const toml::array* a = node.as_array();
  if (!a) refuse("has the wrong type");
  if (a->size() != 3) refuse("has " + std::to_string(a->size()) + " entries");
  std::array<double, 3> v{};
  for (std::size_t i = 0; i < 3; ++i) v[i] = finite_number(*a->get(i), refuse);
  return v;
}

NetFlow net_flow(const toml::node& node, const RefuseValue& refuse) {
  if (const auto word = node.value<std::string>()) {
    std::vector<std::string_view> alone;  // words that need no number
    for (const NetFlowKind kind : {NetFlowKind::zero_flux, NetFlowKind::zero_gradient}) {
      if (*word == word_of(kind)) return {kind, 0};
      alone.push_back(word_of(kind));
    }
    const std::string near = nearest_name(*word, alone);
    refuse("is not known" + (near.empty() ? "" : " (did you mean \"" + near + "\"?)"));
  }
  const toml::table* t = node.as_table();
  if (!t) refuse("has the wrong type");
  if (t->size() != 1) refuse("needs exactly one of gradient and flux");
  const auto first = t->begin();
  const auto& [name, value] = *first;
  std::vector<std::string_view> with_number;
  for (const NetFlowKind kind : {NetFlowKind::gradient, NetFlowKind::flux}) {
    if (name.str() == word_of(kind)) return {kind, finite_number(value, refuse)};
    with_number.push_back(word_of(kind));
  }
  const std::string near = nearest_name(name.str(), with_number);
  refuse("has an unknown key '" + std::string(name.str()) + "'" +
         (near.empty() ? "" : " (did you mean '" + near + "'?)"));
}

OptionValue choice(const std::string& word, const Option& option, const RefuseValue& refuse) {
  for (std::string_view c : option.choices)
    if (c == word) return word;
  const std::string near = nearest_name(word, option.choices);
  refuse("is not known" + (near.empty() ? "" : " (did you mean \"" + near + "\"?)"));
}

}  // namespace

OptionValue convert(const toml::node& node, const Option& option, const std::string& key, const std::string& where) {
  const RefuseValue refuse{node, option, key, where};
  switch (option.type) {
    case OptionType::number: {
      const double x = finite_number(node, refuse);
      if (!option.range.holds(x)) refuse("is out of range");
      return x;
    }
    case OptionType::integer: {
      constexpr double exact = 9007199254740992;  // 2^53: up to here 1e3 says which whole number is meant
      std::int64_t whole = 0;
      if (const toml::value<std::int64_t>* i = node.as_integer()) {
        whole = i->get();
      } else if (const toml::value<double>* x = node.as_floating_point()) {
        if (!(std::abs(x->get()) <= exact) || x->get() != std::floor(x->get())) refuse("is not a whole number");
        whole = static_cast<std::int64_t>(x->get());
      } else {
        refuse("has the wrong type");
      }
      if (!option.range.holds(static_cast<double>(whole))) refuse("is out of range");
      return whole;
    }
    case OptionType::boolean: {
      const toml::value<bool>* b = node.as_boolean();
      if (!b) refuse("has the wrong type");
      return b->get();
    }
    case OptionType::text:
    case OptionType::choice: {
      const toml::value<std::string>* s = node.as_string();
      if (!s) refuse("has the wrong type");
      return option.type == OptionType::text ? OptionValue(s->get()) : choice(s->get(), option, refuse);
    }
    case OptionType::vector:
      return triple(node, refuse);
    case OptionType::positions: {
      const toml::array* list = node.as_array();
      if (!list) refuse("has the wrong type");
      if (list->empty()) refuse("is empty");
      std::vector<std::array<double, 3>> all;
      for (const toml::node& p : *list) all.push_back(triple(p, refuse));
      return all;
    }
    case OptionType::numbers: {
      const toml::array* list = node.as_array();
      if (!list) refuse("has the wrong type");
      if (list->empty()) refuse("is empty");
      std::vector<double> all;
      for (const toml::node& x : *list) all.push_back(finite_number(x, refuse));
      return all;
    }
    case OptionType::net_flow:
      return net_flow(node, refuse);
  }
  return {};
}

void refuse_unknown(const toml::key& key, std::string_view list, const OptionTable& keys, const std::string& file) {
  std::vector<std::string_view> names;
  for (const Option& o : keys) names.push_back(o.key);
  const std::string name = std::string(list) + "." + std::string(key.str());
  const std::string place = place_of(key.source(), file), near = nearest_name(key.str(), names);
  throw KeyError(place + ": unknown key '" + name + "'" + (near.empty() ? "." : "; did you mean '" + near + "'?") +
                     " Known here: " + listed(names),
                 place, name, "", listed(names));
}

}  // namespace slurry
