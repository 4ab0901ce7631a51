// SPDX-License-Identifier: BSD-3-Clause
#include "slurry/dimension.hpp"

#include <array>
#include <cstddef>
#include <string_view>

namespace slurry {

namespace {

struct Row {
  std::string_view reduced, si, si_in_files;
};

/// In the order of Dimension.
constexpr std::array<Row, 12> rows{{{"", "", "1"},
                                    {"a", "m", "m"},
                                    {"τ", "s", "s"},
                                    {"U₀", "m/s", "m s-1"},
                                    {"U₀²", "m²/s²", "m2 s-2"},
                                    {"F", "N", "N"},
                                    {"F a", "J", "J"},
                                    {"F/(a U₀)", "Pa s", "Pa s"},
                                    {"a² U₀", "m³/s", "m3 s-1"},
                                    {"F/a³", "Pa/m", "Pa m-1"},
                                    {"U₀/a", "1/s", "s-1"},
                                    {"°", "°", "deg"}}};

const Row& row(Dimension dimension) {
  return rows[static_cast<std::size_t>(dimension)];
}

}  // namespace

std::string unit_of(Dimension dimension, Units units) {
  return std::string(units == Units::si ? row(dimension).si : row(dimension).reduced);
}

std::string si_unit(Dimension dimension) {
  return std::string(row(dimension).si_in_files);
}

}  // namespace slurry
