// SPDX-License-Identifier: BSD-3-Clause
#include "models/engine_curves.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "models/number_text.hpp"

namespace slurry::ui {
namespace {

std::string title_of_set(EngineSet set) {
  switch (set) {
    case EngineSet::uniform:
      return "Even points";
    case EngineSet::sphere_surface:
      return "Points on a sphere";
    case EngineSet::helix:
      return "A line, wound up";
    case EngineSet::two_clusters:
      return "Two tiny clusters";
    case EngineSet::gaussian_cloud:
      return "A dense cloud";
  }
  return {};
}

EngineCurve& curve_of(SetCurves& set, const std::string& engine) {
  for (EngineCurve& c : set.curves)
    if (c.engine == engine) return c;
  return set.curves.emplace_back(EngineCurve{engine, {}});
}

}  // namespace

std::string engine_in_words(const std::string& engine) {
  if (engine == "ewald") return "Ewald sum";
  if (engine == "direct") return "direct sum";
  return engine == "fmm" ? "tree sum" : engine;
}

std::vector<SetCurves> engine_curves(const EngineContestState& state, const std::vector<EngineSet>& sets) {
  std::vector<SetCurves> all;
  for (const EngineSet set : sets) {
    SetCurves& curves = all.emplace_back();
    curves.set = set;
    curves.title = title_of_set(set);
    for (const EngineTimesRow& row : state.rows) {
      if (row.set != set) continue;
      double least = std::numeric_limits<double>::infinity();
      for (const EngineTime& t : row.engines) {
        const double points = static_cast<double>(row.points);
        if (t.seconds > 0 || t.left_out)
          curve_of(curves, t.engine).points.push_back({points, t.left_out ? t.predicted : t.seconds, !t.left_out});
        if (t.seconds > 0 && t.seconds < least) {
          least = t.seconds;
          curves.quickest = engine_in_words(t.engine);
          curves.quickest_at = row.points;
        }
      }
    }
  }
  return all;
}

std::vector<std::string> engines_of(const EngineContestState& state) {
  std::vector<std::string> engines;
  for (const EngineTimesRow& row : state.rows)
    for (const EngineTime& t : row.engines)
      if (std::find(engines.begin(), engines.end(), t.engine) == engines.end()) engines.push_back(t.engine);
  return engines;
}

double largest_difference(const EngineContestState& state) {
  double largest = std::numeric_limits<double>::quiet_NaN();
  for (const EngineTimesRow& row : state.rows)
    for (const EngineTime& t : row.engines)
      if (t.seconds > 0) largest = std::fmax(largest, t.reached);
  return largest;
}

FoundAndExpected agreement(const EngineContestState& state, double tolerance) {
  FoundAndExpected v;
  const double found = largest_difference(state);
  v.name = "Largest difference from the sum of all pairs";
  v.expected = "below " + error_text(most_over_asked * tolerance);
  v.found = std::isfinite(found) ? error_text(found) : "–";
  v.source = "each sum was asked for " + error_text(tolerance) + ", and may reach 1.5 times that";
  v.words = "Not yet decided";
  if (found > most_over_asked * tolerance) {
    v.state = FoundAndExpected::State::differs;
    v.words = "Differs";
  } else if (state.done && state.failure.empty() && std::isfinite(found)) {
    v.state = FoundAndExpected::State::agrees;
    v.words = "Agrees";
  }
  return v;
}

}  // namespace slurry::ui
