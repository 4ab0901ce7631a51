// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "slurry/bench_variants.hpp"

namespace slurry {

/// The Ewald sum of a run, as a Snapshot has it.
struct VariantProblem {
  EwaldParameters parameters;     ///< of the single layer
  std::vector<double> positions;  ///< (N,3) [length]
  double radius = 0;              ///< of each [length]; 0: points
  Device device = Device::host;
};

/// A way to do a stage of that sum.
struct SurveyedVariant {
  VariantBenchRow row;              ///< seconds, sort, difference and refused once it is measured
  std::vector<std::string> stages;  ///< that the row covers, as StageTimes calls them
  bool usual = false;               ///< taken where nobody asks for another, unless the points do not suit it
  bool measured = false;            ///< or refused
  /// Seconds of a call: of the usual row and of ours beside it by the cost model that plans are made with, of others by
  /// ModelFigures::expected.  NaN: nobody has counted.
  double predicted = std::numeric_limits<double>::quiet_NaN();
};

struct VariantSurveyState {
  std::vector<SurveyedVariant> rows;  ///< in the order of the work; empty before the first turn
  MachineCosts costs;
  bool done = false;
  std::string failure;  ///< why there is nothing more; else empty
};

/// What the variants of a run's sum should take and do take, found on the engine's thread between the steps of the
/// sessions: one row a turn, so that runs go on, and one may stop at any row.  Every function may be called from any
/// thread and returns at once, except the destructor, which waits for the row under way.
class VariantSurvey {
 public:
  /// measure: every row is timed, three calls each; else they are listed with what is predicted.  listener: called on
  /// the engine's thread whenever there is more; keep it short.
  VariantSurvey(VariantProblem problem, bool measure, std::function<void()> listener = {});
  ~VariantSurvey();
  VariantSurvey(const VariantSurvey&) = delete;
  VariantSurvey& operator=(const VariantSurvey&) = delete;
  /// Never null.
  std::shared_ptr<const VariantSurveyState> latest() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace slurry
