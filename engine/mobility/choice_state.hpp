// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "slurry/report.hpp"

// How a sum was chosen, as numbers of a plan (Mobility::plan_state).
namespace slurry {

inline constexpr std::size_t choice_numbers = 4;

inline void add_choice(const MethodChoice& c, std::vector<double>& state) {
  const double numbers[choice_numbers] = {static_cast<double>(c.method), static_cast<double>(c.by), c.direct_seconds,
                                          c.ewald_seconds};
  state.insert(state.end(), numbers, numbers + choice_numbers);
}

/// Empty where a plan of an older version ends before it.
inline std::optional<MethodChoice> choice_from(std::span<const double> numbers) {
  if (numbers.size() < choice_numbers) return std::nullopt;
  return MethodChoice{static_cast<SumMethod>(static_cast<int>(numbers[0])),
                      static_cast<ChosenBy>(static_cast<int>(numbers[1])), numbers[2], numbers[3]};
}

}  // namespace slurry
