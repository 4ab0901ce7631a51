// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "base/execution.hpp"
#include "planning/trial.hpp"
#include "slurry/domain.hpp"
#include "summation/pair_counts.hpp"
#include "summation/sum_plan.hpp"
#include "summation/summation.hpp"

namespace slurry {

/// What a sum is made for.
struct PeriodicSumRequest {
  Box box;
  EwaldOptions options;  ///< with what is wished of any sum: engine, variants, device ...
  SumCounts counts;
  PairCounts pairs{};                ///< counted from the points where they cluster; empty: they are spread evenly
  std::optional<SumChoice> chosen;   ///< of another run: taken over, whatever engine is asked for
  bool several_radii = false;        ///< they differ from sphere to sphere
  bool targets_are_sources = false;  ///< the targets that matter are the sources
  bool second_opinion = false;       ///< of a sum for the same: by other numbers, where the engine has others
  double memory_beside = 0;          ///< bytes that other sums will take, made but not yet used
};

/// Velocities of a single layer whose points move from call to call, by the engine that is quickest, with a radius for
/// every sphere where several_radii.  Points and velocities are the host's; options.device says where the sum itself is
/// evaluated.
class PeriodicSum {
 public:
  /// Without an engine's name: the engine that is quickest (trial.hpp).  Where that is open, the sums of all engines in
  /// question are made, the first set_points() times calls of each and drops the others; no more than predicted is said
  /// before.  An engine that has no plan, or not enough memory, leaves the others; in periodic boxes only where their
  /// calls take a minute together at most.  Throws RefusedError, before anything is allocated, where the memory does
  /// not suffice.
  explicit PeriodicSum(const PeriodicSumRequest& request);

  const SumChoice& choice() const { return choice_; }
  /// It errs by rounding alone.
  bool is_exact() const { return plan().exact; }
  /// The first points decide; until then no choice() holds.
  bool is_open() const { return sums_.size() > 1; }
  /// Bytes that it takes once it is used, forecast; 0 where nothing to speak of, or nothing known.
  double memory() const;
  /// Of the chosen engine.
  const SumPlan& plan() const { return *chosen().plan; }
  std::shared_ptr<const SumPlan> shared_plan() const { return chosen().plan; }
  const ParameterReport& report() const { return plan().parameters.report(); }

  /// Throws InputError for radii that differ where the sum was not made for them.
  void set_points(const SourceSet<Host>& sources, const std::vector<TargetSet<Host>>& targets);
  void apply(ConstVectors<Host> forces, const std::vector<Vectors<Host>>& velocities);
  /// Expected rms over the targets of |error|; zero where it errs by rounding alone.  Valid once points are set.
  double predicted_rms_error(double squared_force_sum, double net_force) const;
  StageTimes take_stage_times();

 private:
  struct Made {
    std::size_t candidate = 0;
    std::shared_ptr<const SumPlan> plan;
    std::unique_ptr<Summation<Host>> sum;
  };
  void choose(const PeriodicSumRequest& request);
  void make(std::size_t candidate, SumPlan plan);
  void try_all(const SourceSet<Host>& sources, const std::vector<TargetSet<Host>>& targets);
  const Made& chosen() const;

  bool several_radii_ = false;
  SumChoice choice_;
  std::vector<Made> sums_;          ///< several until the first points come
  mutable double unit_error_ = -1;  ///< of random forces with sum |f|^2 = 1
};

}  // namespace slurry
