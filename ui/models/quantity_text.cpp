// SPDX-License-Identifier: BSD-3-Clause
#include "models/quantity_text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace slurry::ui {
namespace {

std::string with_true_minus(const char* text) {
  std::string out;
  for (; *text; ++text) {
    if (*text == '-') {
      out += "−";
    } else {
      out += *text;
    }
  }
  return out;
}

}  // namespace

std::string number_text(double value, int digits) {
  if (!std::isfinite(value)) return "–";
  std::array<char, 40> text{};
  std::snprintf(text.data(), text.size(), "%.*g", digits, value);
  return with_true_minus(text.data());
}

std::string quantity_text(double value, std::string_view unit, Units units, int digits) {
  const std::string name = unit_text(unit, units);
  const std::string number = number_text(value, digits);
  return name.empty() || !std::isfinite(value) ? number : number + " " + name;
}

std::string list_text(std::span<const double> values, std::string_view unit, Units units, int digits) {
  if (std::none_of(values.begin(), values.end(), [](double x) { return std::isfinite(x); })) return "–";
  std::string text;
  for (const double x : values) text += (text.empty() ? "" : ", ") + number_text(x, digits);
  const std::string name = unit_text(unit, units);
  return name.empty() ? text : text + " " + name;
}

std::string error_text(double value) {
  if (!std::isfinite(value)) return "–";
  if (value == 0) return "0";
  std::array<char, 40> text{};
  std::snprintf(text.data(), text.size(), "%.1e", value);
  return with_true_minus(text.data());
}

std::string duration_text(double seconds) {
  if (!std::isfinite(seconds)) return "–";
  std::array<char, 40> text{};
  if (seconds < 1e-3) {
    std::snprintf(text.data(), text.size(), "%.0f µs", seconds * 1e6);
  } else if (seconds < 1) {
    std::snprintf(text.data(), text.size(), seconds < 0.1 ? "%.1f ms" : "%.0f ms", seconds * 1e3);
  } else {
    std::snprintf(text.data(), text.size(), "%.2f s", seconds);
  }
  return text.data();
}

int digits_to_tell(double largest, double step) {
  const double decade = std::floor(std::log10(step) + 1e-9);
  // A step such as 0.25 needs two digits of its own, 0.375 three.
  double mantissa = step / std::pow(10.0, decade);
  int own = 1;
  for (; own < 3 && std::abs(mantissa - std::round(mantissa)) > 1e-6; ++own) mantissa *= 10;
  const double top = largest > step ? std::floor(std::log10(largest) + 1e-9) : decade;
  return std::clamp(static_cast<int>(top - decade) + own, 1, 15);
}

double nice_ceiling(double value) {
  static constexpr std::array steps{1.0, 1.2, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0};
  const double decade = std::pow(10.0, std::floor(std::log10(value)));
  for (double s : steps)
    if (value <= s * decade * (1 + 1e-9)) return s * decade;
  return 10 * decade;
}

double nice_floor(double value) {
  const double decade = std::pow(10.0, std::floor(std::log10(value) + 1e-9));
  const double m = value / decade * (1 + 1e-9);
  return (m >= 5 ? 5 : m >= 2 ? 2 : 1) * decade;
}

}  // namespace slurry::ui
