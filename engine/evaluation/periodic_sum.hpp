// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "planning/method_choice.hpp"
#include "slurry/domain.hpp"
#include "summation/direct.hpp"
#include "summation/rotne_prager_ewald.hpp"
#include "summation/spectral_ewald.hpp"

namespace slurry {

/// What a sum is made for.
struct PeriodicSumRequest {
  Box box;
  EwaldOptions options;
  SumCounts counts;
  SumMethod method = SumMethod::automatic;
  Precision direct_terms = Precision::fp64;  ///< of a direct sum
  std::optional<MethodChoice> chosen;        ///< of another run: taken over, whatever the method
  bool several_radii = false;                ///< they differ from sphere to sphere
  bool targets_are_sources = false;          ///< the targets that matter are the sources
  double expected_calls = 1000;              ///< over which the time of planning is spread
  double memory_beside = 0;                  ///< bytes that other sums will take, made but not yet used
};

class SumElsewhere;

/// Either sum behind the same calls, in free space and one periodic direction (the Ewald sum in two and three too);
/// with a radius for every sphere where several_radii.  The parameters of the Ewald sum (select_ewald_parameters) are
/// for random forces; two things are added here.  Parallel forces in one periodic direction make a smooth far field
/// that grows with the sum of the forces, not with the root of the sum of their squares, and the window reproduces it
/// with a fixed relative error: a wider window where that matters.  And a target that is a source sees its own error at
/// its peak, which counts when there are few neighbours inside the cutoff.
/// A sum of the host whose request names a device is evaluated there (sum_elsewhere.hpp).
template <class Space>
class PeriodicSum {
 public:
  /// automatic: the sum that is quicker (method_choice.hpp).  Where that is open, both are made, the first set_points()
  /// times calls of both and drops one; no more than predicted is said before.  In free space an Ewald sum that cannot
  /// be made leaves the direct one.  Throws RefusedError, before anything is allocated, where the memory does not
  /// suffice.
  PeriodicSum(const Space& space, const PeriodicSumRequest& request);
  ~PeriodicSum();

  const MethodChoice& choice() const { return choice_; }
  bool is_direct() const { return choice_.method == SumMethod::direct; }
  /// Bytes that it takes once it is used, forecast (ewald_memory.hpp); 0 for a direct sum.
  double memory() const { return memory_; }
  /// Of the Ewald sum; of a direct sum only the box is set.
  const EwaldParameters& parameters() const { return parameters_; }

  /// Throws InputError for radii that differ where the sum was not made for them.
  void set_points(const SourceSet<Space>& sources, const std::vector<TargetSet<Space>>& targets);
  void apply(ConstVectors<Space> forces, const std::vector<Vectors<Space>>& velocities);
  /// Expected rms over the targets of |error|; zero for the direct sum.  Valid once points are set.
  double predicted_rms_error(double squared_force_sum, double net_force) const;
  StageTimes take_stage_times();

 private:
  void make_direct(const PeriodicSumRequest& request);
  void make_ewald(const PeriodicSumRequest& request);
  void choose(const PeriodicSumRequest& request);
  void give_points(const SourceSet<Space>& sources, const std::vector<TargetSet<Space>>& targets);
  void try_both(const SourceSet<Space>& sources, const std::vector<TargetSet<Space>>& targets);
  void keep_chosen();
  void see_elsewhere();

  Space space_;
  bool open_ = false;  ///< both sums exist until their first points come
  MethodChoice choice_;
  std::unique_ptr<SumElsewhere> elsewhere_;  ///< or else the following
  std::unique_ptr<DirectSum<Space>> direct_;
  std::unique_ptr<SpectralEwald<Space>> ewald_;
  std::unique_ptr<RotnePragerEwald<Space>> radii_ewald_;
  EwaldParameters parameters_;
  double memory_ = 0, self_factor_ = 1, net_factor_ = 0;
  mutable double unit_error_ = -1;  ///< of random forces with sum |f|^2 = 1
};

}  // namespace slurry
