// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "base/execution.hpp"
#include "planning/method_choice.hpp"
#include "planning/pair_counts.hpp"
#include "planning/sum_plan.hpp"
#include "slurry/domain.hpp"
#include "summation/summation.hpp"

namespace slurry {

/// What a sum is made for.
struct PeriodicSumRequest {
  Box box;
  EwaldOptions options;
  SumCounts counts;
  PairCounts pairs{};  ///< counted from the points where they cluster; empty: they are spread evenly
  SumMethod method = SumMethod::automatic;
  Precision direct_terms = Precision::fp64;  ///< of a direct sum
  StageVariantNames variants{};              ///< of an Ewald sum's stages: it is not weighed against a direct one then
  std::optional<MethodChoice> chosen;        ///< of another run: taken over, whatever the method
  bool several_radii = false;                ///< they differ from sphere to sphere
  bool targets_are_sources = false;          ///< the targets that matter are the sources
  double expected_calls = 1000;              ///< over which the time of planning is spread
  double memory_beside = 0;                  ///< bytes that other sums will take, made but not yet used
};

/// Velocities of a single layer whose points move from call to call: the engine that is quicker, in free space and one
/// periodic direction (the Ewald sum in two and three too), with a radius for every sphere where several_radii.
/// Points and velocities are the host's; options.device says where the sum itself is evaluated.
class PeriodicSum {
 public:
  /// automatic: the engine that is quicker (method_choice.hpp).  Where that is open, both sums are made, the first
  /// set_points() times calls of both and drops one; no more than predicted is said before.  In free space an Ewald sum
  /// that cannot be made leaves the direct one.  Throws RefusedError, before anything is allocated, where the memory
  /// does not suffice.
  explicit PeriodicSum(const PeriodicSumRequest& request);

  const MethodChoice& choice() const { return choice_; }
  bool is_direct() const { return choice_.method == SumMethod::direct; }
  /// The first points decide; until then no choice() holds.
  bool is_open() const { return open_; }
  /// Bytes that it takes once it is used, forecast (ewald_memory.hpp); 0 for a direct sum.
  double memory() const { return memory_; }
  /// Of the Ewald sum; of a direct sum only the box is set.
  const EwaldParameters& parameters() const { return parameters_; }

  /// Throws InputError for radii that differ where the sum was not made for them.
  void set_points(const SourceSet<Host>& sources, const std::vector<TargetSet<Host>>& targets);
  void apply(ConstVectors<Host> forces, const std::vector<Vectors<Host>>& velocities);
  /// Expected rms over the targets of |error|; zero for the direct sum.  Valid once points are set.
  double predicted_rms_error(double squared_force_sum, double net_force) const;
  StageTimes take_stage_times();

 private:
  void choose(const PeriodicSumRequest& request);
  void make_direct(const SumPlan& plan);
  void make_ewald(const SumPlan& plan, const PeriodicSumRequest& request);
  void try_both(const SourceSet<Host>& sources, const std::vector<TargetSet<Host>>& targets);
  void keep_chosen();
  Summation<Host>& chosen() const { return is_direct() ? *direct_ : *ewald_; }

  bool open_ = false;  ///< both sums exist until their first points come
  bool several_radii_ = false;
  MethodChoice choice_;
  std::unique_ptr<Summation<Host>> direct_, ewald_;
  EwaldParameters parameters_;
  double memory_ = 0, self_factor_ = 1, net_factor_ = 0;
  mutable double unit_error_ = -1;  ///< of random forces with sum |f|^2 = 1
};

}  // namespace slurry
