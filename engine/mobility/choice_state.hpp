// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "base/state.hpp"
#include "slurry/report.hpp"
#include "summation/pair_counts.hpp"

// Stores in the plan of a run how a sum was chosen. A resumed run then needs no new timing.
namespace slurry {

/// State of a choice. Its words and names are those of the first versions, which had two engines.
inline State state_of(const SumChoice& c) {
  State s;
  if (c.empty()) return s;
  s.put_word("method", c.engine());
  s.put_word("by", std::string(word_of(c.by)));
  for (const Candidate& candidate : c.candidates) s.put(candidate.engine + "_seconds", candidate.seconds());
  return s;
}

/// The choice in a state. It is empty if the state has none, as in files of the first versions.
inline std::optional<SumChoice> choice_from(const State& s) {
  const std::string engine = s.word("method"), end = "_seconds";
  if (engine.empty()) return std::nullopt;
  SumChoice c;
  c.by = value_of_word<ChosenBy>(s.word("by")).value_or(c.by);
  for (const auto& [name, seconds] : s.lists()) {
    if (!name.ends_with(end) || seconds.empty()) continue;
    Candidate& candidate = c.candidates.emplace_back();
    candidate.engine = name.substr(0, name.size() - end.size());
    (c.by == ChosenBy::measurement ? candidate.measured : candidate.predicted) = seconds.front();
  }
  const auto at = [&] {
    return std::find_if(c.candidates.begin(), c.candidates.end(),
                        [&](const Candidate& k) { return k.engine == engine; });
  };
  if (at() == c.candidates.end()) c.candidates.emplace_back().engine = engine;
  c.taken = static_cast<std::size_t>(at() - c.candidates.begin());
  return c;
}

/// State of pair counts; empty if the points were spread evenly.
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

/// The pair counts in a state. They are empty if the state has none, as in files of the first versions.
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
