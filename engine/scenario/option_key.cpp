// SPDX-License-Identifier: BSD-3-Clause
#include "scenario/option_key.hpp"

#include <charconv>

namespace slurry {

namespace {

constexpr std::string_view bodies = "bodies.";

}  // namespace

OptionKey split_group(std::string_view key) {
  OptionKey out{std::string(key), 0};
  if (!is_of_bodies(key)) return out;
  const std::string_view rest = key.substr(bodies.size());
  const std::size_t dot = rest.find('.');
  if (dot == std::string_view::npos || dot == 0) return out;
  std::size_t group = 0;
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + dot, group);
  if (error != std::errc() || end != rest.data() + dot) return out;
  return {std::string(bodies) + std::string(rest.substr(dot + 1)), group};
}

std::string with_group(std::string_view key, std::size_t group) {
  if (group == 0 || !is_of_bodies(key)) return std::string(key);
  return std::string(bodies) + std::to_string(group) + "." + std::string(key.substr(bodies.size()));
}

std::string_view section_of(std::string_view key) {
  const std::size_t dot = key.find('.');
  return dot == std::string_view::npos ? std::string_view() : key.substr(0, dot);
}

std::string_view leaf_of(std::string_view key) {
  const std::size_t dot = key.rfind('.');
  return dot == std::string_view::npos ? key : key.substr(dot + 1);
}

std::string key_of_change(std::string_view key_equals_value) {
  const std::string_view key = key_equals_value.substr(0, key_equals_value.find('='));
  const std::size_t first = key.find_first_not_of(" \t"), last = key.find_last_not_of(" \t");
  return first == std::string_view::npos ? std::string() : std::string(key.substr(first, last - first + 1));
}

}  // namespace slurry
