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

/// Request for a PeriodicSum: the box, the options, and the number of points.
struct PeriodicSumRequest {
  Box box;
  EwaldOptions options;  ///< includes the wishes that hold for any sum: engine, variants, device ...
  SumCounts counts;
  PairCounts pairs{};                ///< counts of pairs, if the points cluster; empty: points are spread evenly
  std::optional<SumChoice> chosen;   ///< choice of another run, which is taken over whatever engine is asked for
  MovingPoints moving{};             ///< how the bodies crowd, and whether radii differ from sphere to sphere
  bool targets_are_sources = false;  ///< the targets that matter are the sources
  /// make a second opinion of the same sum, with other parameters if the engine has them
  bool second_opinion = false;
  double memory_beside = 0;  ///< bytes that other sums will take that are made but not yet used
};

/// Velocities of a single layer whose points move from call to call, by the quickest engine. With several_radii every
/// sphere has its own radius. Points and velocities are on the host; options.device says where the sum is evaluated.
class PeriodicSum {
 public:
  /// Makes the sum by the engine asked for, or by the quickest engine (trial.hpp). If predictions leave the choice
  /// open, the sums of all engines in question are made. The first set_points() then times calls of each and keeps the
  /// quickest. Until then only the predictions are reported. An engine that has no plan or not enough memory is left
  /// out. If the usual engine is left out in a periodic box, all calls of another engine may take a minute at most.
  /// Throws RefusedError, before anything is allocated, if the memory does not suffice.
  explicit PeriodicSum(const PeriodicSumRequest& request);

  const SumChoice& choice() const { return choice_; }
  /// Whether the sum has rounding errors only.
  bool is_exact() const { return plan().exact; }
  /// Whether the engine is not chosen yet. The first points decide; until then choice() does not hold.
  bool is_open() const { return sums_.size() > 1; }
  /// Forecast of the bytes that the sum takes once it is used. 0 if they are negligible or not known.
  double memory() const;
  /// Plan of the chosen engine.
  const SumPlan& plan() const { return *chosen().plan; }
  std::shared_ptr<const SumPlan> shared_plan() const { return chosen().plan; }
  const ParameterReport& report() const { return plan().parameters.report(); }

  /// Sets sources and targets. Throws InputError for several radii if the sum was not made for them.
  void set_points(const SourceSet<Host>& sources, const std::vector<TargetSet<Host>>& targets);
  void apply(ConstVectors<Host> forces, const std::vector<Vectors<Host>>& velocities);
  /// Expected rms over the targets of |error|; 0 if the sum has rounding errors only. Valid once points are set.
  double predicted_rms_error(double squared_force_sum, double net_force) const;
  /// Does what Summation::errors_are_of_points, kept and take_over do, for the chosen sum.
  bool errors_are_of_points() const { return chosen().sum->errors_are_of_points(); }
  State kept() const { return chosen().sum->kept(); }
  void take_over(const State& kept) { chosen().sum->take_over(kept); }
  /// Boxes of the sum (Summation::cells); none as long as the engine is not chosen.
  SumCells cells(const ChosenPoint& point) const { return is_open() ? SumCells{} : chosen().sum->cells(point); }
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
  mutable double unit_error_ = -1;  ///< error for random forces with sum |f|^2 = 1
};

}  // namespace slurry
