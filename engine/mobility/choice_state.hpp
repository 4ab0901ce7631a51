// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "base/state.hpp"
#include "slurry/report.hpp"

// How a sum was chosen goes with the plan of a run, so that a resumed run asks no clock again.
namespace slurry {

inline constexpr std::array<std::string_view, 3> chosen_by_words{"request", "prediction", "measurement"};

inline State state_of(const MethodChoice& c) {
  State s;
  s.put_word("method", c.method == SumMethod::direct ? "direct" : "ewald");
  s.put_word("by", std::string(chosen_by_words[static_cast<std::size_t>(c.by)]));
  s.put("direct_seconds", c.direct_seconds);
  s.put("ewald_seconds", c.ewald_seconds);
  return s;
}

/// Empty where the state has no choice, as in files of the first versions.
inline std::optional<MethodChoice> choice_from(const State& s) {
  if (s.word("method").empty()) return std::nullopt;
  MethodChoice c;
  c.method = s.word("method") == "direct" ? SumMethod::direct : SumMethod::ewald;
  for (std::size_t i = 0; i < chosen_by_words.size(); ++i)
    if (s.word("by") == chosen_by_words[i]) c.by = static_cast<ChosenBy>(i);
  c.direct_seconds = s.number("direct_seconds", c.direct_seconds);
  c.ewald_seconds = s.number("ewald_seconds", c.ewald_seconds);
  return c;
}

}  // namespace slurry
