// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/state.hpp"
#include "planning/pair_counts.hpp"
#include "slurry/report.hpp"

// How a sum was chosen goes with the plan of a run, so that a resumed run asks no clock again.
namespace slurry {

inline State state_of(const MethodChoice& c) {
  State s;
  s.put_word("method", std::string(word_of(c.method)));
  s.put_word("by", std::string(word_of(c.by)));
  s.put("direct_seconds", c.direct_seconds);
  s.put("ewald_seconds", c.ewald_seconds);
  return s;
}

/// Empty where the state has no choice, as in files of the first versions.
inline std::optional<MethodChoice> choice_from(const State& s) {
  if (s.word("method").empty()) return std::nullopt;
  MethodChoice c;
  c.method = value_of_word<SumMethod>(s.word("method")).value_or(c.method);
  c.by = value_of_word<ChosenBy>(s.word("by")).value_or(c.by);
  c.direct_seconds = s.number("direct_seconds", c.direct_seconds);
  c.ewald_seconds = s.number("ewald_seconds", c.ewald_seconds);
  return c;
}

/// Nothing where the points were spread evenly.
inline State state_of(const PairCounts& p) {
  State s;
  if (p.within.empty()) return s;
  s.put("largest_radius", p.largest_radius);
  s.put("radii_per_octave", static_cast<double>(p.radii_per_octave));
  s.put("within", p.within);
  std::vector<double> lengths, runs;
  for (const Occupied& o : p.occupied) {
    lengths.push_back(o.length);
    runs.push_back(o.runs);
  }
  s.put("occupied_lengths", lengths);
  s.put("occupied_runs", runs);
  return s;
}

/// Empty where the state has none, as in files of the first versions.
inline PairCounts pairs_from(const State& s) {
  PairCounts p;
  p.within = s.list("within");
  if (p.within.empty()) return p;
  p.largest_radius = s.number("largest_radius");
  p.radii_per_octave = static_cast<int>(s.number("radii_per_octave"));
  const std::vector<double> lengths = s.list("occupied_lengths"), runs = s.list("occupied_runs");
  for (std::size_t d = 0; d < 3; ++d) p.occupied[d] = {lengths.at(d), static_cast<int>(runs.at(d))};
  return p;
}

}  // namespace slurry
