// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "slurry/options.hpp"
#include "slurry/report.hpp"

namespace slurry {

/// A machine's costs in the space that was timed.
struct MachineCosts {
  double flops_per_second = 0, bytes_per_second = 0;  ///< multiply-adds of `precision`; reading memory
  double l1 = 0, l2 = 0;                              ///< a byte from there over one from memory
  /// Rates of a host that evaluates one pair after another, without vectors, and of additions to memory to which others
  /// add.  0: not measured.
  double single_flops_per_second = 0, atomics_per_second = 0;
  Precision precision = Precision::fp64;
};

/// Seconds by a published model (Kosmacher et al. 2026) from this machine's measured costs.
struct ModelFigures {
  double no_caches = 0, l2 = 0, l1 = 0, flops = 0;  ///< T_0, T_inf, T_inf,l1, T_f
  double flop_count = 0;                            ///< as the model counts them
  double intensity = 0;                             ///< operations per byte without caches
  double expected = 0;  ///< T_inf with atomic additions and a host's loops without vectors, which theirs leave out
};

/// One variant of a stage, timed within a sum.
struct VariantRow {
  std::string stage, variant, source;
  std::string refused;    ///< why it cannot do this sum; else empty
  double seconds = 0;     ///< seconds of the stage in the quickest call
  double sort = 0;        ///< seconds of sorting and of lists of cells in that sum
  double predicted = 0;   ///< by the cost model that plans are made with: own rows that it knows; else 0
  bool taken = false;     ///< the row that a sum takes where none is asked for
  double difference = 0;  ///< difference of the velocities from those of the first row, relative l2
  std::optional<ModelFigures> model;
  /// Operations of the pairs within the cutoff only.  The published count takes pi/6 of the candidates for them.  For
  /// other stages this is the same as the count of the model.
  double useful_flops = 0;
};

/// The sum of a run over its bodies, as a Snapshot has it.
struct VariantProblem {
  std::shared_ptr<const SumPlan> plan;  ///< plan of the single layer
  std::vector<double> positions;        ///< (N,3), in the unit of the plan's lengths
  double radius = 0;                    ///< radius of each sphere, likewise; 0: points
  Device device = Device::host;
};

/// Whether the stages of an engine have variants to choose from.
bool has_stage_variants(std::string_view engine);

/// A way to do a stage of that sum.
struct SurveyedVariant {
  VariantRow row;                   ///< seconds, sort, difference and refused once it is measured
  std::vector<std::string> stages;  ///< stages that the row covers, by the names of StageTimes
  bool usual = false;               ///< taken where nobody asks for another, unless the points do not suit it
  bool measured = false;            ///< the row is measured, or refused
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

/// Predicted and measured times of the variants of a run's sum, found on the engine's thread between the steps of the
/// sessions.  It measures one row a turn, so that runs continue, and it may be stopped at any row.  Every function may
/// be called from any thread and returns at once, except the destructor, which waits for the row under way.
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
