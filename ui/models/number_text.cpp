// SPDX-License-Identifier: BSD-3-Clause
#include "models/number_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <system_error>

namespace slurry::ui {
namespace {

constexpr int lowest_plain = -3, first_with_power = 5;  // decades
constexpr std::size_t grouped_from = 5;                 // digits before the point

/// A number as so many digits and a power of ten: rounding decides the decade.
struct Rounded {
  double value = 0;
  int decade = 0;
  std::string mantissa;
};

Rounded rounded(double value, int digits) {
  std::array<char, 48> text{};
  std::snprintf(text.data(), text.size(), "%.*e", std::max(digits, 1) - 1, value);
  const std::string whole = text.data();
  const std::size_t e = whole.find('e');
  return {std::strtod(whole.c_str(), nullptr), std::atoi(whole.c_str() + e + 1), whole.substr(0, e)};
}

void drop_zeros(std::string& number) {
  if (number.find('.') == std::string::npos) return;
  number.erase(number.find_last_not_of('0') + 1);
  if (number.back() == '.') number.pop_back();
}

/// Digits of a plain number with a true minus, in groups of three before the point where there are many.
std::string dressed(const std::string& plain) {
  const bool negative = plain.front() == '-';
  const std::string digits = plain.substr(negative ? 1 : 0);
  const std::size_t point = std::min(digits.find('.'), digits.size());
  std::string out = negative ? "−" : "";
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (point >= grouped_from && i > 0 && i < point && (point - i) % 3 == 0) out += "\u2009";
    out += digits[i];
  }
  return out;
}

std::string fixed(double value, int decimals, Zeros zeros) {
  std::array<char, 400> text{};
  std::snprintf(text.data(), text.size(), "%.*f", std::max(decimals, 0), value);
  std::string out = text.data();
  if (zeros == Zeros::dropped) drop_zeros(out);
  return dressed(out);
}

std::string with_power(const Rounded& r, Zeros zeros) {
  std::string mantissa = r.mantissa;
  if (zeros == Zeros::dropped) drop_zeros(mantissa);
  return dressed(mantissa) + "e" + dressed(std::to_string(r.decade));
}

bool is_plain(int decade) {
  return decade >= lowest_plain && decade < first_with_power;
}

std::string component(double value, int decimals, Zeros zeros) {
  if (!std::isfinite(value)) return "–";
  if (value == 0) return "0";
  const double least = std::pow(10.0, -std::max(decimals, 0));
  if (std::abs(value) < least / 2) return "<" + number_text(least, 1);
  return fixed(value, decimals, zeros);
}

}  // namespace

std::string number_text(double value, int digits, Zeros zeros) {
  if (!std::isfinite(value)) return "–";
  if (value == 0) return "0";
  const Rounded r = rounded(value, digits);
  return is_plain(r.decade) ? fixed(r.value, digits - 1 - r.decade, zeros) : with_power(r, zeros);
}

std::vector<std::string> vector_texts(std::span<const double> values, int digits, Zeros zeros) {
  double largest = 0;
  for (const double x : values)
    if (std::isfinite(x)) largest = std::max(largest, std::abs(x));
  const int decade = largest > 0 ? rounded(largest, digits).decade : 0;
  std::vector<std::string> texts;
  for (const double x : values)
    texts.push_back(is_plain(decade) ? component(x, digits - 1 - decade, zeros) : number_text(x, digits, zeros));
  return texts;
}

std::string error_text(double value) {
  if (!std::isfinite(value)) return "–";
  return value == 0 ? "0" : with_power(rounded(value, 2), Zeros::kept);
}

std::string option_value_text(const std::string& value) {
  double number = 0;
  const char* end = value.data() + value.size();
  const auto [rest, code] = std::from_chars(value.data(), end, number);
  return code == std::errc() && rest == end ? number_text(number) : value;
}

std::string count_text(long long count) {
  return dressed(std::to_string(count));
}

}  // namespace slurry::ui
