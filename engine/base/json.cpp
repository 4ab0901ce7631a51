// SPDX-License-Identifier: BSD-3-Clause
#include "slurry/json.hpp"

#include <limits>
#include <nlohmann/json.hpp>
#include <type_traits>

namespace slurry {
namespace {

using Library = nlohmann::ordered_json;

Library to_library(const Json& j);

struct Writer {
  Library operator()(std::monostate) const { return nullptr; }
  Library operator()(const Json::List& list) const {
    Library out = Library::array();
    for (const Json& element : list) out.push_back(to_library(element));
    return out;
  }
  Library operator()(const Json::Object& object) const {
    Library out = Library::object();
    for (const auto& [name, value] : object) out[name] = to_library(value);
    return out;
  }
  Library operator()(const auto& plain) const { return plain; }
};

Library to_library(const Json& j) {
  return j.visit(Writer{});
}

Json from_library(const Library& in) {
  switch (in.type()) {
    case Library::value_t::boolean:
      return in.get<bool>();
    case Library::value_t::number_integer:
      return in.get<std::int64_t>();
    case Library::value_t::number_unsigned:
      return in.get<std::uint64_t>();
    case Library::value_t::number_float:
      return in.get<double>();
    case Library::value_t::string:
      return in.get<std::string>();
    case Library::value_t::array: {
      Json out = Json::list();
      for (const Library& element : in) out.push_back(from_library(element));
      return out;
    }
    case Library::value_t::object: {
      Json out = Json::object();
      for (const auto& [name, value] : in.items()) out[name] = from_library(value);
      return out;
    }
    default:
      return nullptr;
  }
}

}  // namespace

std::optional<Json> Json::parse(const std::string& text) {
  const Library read = Library::parse(text, nullptr, false);
  if (read.is_discarded()) return std::nullopt;
  return from_library(read);
}

std::string Json::text(int indent) const {
  return to_library(*this).dump(indent);
}

double Json::number() const {
  return std::visit(
      [](const auto& value) {
        using T = std::decay_t<decltype(value)>;
        if constexpr (std::is_arithmetic_v<T> && !std::is_same_v<T, bool>)
          return static_cast<double>(value);
        else
          return std::numeric_limits<double>::quiet_NaN();
      },
      value_);
}

long Json::integer() const {
  if (const auto* value = std::get_if<std::int64_t>(&value_)) return static_cast<long>(*value);
  if (const auto* value = std::get_if<std::uint64_t>(&value_)) return static_cast<long>(*value);
  return 0;
}

const std::string& Json::words() const {
  static const std::string none;
  const auto* value = std::get_if<std::string>(&value_);
  return value ? *value : none;
}

const Json::List& Json::elements() const {
  static const List none;
  const auto* list = std::get_if<List>(&value_);
  return list ? *list : none;
}

const Json::Object& Json::members() const {
  static const Object none;
  const auto* object = std::get_if<Object>(&value_);
  return object ? *object : none;
}

const Json& Json::operator[](std::string_view name) const {
  static const Json none;
  for (const auto& [key, value] : members())
    if (key == name) return value;
  return none;
}

Json& Json::operator[](std::string_view name) {
  if (is_null()) value_ = Object{};
  auto& object = std::get<Object>(value_);
  for (auto& [key, value] : object)
    if (key == name) return value;
  return object.emplace_back(std::string(name), Json()).second;
}

void Json::push_back(Json element) {
  if (is_null()) value_ = List{};
  std::get<List>(value_).push_back(std::move(element));
}

bool Json::operator==(const Json& other) const {
  return value_ == other.value_;
}
}  // namespace slurry
