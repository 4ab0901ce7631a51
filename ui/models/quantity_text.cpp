// SPDX-License-Identifier: BSD-3-Clause
#include "models/quantity_text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace slurry::ui {
namespace {

/// Unit behind a number: "1/τ" would read as part of the number.
std::string unit_behind(std::string_view unit, const Scenario& scenario) {
  const std::string name = unit_text(unit, scenario);
  return name.starts_with("1/") ? name.substr(2) + "⁻¹" : name;
}

}  // namespace

std::string quantity_text(double value, std::string_view unit, const Scenario& scenario, int digits) {
  const std::string name = unit_behind(unit, scenario);
  const std::string number = number_text(value, digits);
  return name.empty() || !std::isfinite(value) ? number : number + " " + name;
}

std::string list_text(std::span<const double> values, std::string_view unit, const Scenario& scenario, int digits) {
  if (std::none_of(values.begin(), values.end(), [](double x) { return std::isfinite(x); })) return "–";
  std::string text;
  for (const std::string& number : vector_texts(values, digits, Zeros::dropped))
    text += (text.empty() ? "" : ", ") + number;
  const std::string name = unit_behind(unit, scenario);
  return name.empty() ? text : text + " " + name;
}

std::string duration_text(double seconds) {
  if (!std::isfinite(seconds)) return "–";
  std::array<char, 40> text{};
  if (seconds > 0 && seconds < 9.5e-7) {
    std::snprintf(text.data(), text.size(), "%.0f ns", seconds * 1e9);
  } else if (seconds < 9.995e-4) {
    std::snprintf(text.data(), text.size(), "%.0f µs", seconds * 1e6);
  } else if (seconds < 1) {
    std::snprintf(text.data(), text.size(), seconds < 0.09995 ? "%.1f ms" : "%.0f ms", seconds * 1e3);
  } else if (seconds < 100) {
    std::snprintf(text.data(), text.size(), "%.2f s", seconds);
  } else if (seconds < 600) {  // "2 min" would be a quarter off
    std::snprintf(text.data(), text.size(), "%.1f min", seconds / 60);
  } else if (seconds < 5400) {
    std::snprintf(text.data(), text.size(), "%.0f min", seconds / 60);
  } else {
    std::snprintf(text.data(), text.size(), "%.1f h", seconds / 3600);
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
