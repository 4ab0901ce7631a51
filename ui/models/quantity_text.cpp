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

/// So many places behind the point, without zeros at the end.
std::string fixed_text(double value, int places) {
  if (!std::isfinite(value)) return "–";
  std::array<char, 60> text{};
  std::snprintf(text.data(), text.size(), "%.*f", std::max(0, places), value);
  std::string out = text.data();
  if (out.find('.') != std::string::npos) {
    out.erase(out.find_last_not_of('0') + 1);
    if (out.back() == '.') out.pop_back();
  }
  return out == "-0" ? "0" : with_true_minus(out.c_str());
}

std::string superscript(int n) {
  static constexpr std::array digits{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string out = n < 0 ? "⁻" : "";
  for (const char c : std::to_string(std::abs(n))) out += digits[static_cast<std::size_t>(c - '0')];
  return out;
}

}  // namespace

std::string number_text(double value, int digits) {
  if (!std::isfinite(value)) return "–";
  std::array<char, 40> text{};
  std::snprintf(text.data(), text.size(), "%.*g", digits, value);
  return with_true_minus(text.data());
}

std::string quantity_text(double value, std::string_view unit, const Scenario& scenario, int digits) {
  const std::string name = unit_text(unit, scenario);
  const std::string number = number_text(value, digits);
  return name.empty() || !std::isfinite(value) ? number : number + " " + name;
}

std::string list_text(std::span<const double> values, std::string_view unit, const Scenario& scenario, int digits) {
  double largest = 0;
  bool any = false;
  for (const double x : values)
    if (std::isfinite(x)) largest = std::max(largest, std::abs(x)), any = true;
  if (!any) return "–";
  const int decade = largest > 0 ? static_cast<int>(std::floor(std::log10(largest))) : 0;
  const bool scaled = values.size() > 1 && (decade < -3 || decade > 4);
  std::string text;
  for (const double x : values) {
    const double shown = scaled ? x / std::pow(10.0, decade) : x;
    text += (text.empty() ? "" : ", ") +
            (values.size() == 1 ? number_text(x, digits) : fixed_text(shown, digits - 1 - (scaled ? 0 : decade)));
  }
  if (scaled) text = "(" + text + ") 10" + superscript(decade);
  const std::string name = unit_text(unit, scenario);
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
  if (seconds > 0 && seconds < 9.5e-7) {
    std::snprintf(text.data(), text.size(), "%.0f ns", seconds * 1e9);
  } else if (seconds < 1e-3) {
    std::snprintf(text.data(), text.size(), "%.0f µs", seconds * 1e6);
  } else if (seconds < 1) {
    std::snprintf(text.data(), text.size(), seconds < 0.1 ? "%.1f ms" : "%.0f ms", seconds * 1e3);
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
