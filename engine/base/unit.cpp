// SPDX-License-Identifier: BSD-3-Clause
#include "slurry/unit.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace slurry {
namespace {

struct Row {
  std::string_view words, reduced, si, si_in_files;
  std::string_view of_time = {};  ///< in reduced units without U₀; empty: there is none in it
};

constexpr std::array rows{Row{"", "", "", "1"},
                          Row{"length", "a", "m", "m"},
                          Row{"radius", "a", "radii", "1"},
                          Row{"time", "τ", "s", "s"},
                          Row{"1/time", "1/τ", "1/s", "s-1"},
                          Row{"velocity", "U₀", "m/s", "m s-1", "a/τ"},
                          Row{"velocity^2", "U₀²", "m²/s²", "m2 s-2", "a²/τ²"},
                          Row{"velocity/length", "U₀/a", "1/s", "s-1", "1/τ"},
                          Row{"length^2 velocity", "a² U₀", "m³/s", "m3 s-1", "a³/τ"},
                          Row{"force", "F", "N", "N"},
                          Row{"force length", "F a", "N m", "N m"},
                          Row{"force/length", "F/a", "N/m", "N m-1"},
                          Row{"force/length^2", "F/a²", "Pa", "Pa"},
                          Row{"force/length^3", "F/a³", "Pa/m", "Pa m-1"},
                          Row{"force time/length^2", "F τ/a²", "Pa s", "Pa s"},
                          Row{"energy", "F a", "J", "J"},
                          Row{"°", "°", "°", "deg"}};

/// Null: not in the table.
const Row* row_of(std::string_view words) {
  const auto* at = std::find_if(rows.begin(), rows.end(), [&](const Row& r) { return r.words == words; });
  return at == rows.end() ? nullptr : at;
}

/// Whether F/(6 pi eta a) is the unit of velocity.  To the digits that people write 1/(6 pi) with.
bool stokes_velocity_is_one(const Scenario& s) {
  if (s.bodies.empty()) return false;
  const BodyGroup& first = s.bodies.front();
  return std::abs(first.force / (6 * std::numbers::pi * s.viscosity * first.radius) - 1) < 1e-4;
}

/// The unit of length is the radius a of the first kind of body only where that is 1; else it has a name of its own.
std::string by_unit_of_length(std::string reduced, const Scenario& s) {
  if (length_is_in_radii(s)) return reduced;
  std::string named;
  for (const char c : reduced) named += c == 'a' ? std::string("ℓ") : std::string(1, c);
  return named;
}

}  // namespace

bool length_is_in_radii(const Scenario& s) {
  return s.units == Units::si || s.bodies.empty() || s.bodies.front().radius == 1;
}

std::string unit_text(std::string_view words, Units units) {
  const Row* row = row_of(words);
  return std::string(!row ? words : units == Units::si ? row->si : row->reduced);
}

std::string unit_text(std::string_view words, const Scenario& scenario) {
  const Row* row = row_of(words);
  if (!row || scenario.units == Units::si) return unit_text(words, scenario.units);
  if (words == "radius" && !length_is_in_radii(scenario)) return "radii";
  return by_unit_of_length(
      std::string(row->of_time.empty() || stokes_velocity_is_one(scenario) ? row->reduced : row->of_time), scenario);
}

std::string unit_in_files(std::string_view words) {
  const Row* row = row_of(words);
  return std::string(row ? row->si_in_files : words);
}

}  // namespace slurry
