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

/// Measured speeds of a machine, on the host or device that was timed.
struct MachineCosts {
  /// multiply-adds of `precision` per second; bytes read from memory per second
  double flops_per_second = 0, bytes_per_second = 0;
  double l1 = 0, l2 = 0;  ///< time of a byte from L1 or L2 cache, relative to a byte from memory
  /// Rates of a host that evaluates one pair after another without vectors, and of atomic additions to memory. 0: not
  /// measured.
  double single_flops_per_second = 0, atomics_per_second = 0;
  Precision precision = Precision::fp64;
};

/// Times in seconds predicted by a published model (Kosmacher et al. 2026) from the measured costs of this machine.
struct ModelFigures {
  double no_caches = 0, l2 = 0, l1 = 0, flops = 0;  ///< T_0, T_inf, T_inf,l1, T_f
  double flop_count = 0;                            ///< number of operations by the model's count
  double intensity = 0;                             ///< operations per byte without caches
  /// T_inf plus atomic additions and scalar loops of a host, which the published model leaves out
  double expected = 0;
};

/// One variant of a stage, timed as part of a sum.
struct VariantRow {
  std::string stage, variant, source;
  std::string refused;    ///< why the variant cannot do this sum; otherwise empty
  double seconds = 0;     ///< seconds of the stage in the quickest call
  double sort = 0;        ///< seconds of sorting and of making lists of cells in that sum
  double predicted = 0;   ///< seconds predicted by the cost model of the planner; 0 if it does not know this row
  bool taken = false;     ///< the sum uses this row if no row is asked for
  double difference = 0;  ///< difference of the velocities from those of the first row, relative l2
  std::optional<ModelFigures> model;
  /// Operations of only those pairs that lie within the cutoff. The published count takes pi/6 of the candidate pairs.
  /// For other stages this equals the model's count.
  double useful_flops = 0;
};

/// The sum of a run over its bodies, taken from a Snapshot.
struct VariantProblem {
  std::shared_ptr<const SumPlan> plan;  ///< plan of the single layer
  std::vector<double> positions;        ///< (N,3), in the unit of the plan's lengths
  double radius = 0;                    ///< radius of each sphere in the same unit; 0: points
  Device device = Device::host;
};

/// Whether the stages of an engine have several variants.
bool has_stage_variants(std::string_view engine);

/// One way to do a stage of that sum, with its times.
struct SurveyedVariant {
  VariantRow row;                   ///< the row; seconds, sort, difference and refused are set once it is measured
  std::vector<std::string> stages;  ///< stages that the row covers, by the names of StageTimes
  bool usual = false;               ///< used if nobody asks for another row, unless the points do not suit it
  bool measured = false;            ///< the row was measured or refused
  /// Seconds of a call. For the usual row, and for rows of our own beside it, they come from the cost model of the
  /// planner; for others they are ModelFigures::expected. NaN: there is no operation count.
  double predicted = std::numeric_limits<double>::quiet_NaN();
};

struct VariantSurveyState {
  std::vector<SurveyedVariant> rows;  ///< in the order of the work; empty before the first turn
  MachineCosts costs;
  bool done = false;
  std::string failure;  ///< why the survey stopped; otherwise empty
};

/// Predicts and measures the times of the variants of a run's sum. The work is done on the engine's thread between the
/// steps of the sessions, one row at a time, so that runs continue. It may be stopped at any row. Every function may be
/// called from any thread and returns immediately, except the destructor, which waits for the present row.
class VariantSurvey {
 public:
  /// measure: true times every row with three calls; false lists the rows with their predicted times. listener: called
  /// on the engine's thread after each new result; it must be short.
  VariantSurvey(VariantProblem problem, bool measure, std::function<void()> listener = {});
  ~VariantSurvey();
  VariantSurvey(const VariantSurvey&) = delete;
  VariantSurvey& operator=(const VariantSurvey&) = delete;
  /// The newest state. It is never null.
  std::shared_ptr<const VariantSurveyState> latest() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace slurry
