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

/// A JSON value; members of an object keep the order in which they came.  The library that reads and writes the text is
/// known to one source alone, because its headers take long to compile.
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
  Json(double value) : value_(value) {}  ///< written as null where it is not finite: JSON has no word for that
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

  /// Reads JSON; returns nothing if the text is not JSON.
  static std::optional<Json> parse(const std::string& text);
  /// indent: spaces per level, each value on its own line; -1: all on one line.
  std::string text(int indent = -1) const;

  bool is_null() const { return std::holds_alternative<std::monostate>(value_); }
  bool is_text() const { return std::holds_alternative<std::string>(value_); }
  bool is_list() const { return std::holds_alternative<List>(value_); }
  bool is_object() const { return std::holds_alternative<Object>(value_); }
  double number() const;             ///< NaN: it is none
  long integer() const;              ///< 0: it is none
  const std::string& words() const;  ///< empty: it is no text
  const List& elements() const;      ///< empty: it is no list
  const Object& members() const;     ///< empty: it is no object

  /// Null where there is none of that name.
  const Json& operator[](std::string_view name) const;
  /// Made where there is none; this becomes an object where it was null.
  Json& operator[](std::string_view name);
  void push_back(Json element);

  /// Calls `see` with what is held: std::monostate for null, else bool, a number, std::string, List or Object.
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
