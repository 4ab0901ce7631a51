// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "models/verdict.hpp"
#include "slurry/engine_times.hpp"

namespace slurry::ui {

/// An engine's name as a person reads it: "tree sum".
std::string engine_in_words(const std::string& engine);

/// Time of a sum by one engine over one number of points.
struct EngineTimePoint {
  double points = 0;
  double seconds = 0;
  bool measured = false;  ///< false: predicted, because the sum would take too long
};

/// Time of one engine against the number of points.
struct EngineCurve {
  std::string engine;
  std::vector<EngineTimePoint> points;
};

/// The curves of all engines over one set of points.
struct SetCurves {
  EngineSet set = EngineSet::uniform;
  std::string title;            ///< "Even points"
  std::string quickest;         ///< "tree sum"; empty: not known yet
  std::size_t quickest_at = 0;  ///< largest number of points that has times so far
  std::vector<EngineCurve> curves;
};

/// One entry for each set, in the order of `sets`, also if it has no times yet.
std::vector<SetCurves> engine_curves(const EngineContestState& state, const std::vector<EngineSet>& sets);

/// Names of the engines that have a plan for any of the points so far, each once.
std::vector<std::string> engines_of(const EngineContestState& state);

/// Largest difference of a timed sum from the sum of all pairs, relative. NaN: nothing is summed yet.
double largest_difference(const EngineContestState& state);

/// Largest error that a sum reaches over the error that it was asked for, for sums planned by a law of errors.
inline constexpr double most_over_asked = 1.5;

/// Whether all sums agree with the sum of all pairs within most_over_asked times the tolerance asked for. The verdict
/// is final when the contest is done.
FoundAndExpected agreement(const EngineContestState& state, double tolerance);

}  // namespace slurry::ui
