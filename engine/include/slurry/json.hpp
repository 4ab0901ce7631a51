// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace slurry {

/// A JSON value. The members of an object keep the order in which they were added. Only one source file uses the
/// library that reads and writes JSON, because the library's headers take long to compile.
class Json {
 public:
  using List = std::vector<Json>;
  using Object = std::vector<std::pair<std::string, Json>>;

  Json() = default;  ///< null
  Json(std::nullptr_t) {}
  Json(std::same_as<bool> auto value) : value_(value) {}
  Json(std::signed_integral auto value) : value_(static_cast<std::int64_t>(value)) {}
  Json(std::unsigned_integral auto value) requires(!std::same_as<decltype(value), bool>)
      : value_(static_cast<std::uint64_t>(value)) {}
  Json(double value) : value_(value) {}  ///< NaN and infinity are written as null, since JSON has no word for them
  Json(std::string value) : value_(std::move(value)) {}
  Json(std::string_view value) : value_(std::string(value)) {}
  Json(const char* value) : value_(std::string(value)) {}
  Json(std::initializer_list<std::pair<std::string, Json>> members) : value_(Object(members)) {}
  template <class T, std::size_t n>
  Json(const std::array<T, n>& values) : value_(List(values.begin(), values.end())) {}
  template <class T>
  Json(const std::vector<T>& values) requires(!std::same_as<T, Json>) : value_(List(values.begin(), values.end())) {}
  static Json list() { return Json(Value(List{})); }
  static Json object() { return Json(Value(Object{})); }

  /// Reads JSON text. Empty if the text is not valid JSON.
  static std::optional<Json> parse(const std::string& text);
  /// Writes the value as text. indent: number of spaces per level, with each value on its own line; -1: everything on
  /// one line.
  std::string text(int indent = -1) const;

  bool is_null() const { return std::holds_alternative<std::monostate>(value_); }
  bool is_text() const { return std::holds_alternative<std::string>(value_); }
  bool is_list() const { return std::holds_alternative<List>(value_); }
  bool is_object() const { return std::holds_alternative<Object>(value_); }
  double number() const;             ///< NaN if this is no number
  long integer() const;              ///< 0 if this is no number
  const std::string& words() const;  ///< empty if this is no string
  const List& elements() const;      ///< empty if this is no list
  const Object& members() const;     ///< empty if this is no object

  /// Member with this name. Null if there is no such member.
  const Json& operator[](std::string_view name) const;
  /// Member with this name; it is created if it does not exist. A null value first becomes an object.
  Json& operator[](std::string_view name);
  void push_back(Json element);

  /// Calls `see` with the value that is held: std::monostate for null, otherwise bool, a number, std::string, List or
  /// Object.
  template <class See>
  decltype(auto) visit(See&& see) const {
    return std::visit(std::forward<See>(see), value_);
  }

  bool operator==(const Json& other) const;  // not defaulted: CUDA's compiler would want a complete type here

 private:
  using Value = std::variant<std::monostate, bool, std::int64_t, std::uint64_t, double, std::string, List, Object>;
  explicit Json(Value value) : value_(std::move(value)) {}

  Value value_;
};

}  // namespace slurry
